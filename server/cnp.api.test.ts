import { gzipSync } from 'node:zlib';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { sendAppointmentMails } from '#server/features/appointments/mail-job.ts';
import { writingStudents } from '#server/features/imports/students/student-commit.ts';
import { sendInvitations } from '#server/features/sign-in/invitations.ts';
import { startMetrics } from '#server/metrics/metrics-server.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aBookableRoom, dayFromToday } from '#server/testing/booking.ts';
import { aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { keepLogLines } from '#server/testing/log-lines.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { type Caller, useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';
import { upload } from '#server/testing/upload.ts';
import { useStarted } from '#server/testing/use-started.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({
  environment: { LOG_LEVEL: 'trace', INSTITUTION: 'umfst', ...mailEnvironment(mail) },
}));
const metrics = useStarted(
  () =>
    startMetrics({
      host: '127.0.0.1',
      port: 0,
      databaseUrl: server.databaseUrl,
      figures: async () => ({ serving: [server.services.metrics?.figures() ?? {}], before: {} }),
    }),
  (started) => started.stop(),
);

/** A valid one, one with a wrong check digit, and one of another person. */
const cnps = {
  planted: '6040501129879',
  imported: '5030601123451',
  wrong: '5030601123452',
  other: '6020304123450',
};
const anyCnp = new RegExp(Object.values(cnps).join('|'));

let admin: SignedInPerson;
let student: SignedInPerson;
let exam: CustomExam;
let form: Record<string, unknown>;
let lines: readonly string[];
const refused: LightMyRequestResponse[] = [];

beforeAll(async () => {
  lines = keepLogLines(server);
  admin = await signedInAs(server, 'admin');
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  const sessionId = await aSession(server);
  const { studyPlace } = exam;
  form = {
    ...{ email: 'ioana.cnp@exam.test', firstName: 'Ioana', lastName: 'Marin', phoneNumber: '0711222333' },
    ...{ nrMatricol: 'M-CNP', cnp: cnps.planted, ...studyPlace },
  };
  const made = await admin.post('students', form);
  expect(made.statusCode, made.body).toBe(201);

  // Refusals: a wrong check digit, another person's address, a number that is taken, a broken body.
  for (const changed of [
    { email: 'x@exam.test', cnp: cnps.wrong },
    { cnp: cnps.other, nrMatricol: 'M-2' },
    { email: 'y@exam.test', cnp: cnps.imported },
    { email: cnps.planted, cnp: cnps.planted },
  ])
    refused.push(await admin.post('students', { ...form, ...changed }));
  refused.push(
    await admin.post(`students`, `{"cnp":"${cnps.planted}",`, { 'content-type': 'application/json' }),
  );

  // An import with a good row and a wrong one, through the queue.
  const names = await namesOf(server, studyPlace);
  const row = (number: number, cnp: string) =>
    aStudentRow(names, number, { 4: cnp, 5: String(studyPlace.year) });
  const importId = await uploadedStudents(admin, studentCsv(row(1, cnps.imported), row(2, cnps.wrong)));
  expect((await admin.post(`imports/${importId}/commit`)).statusCode).toBe(200);
  await writingStudents.run(server.services, { importId }, new AbortController().signal);

  const person = {
    userId: 0,
    email: 'ioana.cnp@exam.test',
    studentId: made.json<Item>().id as number,
    studyPlace,
  };
  const [account] = await server.database.sql<
    { id: number }[]
  >`select id from users where email = ${person.email}`;
  student = await signedIn(server, { ...person, userId: account?.id ?? 0 });
  for (const typed of [
    { email: person.email, password: cnps.planted },
    { email: cnps.planted, password: cnps.planted },
  ])
    refused.push(await server.caller().post('login', typed));
  refused.push(await server.caller().post('forgotPassword', { email: cnps.planted }));

  // A booking with its mail, and a sitting with its recording.
  const room = await aBookableRoom(admin, { rows: [3], slots: [['08:00', '10:00']] });
  const slotOnDay = {
    examDate: await dayFromToday(server, 3),
    examRoomId: room.id,
    examRoomSlotId: room.slotIds[0],
  };
  const created = await student.post('appointments', { ...slotOnDay, examCustomId: exam.id });
  expect(created.statusCode, created.body).toBe(201);
  await sendInvitations(server.services);
  await sendAppointmentMails(server.services);
  const other = await aCustomExam(server, { questions: 2 });
  await server.database
    .sql`insert into custom_exam_series (custom_exam_id, series_id) values (${other.id}, ${studyPlace.seriesId})`;
  const appointment = await anAppointment(server, {
    student: { ...person, userId: student.userId },
    customExamId: other.id,
    sessionId,
  });
  const begun = await student.post(`prepareExam/?examId=${appointment.examId}`);
  expect(begun.statusCode, begun.body).toBe(200);
  const { groupId } = begun.json<{ groupId: number }>();
  const events = gzipSync(JSON.stringify([{ type: 4, data: {}, timestamp: 1 }]));
  refused.push(
    begun,
    await student.get(`fullExam?groupId=${groupId}`),
    await upload(student, 'uploadExamRecording', events, {
      fileName: `${groupId}.json`,
      type: 'application/json',
    }),
    await student.put(`examFinish/?examId=${appointment.examId}`),
  );
});

/** Every reading call, with existing ids. */
async function readEverything(caller: Caller): Promise<LightMyRequestResponse[]> {
  const prefix = '/api/umfst/';
  const reads = server.app.servedRoutes.filter(
    ({ method, url }) => method === 'GET' && url.startsWith(prefix),
  );
  expect(reads.length).toBeGreaterThan(60);
  const responses: LightMyRequestResponse[] = [];
  for (const { url } of reads) {
    const path = url.slice(prefix.length).replaceAll(/:\w+/g, String(student.studentId));
    const query = `take=500&format=csv&lang=ro&search=&skip=0`;
    responses.push(await caller.get(`${path}?${query}`));
  }
  return responses;
}

describe('[SAFE-14] a CNP', () => {
  it('[SAFE-14] is in no response to a student, a teacher or a visitor', async () => {
    const teacher = await signedInAs(server, 'teacher');
    for (const caller of [student, teacher, server.caller()]) {
      const responses = await readEverything(caller);
      expect(responses.filter(({ body }) => anyCnp.test(body)).map(({ raw }) => raw.req.url)).toEqual([]);
    }
    // The office does see it.
    expect((await admin.get(`students/${student.studentId}`)).body).toContain(cnps.planted);
  });

  it('[SAFE-14] is in no refusal and in no response of the exam page', () => {
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([
      400, 409, 409, 400, 400, 401, 400, 400, 200, 200, 201, 200,
    ]);
    expect(refused.filter(({ body }) => anyCnp.test(body)).map(({ raw }) => raw.req.url)).toEqual([]);
  });

  it('[SAFE-14] is in no log line, metric, mail or job, and in no table but those of students and their imports', async () => {
    expect(lines.length).toBeGreaterThan(50);
    expect(lines.filter((line) => anyCnp.test(line))).toEqual([]);
    const figures = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    expect(figures).toContain('exam_requests_total');
    expect(figures).not.toMatch(anyCnp);
    expect(mail.received.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(mail.received)).not.toMatch(anyCnp);
    // The import was queued, so that jobs are among what is searched.
    expect((await server.database.sql`select from jobs.job`).count).toBeGreaterThan(0);
    const { planted, imported, wrong } = cnps;
    expect(await tablesHolding(server.database.sql, [planted, imported, wrong])).toEqual([
      'public.student_import_rows',
      'public.students',
    ]);
  });
});
