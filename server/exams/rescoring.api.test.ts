import { beforeAll, expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { rescoreTonight } from './nightly-rescoring.ts';
import { checkScores, describeProblem } from './rescoring.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
});

const always = { from: 0, to: 24 };

it('[SCORE-10] finds no difference in what the product wrote, and every score, grade or tick changed outside it', async () => {
  const [untouched, tampered] = [await aRunningExam(server, custom), await aRunningExam(server, custom)];
  for (const exam of [untouched, tampered]) {
    await exam.save(1, [0, 1], { seq: 1 });
    await exam.save(1, [0], { seq: 2 });
    await exam.save(2, [1]);
    await exam.finish();
    await exam.save(3, [0], { seq: 9 });
  }
  expect(await checkScores(server.database)).toEqual({ exams: 2, problems: [] });
  const { id } = tampered.exam;
  const { sql } = server.database;
  const [stored] = await sql<{ score: string; grade: string }[]>`
    select score::text, grade::text from exams where id = ${id}`;
  await sql`update exams set score = score + 1, grade = 9.5 where id = ${id}`;
  expect((await checkScores(server.database)).problems).toEqual([
    {
      examId: id,
      what: 'score',
      stored: `${(Number(stored?.score) + 1).toFixed(2)}, grade 9.50`,
      recomputed: `${stored?.score}, grade ${stored?.grade}`,
    },
  ]);
  await sql`update exams set score = ${stored?.score ?? ''}::numeric, grade = ${stored?.grade ?? ''}::numeric where id = ${id}`;
  await sql`update exam_questions set ticks = 8 where exam_id = ${id} and position = 3`;
  const { problems } = await checkScores(server.database);
  expect(problems.map(describeProblem)).toEqual([
    `exam ${id}, question 3: ticks 8 are stored, its events leave 0`,
  ]);
});

it('[SCORE-10] runs once a night, and its result is stored and shown to administrators', async () => {
  const admin = await signedInAs(server, 'admin');
  expect((await admin.get('scoreCheck')).statusCode).toBe(204);
  const { log } = server.app;
  expect(await rescoreTonight(server.database, log, { from: 0, to: 0 })).toBeUndefined();
  const stopping = AbortSignal.abort();
  await expect(rescoreTonight(server.database, log, always, stopping)).rejects.toBe(stopping.reason);
  const check = await rescoreTonight(server.database, log, always);
  expect(check?.exams).toBe(2);
  expect(await rescoreTonight(server.database, log, always)).toBeUndefined();
  const stored = (await admin.get('scoreCheck')).json();
  expect(stored).toMatchObject({ exams: 2, problems: check?.problems, finishedAt: expect.any(String) });
});

it('[SCORE-10] reads an exam that changes meanwhile consistently, before or after the change', async () => {
  const exam = await aRunningExam(server, custom);
  await exam.save(1, [0], { seq: 1 });
  await exam.finish();
  const { sql } = server.database;
  const { problems: before } = await checkScores(server.database);
  let checking: ReturnType<typeof checkScores> | undefined;
  await sql.begin(async (tx) => {
    await tx`lock table exam_events in access exclusive mode`;
    checking = checkScores(server.database);
    await untilWaiting(sql, 1);
    await tx`update exam_questions set ticks = 2, seq = 9 where exam_id = ${exam.exam.id} and position = 1`;
    await tx`insert into exam_events (exam_id, save_id, kind, position, ticks, seq)
      values (${exam.exam.id}, gen_random_uuid(), 's', 1, 2, 9)`;
  });
  expect((await checking)?.problems).toEqual(before);
});

it('[SAFE-20] [SCORE-10] names an exam with a forged event of grading again, which is sealed like a real one', async () => {
  const exam = await aRunningExam(server, custom);
  await exam.save(1, [0], { seq: 1 });
  await exam.finish();
  await sealAll(server);
  const { id } = exam.exam;
  const { sql } = server.database;
  const before = await findingsOf(server);
  await sql`insert into exam_events (exam_id, save_id, kind, client)
    select exam_id, gen_random_uuid(), ${eventLetters.regraded}::"char", client || '{"grade":9.75}' from exam_events
     where exam_id = ${id} and kind = ${eventLetters.finished}`;
  await sql`update exams set grade = 9.75 where id = ${id}`;
  await sealAll(server);
  expect(await findingsOf(server)).toEqual(before);
  const { problems } = await checkScores(server.database);
  expect(problems.filter(({ examId }) => examId === id)).toMatchObject([
    { what: 'score', stored: expect.stringContaining('grade 9.75') },
  ]);
});
