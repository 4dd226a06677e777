import type { Mutant } from './mutant.ts';

const workloads = 'server/http/workloads.api.test.ts';
const limiter = 'server/http/concurrency-limiter.test.ts';

/** Mutants that let office work slow down exams. */
export const workloadMutants: readonly Mutant[] = [
  {
    name: 'workloads: passwords are hashed in the session of saves',
    project: 'api',
    tests: ['server/hashing/hash-threads.api.test.ts'],
    edits: [{ file: 'server/child-process.ts', find: "process.platform !== 'win32'", put: 'false' }],
  },
  {
    name: 'workloads: passwords are hashed at the priority of saves',
    project: 'api',
    tests: ['server/hashing/hash-threads.api.test.ts'],
    edits: [
      { file: 'server/hashing/hash-threads.ts', find: 'const niceness = 5;', put: 'const niceness = 0;' },
    ],
  },
  {
    name: 'workloads: who begins an exam is looked up on the connections of the office',
    project: 'api',
    tests: [workloads],
    only: 'students sign in',
    edits: [
      {
        file: 'server/app.ts',
        find: "isOfStaff(workload) ? 'student' : workload",
        put: "workload === 'signIn' ? workload : 'office'",
      },
    ],
  },
  {
    name: 'workloads: beginning an exam is office work',
    project: 'api',
    tests: [workloads],
    only: 'students sign in',
    edits: [
      {
        file: 'contract/call.ts',
        find: "call.workload ?? 'office'",
        put: "call.path === 'prepareExam' ? 'office' : (call.workload ?? 'office')",
      },
    ],
  },
  {
    name: 'workloads: one person has every turn',
    project: 'api',
    tests: [limiter],
    edits: [
      {
        file: 'server/http/concurrency-limiter.ts',
        find: '(inside.get(person) ?? 0) < perPerson',
        put: '(inside.get(person) ?? 0) < total',
      },
    ],
  },
  {
    name: 'workloads: one person has every connection of sign-in',
    project: 'api',
    tests: [workloads],
    only: 'connections of sign-in',
    edits: [
      {
        file: 'server/http/workload-turns.ts',
        find: 'signIn: { perPerson: 2,',
        put: 'signIn: { perPerson: 100,',
      },
    ],
  },
  {
    name: 'workloads: one person has every connection of exams by beginning, and of booking by booking',
    project: 'api',
    tests: [workloads],
    only: 'never take all connections of',
    edits: [
      {
        file: 'server/http/workload-turns.ts',
        find: "if (call.upload || call.signInCheckedBy === 'statement')",
        put: "if (call.method !== 'GET' || call.upload || call.signInCheckedBy === 'statement')",
      },
    ],
  },
  {
    name: 'workloads: images take every connection of exams',
    project: 'api',
    tests: [workloads],
    only: 'get images three at a time',
    edits: [
      {
        file: 'server/http/workload-turns.ts',
        find: "return workload === 'exam' ? turns.image : undefined;",
        put: 'return undefined;',
      },
    ],
  },
  {
    name: 'workloads: one person has the memory of all recordings',
    project: 'api',
    tests: ['server/http/memory-budget.test.ts'],
    edits: [
      {
        file: 'server/http/memory-budget.ts',
        find: 'byPerson.of(person) + bytes <= maxBytesPerPerson',
        put: 'byPerson.of(person) + bytes <= maxBytes / 2',
      },
    ],
  },
  {
    name: 'workloads: slow uploads keep their memory',
    project: 'api',
    tests: ['server/http/memory-budget.test.ts'],
    edits: [
      {
        file: 'server/http/memory-budget.ts',
        find: 'arrived < Math.max(median * slowShare, stalledBytes)',
        put: 'arrived < 0 * Math.max(median * slowShare, stalledBytes)',
      },
    ],
  },
  {
    name: 'workloads: requests pile up on one connection',
    project: 'api',
    tests: ['server/http/connections.api.test.ts'],
    only: 'comes before the last',
    edits: [
      {
        file: 'server/http/connections.ts',
        find: 'connection.response?.writableEnded === false',
        put: 'connection.socket.destroyed',
      },
    ],
  },
  {
    name: 'workloads: every sign-in stays in the log',
    project: 'api',
    tests: ['server/features/sign-in/sign-in-days.api.test.ts'],
    edits: [
      {
        file: 'server/features/sign-in/sign-ins.ts',
        find: 'from today where sign_ins <=',
        put: 'from today where 0 <=',
      },
    ],
  },
  {
    name: 'workloads: a cancellation is sent although no confirmation was',
    project: 'api',
    tests: ['server/features/appointments/mail-job.api.test.ts'],
    edits: [
      {
        file: 'server/appointments/mails.ts',
        find: '(id) => !unnotified.includes(id)',
        put: '(id) => unnotified.length >= 0 || id > 0',
      },
    ],
  },
  {
    name: 'workloads: lists wait forever',
    project: 'api',
    tests: [workloads],
    only: 'a list or export that waits too long',
    edits: [
      {
        file: 'server/http/concurrency-limiter.ts',
        find: 'waitSeconds * 1000',
        put: 'waitSeconds * 1_000_000',
      },
    ],
  },
  {
    name: 'workloads: a cancelled statement is a defect',
    project: 'api',
    tests: [workloads],
    only: 'a list or export that waits too long',
    edits: [
      {
        file: 'server/http/error-responses.ts',
        find: 'if (isCancelled(thrown)) return refusalOfCancelled(call);',
        put: 'if (isCancelled(thrown) && call === undefined) return refusalOfCancelled(call);',
      },
    ],
  },
];
