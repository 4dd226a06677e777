import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { defaultThreads, openHashThreads } from '#server/hashing/hash-threads.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { Candidates } from './exam/candidates.ts';
import { residentMemory } from './exam/cpu-time.ts';
import { Figures } from './exam/figures.ts';
import { type Connection, type Load, openConnections, openLoop } from './exam/http-load.ts';
import { writerOf } from './exam/sittings-data.ts';
import { attackers, busyOffice, type Disturbance } from './morning/disturbance.ts';
import { type BenchEnvironment, childrenOf, openEnvironment, password } from './morning/environment.ts';
import { watchShares } from './morning/processor-shares.ts';
import { type SignedIn, Student } from './morning/student.ts';
import { percentile } from './percentile.ts';

/**
 * The morning of an exam on two server processes: all students sign in, open the dashboard, begin and answer, next to a
 * busy office, guessed passwords and stalled connections. First spread over a minute, then all together.
 * See docs/performance.md.
 */
const STUDENTS = Number(process.env.STUDENTS ?? 3_000);
const ROWS = Number(process.env.ROWS ?? 100_000);
const SIGN_IN_SECONDS = Number(process.env.SIGN_IN_SECONDS ?? 60);
const BEGIN_SECONDS = 10;
const ANSWERING_SECONDS = Number(process.env.ANSWER_SECONDS ?? 30);
const ANSWER_ROUND_SECONDS = 5;
/** Saves per second of 3,000 students who answer a question every ten seconds. */
const SAVES_PER_SECOND = 300;
/** Saves per second, while others sign in, of students who began before: a few rooms that finish. */
const SAVES_BESIDE = Number(process.env.SAVES_BESIDE ?? 30);
const CONNECTIONS = 256;
const WARM_UP_SECONDS = 5;
/** Students who signed in before the morning, on a process that has served since the day before. */
const VISITORS = 200;

const print = (line: string) => console.log(line);

/** The seconds this machine needs to check all passwords when idle. */
async function pureHashing(): Promise<number> {
  const threads = openHashThreads(defaultThreads(1));
  const storedHash = await threads.hash(password);
  const check = (count: number) =>
    Promise.all(Array.from({ length: count }, () => threads.verify(storedHash, password)));
  await check(threads.size);
  const sample = 200;
  const began = performance.now();
  await check(sample);
  const took = (performance.now() - began) / 1000;
  await threads.close();
  return took * (STUDENTS / sample);
}

/** Runs `work` for each student at even times over the given seconds. Returns the failures. */
async function spread<T>(
  students: readonly Student[],
  seconds: number,
  work: (student: Student) => Promise<T>,
): Promise<{ done: T[]; failed: string[] }> {
  const done: T[] = [];
  const failed: string[] = [];
  const began = performance.now();
  await Promise.all(
    students.map(async (student, index) => {
      await pause(Math.max(0, began + (index / students.length) * seconds * 1000 - performance.now()));
      try {
        done.push(await work(student));
      } catch (error) {
        failed.push((error as Error).message);
      }
    }),
  );
  return { done, failed };
}

type Sitting = { readonly number: number; readonly writer: string };

/** Saves of sitting students at an even rate. */
async function answerQuestions(
  environment: BenchEnvironment,
  candidates: Candidates,
  students: readonly Sitting[],
  {
    perSecond = SAVES_PER_SECOND,
    seconds = ANSWERING_SECONDS,
    connections = CONNECTIONS as number | Connection[],
  } = {},
) {
  const requests = Array.from({ length: perSecond * seconds }, (_, n) => {
    const { number, writer } = students[n % students.length] as Sitting;
    return candidates.saveOf(number, writer).request;
  });
  return openLoop(environment.server.port, { requests, seconds, connections });
}

