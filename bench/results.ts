import { countExposures } from '#server/exams/question-exposure.ts';
import type { Services } from '#server/services.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { measure, ms, onOwnCluster, tokenOf } from './bench-server.ts';
import { Candidates } from './exam/candidates.ts';
import { clusterTime } from './exam/cpu-time.ts';
import { Connection, requestText } from './exam/http-load.ts';
import { p99OfSaves } from './exam/save-load.ts';
import { startServer } from './exam/server-process.ts';
import { loadBank, loadExams, loadStudents, questionsPerExam, settle } from './exam/sittings-data.ts';

/**
 * Results and statistics of many exams: a list of 5,000 sittings of 100 questions, one sitting, the
 * statistics and a what-if of all of them and of one series of 300, the statistics of a session, with as many practice exams in the
 * tables. Also measures the CPU time of the server and the database, which a busy computer distorts less than
 * durations. Then running exams save while a teacher opens all of this one after the other: goal for the p99 of saves at
 * most 1.5 times the one without.
 */
const SITTINGS = Number(process.env.SITTINGS ?? 5_000);
const SERIES = 300;
const REQUESTS = Number(process.env.ASKED ?? 40);
/** Running exams that save while results are read. */
const RUNNING = 1_000;
const SAVES = Number(process.env.SAVES ?? 1_000);
const SECONDS = Number(process.env.SECONDS ?? 15);
const LAST = RUNNING + SITTINGS;

type Goal = {
  readonly name: string;
  readonly path: (n: number) => string;
  readonly goal: number;
  readonly body?: object;
};

/** Changes an exam, so that statistics and what-ifs are computed and not read from recent results. */
const changeAnExam = ({ database }: Services): Promise<unknown> =>
  database.sql`update exams set score = score + 0.01 where id = ${RUNNING + 1}`;

/** The p99 of saves while an administrator opens these pages in turn, divided by the p99 without. */
async function savesBeside(
  services: Services,
  databaseUrl: string,
  paths: readonly string[],
): Promise<number> {
  const candidates = await Candidates.signedIn(services.tokens, RUNNING);
  const token = await tokenOf(services, { email: 'admin@exam.test', role: 'Admin' });
  await buildIfNeeded();
  await settle(services.database);
  const server = await startServer(databaseUrl);
  const saves = () =>
    p99OfSaves(server, candidates, { students: RUNNING, perSecond: SAVES, seconds: SECONDS });
  const whatIf = JSON.stringify({ examCustomId: 1, mode: 'PERFECT_MATCH' });
  const requests = [
    ...paths.map((path) => requestText({ method: 'GET', path, token })),
    requestText({ method: 'POST', path: 'statistics/whatIf', token, body: whatIf }),
  ];
  await saves();
  const alone = await saves();
  let [isSaving, opened] = [true, 0];
  const connection = new Connection(server.port);
  const reading = async () => {
    while (isSaving) {
      await changeAnExam(services);
      const { status, body } = await connection.send(requests[opened % requests.length] ?? '');
      if (status !== 200) throw new Error(body);
      opened += 1;
    }
  };
  const [beside] = await Promise.all([
    saves().finally(() => {
      isSaving = false;
    }),
    reading(),
  ]);
  connection.close();
  await server.stop();
  console.log(
    `p99 of ${SAVES} saves/s: ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms while ${opened} pages were opened, ${(beside / alone).toFixed(2)} ×   goal 1.5 ×`,
  );
  return beside / alone;
}

