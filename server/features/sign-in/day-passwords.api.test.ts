import { beforeAll, describe, expect, it } from 'vitest';
import type { DaySheet } from '#contract/day-passwords.ts';
import {
  anAssignment,
  anEnrolment,
  aSeries,
  aStudent,
  aTeacher,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, aSession, aTaughtDiscipline } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

// Nothing listens at the address of the directory.
const environment = { LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE: 'dc=exam,dc=test' };
const server = useTestServer({ environment });
const admin = useSignedInAs(server, 'admin');
let today: string;
beforeAll(async () => {
  await server.set({ ldapForStudents: true });
  const [row] = await server.database.sql<{ today: string }[]>`select current_date::text as today`;
  today = row?.today ?? '';
});

const login = (email: string, password: string) => server.caller().post('login', { email, password });
const print = (body: object) => admin.post('dayPasswords', { examDate: today, ...body });
const passwordOf = (sheet: DaySheet, email: string) =>
  sheet.slips.find((slip) => slip.email === email)?.password ?? '';

async function seated(customExam?: Awaited<ReturnType<typeof aCustomExam>>) {
  const exam = customExam ?? (await aCustomExam(server, { questions: 2 }));
  const student = await aStudent(server, { studyPlace: exam.studyPlace });
  const appointment = await anAppointment(server, { student, customExamId: exam.id });
  const [slot] = await server.database.sql<{ id: number; day: string }[]>`
    select room_slot_id as id, exam_date::text as day from appointments where id = ${appointment.id}`;
  return { student, appointment, slotId: slot?.id ?? 0, day: slot?.day ?? '', studyPlace: exam.studyPlace };
}