/** The same in rounds until the work is done: a wait that is announced can only be judged under a load that stays. */
async function answerBeside(
  environment: BenchEnvironment,
  students: readonly Sitting[],
  work: Promise<unknown>,
): Promise<Pick<Load, 'latencies' | 'failed'>> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  void work.then(done, done);
  const rounds: Load[] = [];
  // Open all the time, as those of pages are.
  const connections = openConnections(environment.server.port, CONNECTIONS);
  while (!isDone)
    rounds.push(
      await answerQuestions(environment, environment.early, students, {
        ...{ perSecond: SAVES_BESIDE, seconds: ANSWER_ROUND_SECONDS, connections },
      }),
    );
  for (const connection of connections) connection.close();
  return {
    latencies: rounds.flatMap(({ latencies }) => latencies),
    failed: rounds.reduce((sum, round) => sum + round.failed, 0),
  };
}

/** The peak memory of a server process and the one that hashes for it, sampled every second. */
function watchMemory(workers: readonly number[]): { stop(): number } {
  let peak = 0;
  const memoryOf = async (worker: number) => {
    const held = await Promise.all([worker, ...(await childrenOf(worker))].map(residentMemory));
    peak = Math.max(
      peak,
      held.reduce((sum, one) => sum + one, 0),
    );
  };
  const timer = setInterval(() => {
    for (const worker of workers) void memoryOf(worker).catch(() => {});
  }, 1000);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** A sign-in that takes longer gets an estimate first (SAFE-18). */
const MAX_RESPONSE_SECONDS = 20;

/** The error of the estimate for the longest wait; infinite without an estimate. */
function announced(signIns: readonly SignedIn[]): number {
  const longest = signIns.reduce((one, other) => (other.took > one.took ? other : one));
  if (longest.estimate === undefined)
    return longest.took > MAX_RESPONSE_SECONDS ? Number.POSITIVE_INFINITY : 0;
  return Math.abs(longest.estimate - longest.took) / longest.took;
}

type Morning = {
  readonly name: string;
  readonly seconds: number;
  readonly hashing: number;
  readonly calm: number;
  /** Students with running exams. */
  readonly early: readonly Sitting[];
};

async function morning(
  environment: BenchEnvironment,
  figures: Figures,
  { name, seconds, hashing, calm, early }: Morning,
): Promise<void> {
  const { port } = environment.server;
  const memory = watchMemory(environment.workers);
  const attacks = attackers(port, STUDENTS);
  const disturbances: Readonly<Record<string, Disturbance>> = {
    attacks,
    office: busyOffice(port, environment.staff),
  };
  await pause(3000);
  const students = Array.from({ length: STUDENTS }, (_, n) => new Student(port, n + 1));
  const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const shares = await watchShares({ ...environment, attackers: attacks.pid });
    const result = await work();
    print(`${name}: processors while they ${what}: ${await shares()}`);
    return result;
  };
  const began = performance.now();
  const signingIn = measured('sign in', () =>
    spread(students, seconds, async (student) => {
      const signedIn = await student.signIn();
      await student.openDashboard();
      return signedIn;
    }),
  );
  const sitting = answerBeside(environment, early, signingIn);
  const arrived = await signingIn;
  const meanwhile = await sitting;
  const since = (performance.now() - began) / 1000;
  print(`${name}: ${arrived.done.length} of ${STUDENTS} signed in after ${since.toFixed(0)} s`);
  const begun = await measured('begin', () => spread(students, BEGIN_SECONDS, (student) => student.begin()));
  const candidates = new Candidates(
    students.map(({ token }) => token),
    1,
  );
  const answered = await measured('answer', () => answerQuestions(environment, candidates, students));
  for (const student of students) student.close();
  for (const [what, disturbance] of Object.entries(disturbances))
    print(`${name}: ${what}: ${JSON.stringify(await disturbance.stop())}`);
  for (const why of new Set([...arrived.failed, ...begun.failed])) print(`${name}: error: ${why}`);

  const waits = arrived.done.map(({ took }) => took);
  const told = arrived.done.filter(({ estimate }) => estimate !== undefined);
  const ratios = told.map(({ took, estimate = took }) => took / estimate);
  const ratio = (share: number) => percentile(ratios, share).toFixed(2);
  print(
    `${name}: ${told.length} were told a wait; a tenth waited less than ${ratio(0.1)} of it, half less than ${ratio(0.5)}, nine tenths less than ${ratio(0.9)}`,
  );
  const failed = arrived.failed.length + begun.failed.length + answered.failed + meanwhile.failed;
  figures.add(`${name}: errors of ${STUDENTS} students`, '', failed, { atMost: 0 });
  figures.add(`${name}: median of a sign-in`, 's', percentile(waits, 0.5));
  const bound = Math.max(10, 1.5 * hashing);
  const isRush = seconds === 0;
  figures.add(
    `${name}: p99 of a sign-in`,
    's',
    percentile(waits, 0.99),
    isRush ? undefined : { atMost: Number(bound.toFixed(1)) },
  );
  figures.add(
    `${name}: longest wait, off what was said`,
    '×',
    announced(arrived.done),
    isRush ? { atMost: 0.3 } : undefined,
  );
  const duringRush = percentile(meanwhile.latencies, 0.99);
  figures.add(`${name}: p99 of a save while others sign in`, 'ms', duringRush);
  // In a rush its worst are those of the first second, in which all passwords arrive.
  figures.add(
    `${name}: the same ÷ that of the calm run`,
    '×',
    duringRush / calm,
    isRush ? undefined : { atMost: 3 },
  );
  figures.add(`${name}: p99 of a beginning`, 'ms', percentile(begun.done, 0.99), { atMost: 1000 });
  const p99 = percentile(answered.latencies, 0.99);
  figures.add(`${name}: p99 of a save`, 'ms', p99);
  figures.add(`${name}: p99 of a save ÷ that of the calm run`, '×', p99 / calm, { atMost: 3 });
  figures.add(`${name}: memory of a process`, 'MiB', memory.stop(), { atMost: 600 });
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-morning-'));
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
  const figures = new Figures();
  try {
    print(
      `Machine: ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.version}, durable PostgreSQL.`,
    );
    const mornings = [
      ['spread', `over ${SIGN_IN_SECONDS} s`, SIGN_IN_SECONDS],
      ['rush', 'all at once', 0],
    ] as const;
    for (const [kind, name, seconds] of mornings) {
      if (process.env.MORNING && process.env.MORNING !== kind) continue;
      const size = { students: STUDENTS, early: STUDENTS, visitors: VISITORS, rows: ROWS, staff: 20 };
      const environment = await openEnvironment(cluster.url, `morning_${seconds}`, size);
      try {
        const early = Array.from({ length: STUDENTS }, (_, n) => STUDENTS + n + 1).map((number) => ({
          number,
          writer: writerOf(number),
        }));
        await answerQuestions(environment, environment.early, early, { seconds: WARM_UP_SECONDS });
        const visitors = Array.from(
          { length: VISITORS },
          (_, n) => new Student(environment.server.port, 2 * STUDENTS + n + 1),
        );
        const warmedUp = await spread(visitors, WARM_UP_SECONDS, async (student) => {
          await student.signIn();
          await student.openDashboard();
          student.close();
        });
        if (warmedUp.failed.length > 0) throw new Error(`the warm-up failed: ${warmedUp.failed[0]}`);
        const calmP99 = async (perSecond: number) => {
          const calm = await answerQuestions(environment, environment.early, early, { perSecond });
          if (calm.failed > 0) throw new Error(`${calm.failed} saves of the calm run failed`);
          const p99 = percentile(calm.latencies, 0.99);
          figures.add(`${name}: p99 of a save, calm, ${perSecond} a second`, 'ms', p99);
          return p99;
        };
        const p99 = await calmP99(SAVES_PER_SECOND);
        if (SAVES_BESIDE !== SAVES_PER_SECOND) await calmP99(SAVES_BESIDE);
        // Right before, because the speed of a virtual machine changes within minutes.
        const hashing = await pureHashing();
        figures.add(`${name}: passwords of ${STUDENTS} students, nothing else`, 's', hashing);
        await morning(environment, figures, { name, seconds, hashing, calm: p99, early });
      } finally {
        await environment.server.stop();
        await environment.database.close();
      }
    }
    print('');
    return figures.print() ? 0 : 1;
  } finally {
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
})();