process.exitCode = await onOwnCluster('results', async (services, start, databaseUrl) => {
  const { sql } = services.database;
  await loadBank(services.database);
  await loadStudents(services.database, 1, LAST);
  await loadExams(services.database, 1, LAST, 'running');
  await loadExams(services.database, LAST + 1, SITTINGS, 'finished');
  // Ticks, a finish, a save per question, and a second session for one series.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update exam_questions set ticks = (exam_id * 7 + position * 13) % 32, seq = 1 where exam_id > ${RUNNING}`;
    await tx`
      insert into exam_events (exam_id, save_id, kind, position, ticks, seq, at)
      select exam_id, gen_random_uuid(), 's', position, ticks, 1, now() + make_interval(secs => position * 40)
        from exam_questions where exam_id between ${RUNNING + 1} and ${LAST}`;
    await tx`update exams set finished_at = now(), finish_cause = 'student', score = (id * 37) % 1000, grade = 1 + ((id * 37) % 1000) * 0.009 where id between ${RUNNING + 1} and ${LAST}`;
    await tx`
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date, exam_schedule_start, exam_schedule_end)
      select 'A doua sesiune', start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date, exam_schedule_start, exam_schedule_end from exam_sessions limit 1`;
    await tx`update appointments set exam_session_id = 2 where id between ${RUNNING + 1} and ${RUNNING + SERIES}`;
    await tx`update exam_groups set exam_session_id = 2 where appointment_id between ${RUNNING + 1} and ${RUNNING + SERIES}`;
    // Written as sealing stores them.
    await tx`insert into answer_sheets select id, finished_at, answer_sheet(id) from exams where id between ${RUNNING + 1} and ${LAST}`;
    await tx`update exams set started_at = now() - interval '1 hour'`;
  });
  await countExposures(services.database);
  await settle(services.database);
  console.log(`${SITTINGS} sittings of ${questionsPerExam} questions loaded`);
  const app = await start();
  const token = await tokenOf(services, { email: 'admin@exam.test', role: 'Admin' });
  const reads: readonly Goal[] = [
    { name: 'result list', path: (n) => `studentsExams?take=50&skip=${(n % 5) * 50}`, goal: 50 },
    { name: 'result list of a session', path: () => 'studentsExams?take=50&sessionId=2', goal: 50 },
    {
      name: 'result list, searched',
      path: (n) => `studentsExams?take=50&search=M${(n % 40) + 10}`,
      goal: 50,
    },
    { name: 'totals', path: () => 'studentsExams/totals', goal: 50 },
    { name: 'one sitting', path: (n) => `sittings/${RUNNING + 1 + (n % SITTINGS)}`, goal: 50 },
  ];
  const [{ pid } = { pid: 0 }] = await sql<{ pid: number }[]>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`;
  /** Prints the CPU seconds of this process and of the database per call, if they can be read. */
  const cpuOf = async (calls: number, work: () => Promise<unknown>) => {
    const before = await clusterTime(pid).catch(() => undefined);
    const own = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(own);
    if (before === undefined) return;
    const database = ((await clusterTime(pid)) - before) / calls;
    console.log(
      `${''.padEnd(40)} CPU: server ${((user + system) / 1e6 / calls).toFixed(2)} s, database ${database.toFixed(2)} s`,
    );
  };
  let reached = true;
  const report = (name: string, median: number, p95: number, goal: number) => {
    reached &&= p95 <= goal;
    console.log(`${name.padEnd(40)} median ${ms(median)}   p95 ${ms(p95)}   goal ${goal} ms`);
  };
  for (const { name, path, goal } of reads) {
    const { median, p95 } = await measure({ app, token, path }, { requests: REQUESTS, warmUp: 20 });
    report(name, median, p95, goal);
  }
  const cohorts = [
    ['statistics of a series of 300', '&sessionId=2', 1000],
    [`statistics of ${SITTINGS}`, '', 1000],
  ] as const;
  for (const [name, more, goal] of cohorts) {
    const path = () => `statistics/exams?examCustomId=1${more}`;
    const before = () => changeAnExam(services);
    await cpuOf(4, async () => {
      const { median, p95 } = await measure({ app, token, path, before }, { requests: 3, warmUp: 1 });
      report(name, median, p95, goal);
    });
    const another = () => `${path()}&sort=difficulty&skip=10`;
    const { median, p95 } = await measure({ app, token, path: another }, { requests: 3, warmUp: 0 });
    report(`${name}, another page`, median, p95, goal);
  }
  const asked = () => 'statistics/exams/questions?examCustomId=1&search=1';
  const found = await measure({ app, token, path: asked }, { requests: 3, warmUp: 1 });
  report('questions to leave out, searched', found.median, found.p95, 1000);
  // Computed by the first request; the others read what was computed.
  for (const [name, more, requests] of [
    ['statistics of a session', '', 1],
    ['statistics of a session, in another order', '?sort=passRate', 3],
  ] as const)
    await cpuOf(requests, async () => {
      const path = () => `statistics/sessions/1${more}`;
      const { median, p95 } = await measure({ app, token, path }, { requests, warmUp: 0 });
      report(name, median, p95, 1000);
    });
  for (const [name, sessionId] of [
    ['what-if of a series of 300', 2],
    [`what-if of ${SITTINGS}`, undefined],
  ] as const) {
    await cpuOf(3, async () => {
      const times: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        await changeAnExam(services);
        const began = performance.now();
        const response = await app.inject({
          method: 'POST',
          url: '/api/umfst/statistics/whatIf',
          headers: { authorization: `Bearer ${token}` },
          payload: { examCustomId: 1, mode: 'PERFECT_MATCH', ...(sessionId && { sessionId }) },
        });
        if (response.statusCode !== 200) throw new Error(response.body);
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      report(name, times[1] ?? 0, times[2] ?? 0, 2000);
    });
  }
  const ratio = await savesBeside(services, databaseUrl, [
    ...reads.map(({ path }) => path(1)),
    'statistics/exams?examCustomId=1',
  ]);
  reached &&= ratio <= 1.5;
  console.log(reached ? 'Every goal is reached.' : 'Some goal is not reached.');
  return reached;
});
