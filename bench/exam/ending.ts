import { setTimeout as pause } from 'node:timers/promises';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import type { Database } from '#server/db/database.ts';
import { percentile } from '../percentile.ts';
import type { Candidates, Tick } from './candidates.ts';
import type { Figures } from './figures.ts';
import { Connection, openLoop, requestText } from './http-load.ts';
import type { ServerProcess } from './server-process.ts';

type BenchEnvironment = {
  readonly database: Database;
  readonly candidates: Candidates;
  readonly server: ServerProcess;
};
type Options = { readonly exams: number; memoryOf(): Promise<number> };

/** Waits until the job has drawn all missing papers. */
export async function papersDrawn({ sql }: Database): Promise<void> {
  for (;;) {
    const [row] = await sql<{ missing: number }[]>`
      select count(*) as missing from appointments a
       where not exists (select from exam_groups g where g.appointment_id = a.id)`;
    if (row?.missing === 0) return;
    await pause(500);
  }
}

/** Begins as many exams within ten seconds as already run; all students are signed in. */
async function starts({ candidates, server }: BenchEnvironment, figures: Figures, exams: number) {
  const requests = Array.from({ length: exams }, (_, index) =>
    requestText({ method: 'POST', path: 'prepareExam/', token: candidates.tokenOf(exams + index + 1) }),
  );
  const load = await openLoop(server.port, { requests, seconds: 10, connections: 512 });
  const begun = load.answers.filter(({ body }) => body.includes('"status":"Started"')).length;
  figures.add(`errors of ${exams} starts within 10 s`, '', load.failed + exams - begun, { atMost: 0 });
  figures.add(`p99 of ${exams} starts within 10 s`, 'ms', percentile(load.latencies, 0.99), { atMost: 1000 });
}

/**
 * All deadlines pass together: two thirds finish within five seconds after a last answer, one third leave.
 * Acknowledged saves are kept, saves after the grace are not scored, and every exam is scored in time.
 */
async function finishes(
  { database: { sql }, candidates, server }: BenchEnvironment,
  figures: Figures,
  exams: number,
) {
  await sql`update exams set deadline = now() + interval '8 seconds' where id <= ${exams}`;
  const connections = Array.from({ length: 128 }, () => new Connection(server.port));
  const ledger = new Map<string, Tick>();
  let last = 0;
  let failed = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        last += 1;
        const student = last;
        if (student > exams) return;
        const { request, tick } = candidates.saveOf(student);
        const saved = await connection.send(request);
        if (saved.status < 300) ledger.set(`${tick.examId} ${tick.position}`, tick);
        else failed += 1;
        if (student % 3 === 0) continue;
        const finished = await connection.send(candidates.finishOf(student));
        if (finished.status >= 300) failed += 1;
      }
    }),
  );
  figures.add('errors of last answers and finishes', '', failed, { atMost: 0 });

  await pause((8 + graceSeconds) * 1000);
  let late = 0;
  for (let student = 3; student <= 300; student += 3) {
    const { status } = await (connections[0] as Connection).send(candidates.saveOf(student).request);
    if (status < 300) late += 1;
  }
  for (const connection of connections) connection.close();
  for (;;) {
    const [row] = await sql<{ open: number }[]>`
      select count(*) as open from exams where id <= ${exams} and finished_at is null`;
    if (row?.open === 0) break;
    await pause(250);
  }
  const stored = await sql<Tick[]>`
    select exam_id as "examId", position, ticks, seq from exam_questions where exam_id <= ${exams} and seq > 0`;
  const storedTicks = new Map(stored.map((row) => [`${row.examId} ${row.position}`, row]));
  const lost = [...ledger].filter(([name, tick]) => {
    const row = storedTicks.get(name);
    return !row || row.seq < tick.seq || (row.seq === tick.seq && row.ticks !== tick.ticks);
  }).length;
  const [scored] = await sql<{ slowest: number }[]>`
    select max(extract(epoch from finished_at - deadline))::float8 - ${graceSeconds} as slowest from exams where id <= ${exams}`;
  figures.add('acknowledged answers lost', '', lost, { atMost: 0 });
  figures.add('answers after the grace that were counted', '', late, { atMost: 0 });
  figures.add('last abandoned exam scored after deadline + grace', 's', scored?.slowest ?? Number.NaN, {
    atMost: 60,
  });
}

export async function ending(
  environment: BenchEnvironment,
  figures: Figures,
  { exams, memoryOf }: Options,
): Promise<void> {
  await starts(environment, figures, exams);
  figures.add(`memory of the server with ${exams * 2} sitting students`, 'MiB', await memoryOf(), {
    atMost: 300,
  });
  await finishes(environment, figures, exams);
}
