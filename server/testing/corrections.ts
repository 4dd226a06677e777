import { gzipSync } from 'node:zlib';
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { type SignedInPerson, testPassword } from './accounts.ts';
import { editStudent } from './people-forms.ts';
import type { Caller, TestServer } from './server.ts';
import { runningExam } from './sittings.ts';
import { upload } from './upload.ts';

let created = 0;
export const newAddress = () => {
  created += 1;
  return `corectat${created}@exam.test`;
};

/** Changes the address of an enrolment like the dialog does. */
export const correct = (by: Caller, { studentId }: { studentId: number | undefined }, email: string) =>
  editStudent(by, studentId ?? 0, { email });

/** Signs in with the test password, optionally for one enrolment. */
export async function signIn(server: TestServer, email: string, studentId?: number): Promise<SignedInPerson> {
  const response = await server
    .caller()
    .post('login', { email, password: testPassword, ...(studentId && { pkStudent: studentId }) });
  if (response.statusCode !== 200) throw new Error(`${email} could not sign in: ${response.body}`);
  const { accessToken } = response.json();
  const userId = Number(decodeJwt(accessToken).sub);
  return { ...server.caller(accessToken), userId, email, studentId, token: accessToken };
}

/** Uploads a part of a recording; each part has different content. */
export const record = (caller: Caller, groupId: number, part = 1) =>
  upload(
    caller,
    'uploadExamRecording',
    gzipSync(JSON.stringify([{ type: 4, data: { part }, timestamp: 1 }])),
    {
      fileName: part === 1 ? `${groupId}.json` : `${groupId}.${part}.json`,
      type: 'application/json',
    },
  );

/** The official exams in a user's results. */
export const resultsOf = async (caller: Caller) =>
  (await caller.get('examsPreview')).json<{ exam: { id: number } }[]>().map(({ exam }) => exam.id);

/** Begins and answers an exam, finishes it, uploads the recording and reads the result. */
export async function takeWholeExam(
  server: TestServer,
  caller: SignedInPerson,
  examId: number,
): Promise<void> {
  const begun = (await caller.post(`prepareExam/?examId=${examId}`)).json();
  expect(begun).toMatchObject({ id: examId, status: 'Started' });
  const loaded = (await caller.get(`fullExam?groupId=${begun.groupId}`)).json();
  const exam = runningExam(server, caller, { ...begun, writer: loaded.writer });
  expect((await exam.save(1, [0])).statusCode).toBe(200);
  expect((await exam.finish()).json()).toMatchObject({ status: 'Finished' });
  expect((await record(caller, begun.groupId)).statusCode).toBe(201);
  expect((await caller.put(`examScore/?examId=${examId}`)).statusCode).toBe(200);
  expect(await resultsOf(caller)).toContain(examId);
}

/** The number of exams whose account differs from the account of their enrolment's address. */
export async function countStrayRows({ database: { sql } }: TestServer): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from exam_groups g join exams e on e.group_id = g.id join students s on s.id = g.student_id
      join users u on u.email = s.email
     where g.user_id <> u.id or e.user_id <> u.id or s.user_id <> u.id`;
  return row?.count ?? -1;
}