describe('[AUTH-4] while the directory is down', () => {
  it('[AUTH-4] the students of a room and slot sign in once with a printed password of the day', async () => {
    const { student, slotId, day } = await seated();
    expect(errorOf(await login(student.email, 'anything'))).toEqual([503, 'auth.directoryDown']);
    const places = (await admin.get(`dayPasswords/places?examDate=${day}`)).json();
    expect(places).toContainEqual(expect.objectContaining({ examRoomSlotId: slotId, students: 1 }));
    const sheet = (await print({ examDate: day, examRoomSlotId: slotId })).json<DaySheet>();
    expect(sheet.slips).toMatchObject([{ email: student.email, row: 1, seat: 7, why: null }]);
    const password = passwordOf(sheet, student.email);
    expect(errorOf(await login(student.email, `${password}x`))).toEqual([503, 'auth.directoryDown']);
    // As typed from paper.
    const entered = await login(student.email, ` ${password.toUpperCase()} `);
    expect(entered.statusCode).toBe(200);
    expect(entered.json().setPasswordToken).toBeNull();
    expect(errorOf(await login(student.email, password))).toEqual([503, 'auth.directoryDown']);
  });

  it('[AUTH-4] a student who is taking an exam signs in again with the same one', async () => {
    const { student, appointment, slotId, day } = await seated();
    const sheet = (await print({ examDate: day, examRoomSlotId: slotId })).json<DaySheet>();
    const password = passwordOf(sheet, student.email);
    const { accessToken } = (await login(student.email, password)).json<{ accessToken: string }>();
    const begun = await server.caller(accessToken).post(`prepareExam/?examId=${appointment.examId}`);
    expect(begun.statusCode).toBe(200);
    expect((await login(student.email, password)).statusCode).toBe(200);
  });

  it('[AUTH-4] a student who is taking a simulation does not', async () => {
    const { student, slotId, day, studyPlace } = await seated();
    await aSession(server, { simulation: true });
    const { id: pkDiscipline } = await aTaughtDiscipline(server, { studyPlace, questions: 2 });
    const sheet = (await print({ examDate: day, examRoomSlotId: slotId })).json<DaySheet>();
    const password = passwordOf(sheet, student.email);
    const { accessToken } = (await login(student.email, password)).json<{ accessToken: string }>();
    const begun = await server.caller(accessToken).post('prepareSimulation', { pkDiscipline });
    expect(begun.json()).toMatchObject({ status: 'Started' });
    expect(errorOf(await login(student.email, password))).toEqual([503, 'auth.directoryDown']);
  });

  it('[AUTH-4] only one of two simultaneous sign-ins uses it up', async () => {
    const studyPlace = await aSeries(server);
    const student = await aStudent(server, { studyPlace });
    const sheet = (await print({ seriesId: studyPlace.seriesId })).json<DaySheet>();
    const password = passwordOf(sheet, student.email);
    const codes = (await Promise.all([1, 2, 3].map(() => login(student.email, password)))).map(
      (response) => response.statusCode,
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
  });

  it('[AUTH-4] printing again replaces them, and they do not work on another day or for another account', async () => {
    const studyPlace = await aSeries(server);
    const student = await aStudent(server, { studyPlace });
    const other = await aStudent(server, { studyPlace });
    const first = (await print({ seriesId: studyPlace.seriesId })).json<DaySheet>();
    const second = (await print({ seriesId: studyPlace.seriesId })).json<DaySheet>();
    expect((await login(student.email, passwordOf(first, student.email))).statusCode).toBe(503);
    expect((await login(other.email, passwordOf(second, student.email))).statusCode).toBe(503);
    await server.database
      .sql`update day_passwords set day = current_date - 1 where user_id = ${other.userId}`;
    expect((await login(other.email, passwordOf(second, other.email))).statusCode).toBe(503);
    expect((await login(student.email, passwordOf(second, student.email))).statusCode).toBe(200);
  });

  it('[AUTH-4] another sheet of the day leaves the slips of a room valid', async () => {
    const { student, slotId, day, studyPlace } = await seated();
    const printed = async (place: object) =>
      passwordOf((await print({ examDate: day, ...place })).json<DaySheet>(), student.email);
    const ofRoom = await printed({ examRoomSlotId: slotId });
    const ofSeries = await printed({ seriesId: studyPlace.seriesId });
    const again = await printed({ seriesId: studyPlace.seriesId });
    const statuses: number[] = [];
    for (const password of [ofRoom, ofSeries, again, ofRoom])
      statuses.push((await login(student.email, password)).statusCode);
    // Only the sheet that was printed twice has replaced its slips, and each slip works once.
    expect(statuses).toEqual([200, 503, 200, 503]);
  });

  it('[AUTH-4] printing a sheet again also ends the slips of those who have left its room', async () => {
    const { student, slotId, day, studyPlace } = await seated();
    const other = await aStudent(server, { studyPlace });
    const ofBoth = (await print({ examDate: day, seriesId: studyPlace.seriesId })).json<DaySheet>();
    const password = passwordOf(ofBoth, other.email);
    const ofRoom = (await print({ examDate: day, examRoomSlotId: slotId })).json<DaySheet>();
    expect((await admin.delete(`students/${other.studentId}`)).statusCode).toBe(204);
    await print({ examDate: day, seriesId: studyPlace.seriesId });
    const stored = await server.database.sql`
      select from day_passwords where user_id = ${other.userId} and day = ${day}::date`;
    expect(stored.count).toBe(0);
    expect((await login(other.email, password)).statusCode).not.toBe(200);
    expect((await login(student.email, passwordOf(ofRoom, student.email))).statusCode).toBe(200);
  });

  it('[AUTH-4] the printing and the use are in the audit log, the password is not', async () => {
    const studyPlace = await aSeries(server);
    const student = await aStudent(server, { studyPlace });
    const sheet = (await print({ seriesId: studyPlace.seriesId })).json<DaySheet>();
    const password = passwordOf(sheet, student.email);
    await login(student.email, password);
    const entries = await server.database.sql<{ action: string; actorId: number; text: string }[]>`
      select action, actor_id as "actorId", coalesce(before::text, '') || coalesce(after::text, '') as text from audit_log
       where entity = 'day_passwords' and coalesce(after, before) ->> 'user_id' = ${String(student.userId)} order by id`;
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['dayPasswordMade', admin.userId],
      ['dayPasswordUsed', student.userId],
    ]);
    const [stored] = await server.database.sql<{ hash: string }[]>`
      select hash from day_passwords where user_id = ${student.userId}`;
    for (const { text } of entries) {
      expect(text).not.toContain(password);
      expect(text).not.toContain(stored?.hash);
    }
    expect(stored?.hash).not.toContain(password);
  });

  it('[AUTH-4] staff and disabled accounts get none, with the reason', async () => {
    const studyPlace = await aSeries(server);
    const disabled = await aStudent(server, { studyPlace });
    await admin.post(`users/${disabled.userId}/disable`, {});
    const administrator = await signedInAs(server, 'admin');
    await anEnrolment(server, administrator, { studyPlace });
    const helper = await anEnrolment(server, await aTeacher(server), { studyPlace });
    await anAssignment(server, helper, { collegeId: studyPlace.collegeId });
    const { slips } = (await print({ seriesId: studyPlace.seriesId })).json<DaySheet>();
    const why = Object.fromEntries(slips.map((slip) => [slip.email, [slip.why, slip.password === null]]));
    expect(why[disabled.email]).toEqual(['disabled', true]);
    expect(why[administrator.email]).toEqual(['local', true]);
    expect(why[helper.email]).toEqual([null, false]);
  });

  it('[AUTH-4] is refused for a day that is over, an empty series, and without the directory', async () => {
    const { seriesId } = await aSeries(server);
    expect(errorOf(await print({ examDate: '2020-01-01', seriesId }))).toEqual([409, 'dayPassword.past']);
    expect(errorOf(await print({ seriesId }))).toEqual([409, 'dayPassword.nobody']);
    const other = await testServer();
    const boss = await signedInAs(other, 'admin');
    const local = await boss.post('dayPasswords', { examDate: today, seriesId: 1 });
    expect(errorOf(local)).toEqual([409, 'dayPassword.noDirectory']);
    await other.close();
  });
});
