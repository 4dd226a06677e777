import { beforeAll, expect, it } from 'vitest';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
const careful = useTestServer({ database: server, environment: { ALLOW_UNSAFE_DATABASE: '0' } });
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
});

it('[SAFE-1] no official exam begins on a database that can lose acknowledged saves', async () => {
  const student = await aCandidate(server, custom);
  const response = await careful.caller(student.token).post('prepareExam/');
  expect(response.json()).toMatchObject({ error: 'exam.notDurable', id: 0, groupId: 0 });
  const begun = await server.database
    .sql`select from exam_groups where user_id = ${student.userId} and started_at is not null`;
  expect(begun.count).toBe(0);
  expect((await student.post('prepareExam/')).json().status).toBe('Started');
});

it('[SAFE-1] running exams and simulations continue there', async () => {
  const exam = await aRunningExam(server, custom);
  const caller = careful.caller(exam.student.token);
  expect((await caller.put('examSave/', exam.body(1, [0]))).statusCode).toBe(200);
  await caller.put(`examFinish/?examId=${exam.exam.id}`);
  await aSession(server, { simulation: true });
  expect((await caller.post('prepareSimulation/', { examCustomId: custom.id })).statusCode).toBe(200);
});
