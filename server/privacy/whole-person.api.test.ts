import { beforeAll, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Item } from '#contract/item.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { examAnswerId } from '#domain/exam-taking/exam-ids.ts';
import { aSecretary, aStudent, aTeacher } from '#server/testing/accounts.ts';
import { aBookableRoom, aBooker, dayFromToday } from '#server/testing/booking.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { correct } from '#server/testing/corrections.ts';
import { aCustomExam, aSession, aTaughtDiscipline, type CustomExam } from '#server/testing/exams.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import type { PersonData } from './person-data.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let exam: CustomExam;
beforeAll(async () => {
  exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
});

const exported = async (userId: number) =>
  (await admin.get(`users/${userId}/export?format=json`)).json<PersonData>().data;
const entriesOf = async (userId: number, entity: string) =>
  (await exported(userId)).entriesAbout.filter((entry) => entry.entity === entity);
const erase = (userId: number, email: string) => admin.post(`users/${userId}/erasure`, { email });

it('[SAFE-14] the export contains entries about a cancelled appointment and a left waiting place, with the reason for extra time', async () => {
  const room = await aBookableRoom(admin, { rows: [1] });
  const day = { examCustomId: exam.id, examDate: await dayFromToday(server, 3) };
  const slotOnDay = { ...day, examRoomId: room.id, examRoomSlotId: room.slotIds[0] };
  const person = await aBooker(server, exam);
  const { userId, email } = person.student;
  const { id } = (await person.post('appointments', slotOnDay)).json<Appointment>();
  const reason = 'certificat de dislexie';
  const given = await admin.put(`appointments/${id}`, { extraTime: 15, extraTimeReason: reason });
  expect(given.statusCode, given.body).toBe(200);
  expect((await person.delete(`appointments/${id}`)).statusCode).toBe(204);
  await (await aBooker(server, exam)).post('appointments', slotOnDay);
  const waiting = (await person.post('waitingPlaces', day)).json<WaitingPlace>();
  expect((await person.delete(`waitingPlaces/${waiting.id}`)).statusCode).toBe(204);

  const appointments = await entriesOf(userId, 'appointments');
  expect(appointments.map(({ action, entity_id }) => [action, entity_id])).toEqual([
    ['insert', String(id)],
    ['update', String(id)],
    ['delete', String(id)],
  ]);
  expect(appointments.at(-1)?.before).toMatchObject({ extra_reason: reason });
  const places = await entriesOf(userId, 'waiting_places');
  expect(places.map(({ action }) => action)).toEqual(['insert', 'delete']);
  const stranger = await exported((await aStudent(server)).userId);
  expect(JSON.stringify(stranger)).not.toContain(reason);

  expect((await erase(userId, email)).statusCode).toBe(204);
  const after = await entriesOf(userId, 'appointments');
  expect(after.at(-1)?.before).toMatchObject({ extra_reason: { person: userId } });
});

it('[SAFE-14] [RESU-1] the export names a correction for one student without the corrected key', async () => {
  const contested = await aContestedExam(server, { isWhole: true });
  const sat = await aFinishedExam(server, contested);
  const id = await filed(sat, [1]);
  const decision = {
    examQuestionId: sat.questionId(1),
    accepted: true,
    settle: 'changeKey',
    reach: 'student',
    answerIds: [examAnswerId(sat.questionId(1), 0)],
  };
  const settled = await resolve(admin, id, decision);
  expect(settled.statusCode, settled.body).toBe(200);
  const [entry] = await entriesOf(sat.student.userId, 'settlements');
  expect(entry?.after).toMatchObject({ kind: 'changeKey', exam_id: sat.exam.id });
  expect(Object.keys(entry?.after as object)).not.toContain('answers');
});

it('[SAFE-14] the export contains entries about roles of staff, held and removed', async () => {
  const secretary = await aSecretary(server, { collegeId: exam.studyPlace.collegeId });
  expect((await admin.delete(`secretars/${secretary.secretaryId}`)).statusCode).toBe(204);
  expect((await entriesOf(secretary.userId, 'secretaries')).map(({ action }) => action)).toEqual([
    'insert',
    'delete',
  ]);

  const [teacher, next] = [await aTeacher(server), await aTeacher(server)];
  const { id } = await aTaughtDiscipline(server, { studyPlace: exam.studyPlace, questions: 1 });
  for (const holder of [teacher, next]) {
    const draft = { ...(await admin.get(`disciplines/${id}`)).json<Item>(), holders: [holder.userId] };
    const changed = await admin.put(`disciplines/${id}`, draft);
    expect(changed.statusCode, changed.body).toBe(200);
  }
  const actionsOf = async (userId: number) =>
    (await entriesOf(userId, 'discipline_teachers')).map(({ action }) => action);
  expect([await actionsOf(teacher.userId), await actionsOf(next.userId)]).toEqual([
    ['insert', 'delete'],
    ['insert'],
  ]);
});

it('[SAFE-14] an account left by a corrected address is exported and erased with its person, not with the next owner of the address', async () => {
  const { sql } = server.database;
  const { studyPlace } = exam;
  const right = await aStudent(server, { studyPlace });
  const left = await aStudent(server, { studyPlace, email: 'gresita.parasita@exam.test' });
  await sql`insert into appointment_mails (exam_id, user_id, kind, sequence, facts)
    values (1, ${left.userId}, 'reminder', 0, '{"examName":"Histologie"}')`;
  expect((await correct(admin, left, right.email)).statusCode).toBe(200);

  const data = await exported(right.userId);
  expect(data.account.map(({ id }) => id).sort()).toEqual([right.userId, left.userId].sort());
  expect(data.mails).toMatchObject([{ facts: { examName: 'Histologie' } }]);
  expect(data.entriesAbout).toContainEqual(
    expect.objectContaining({ entity: 'users', entity_id: String(left.userId) }),
  );

  // The address gets another owner, who has a new account.
  const other = await aStudent(server, { studyPlace });
  expect((await correct(admin, other, left.email)).statusCode).toBe(200);
  const [owner] = await sql<{ id: number }[]>`select id from users where email = ${left.email}`;
  expect(owner?.id).toBe(other.userId);
  const [before] = await sql<{ name: string }[]>`select name from users where id = ${left.userId}`;
  expect((await exported(other.userId)).account.map(({ id }) => id)).toEqual([other.userId]);
  expect((await erase(other.userId, left.email)).statusCode).toBe(204);
  const [stored] = await sql<{ name: string }[]>`select name from users where id = ${left.userId}`;
  expect(stored).toEqual(before);

  expect((await erase(right.userId, right.email)).statusCode).toBe(204);
  expect(await tablesHolding(sql, [left.email, right.email])).toEqual([]);
  const [erased] = await sql<{ name: string }[]>`select name from users where id = ${left.userId}`;
  expect(erased?.name).toBe(`#${left.userId}`);
  const entries = (await exported(right.userId)).entriesAbout.filter(({ entity }) => entity === 'students');
  expect(JSON.stringify(entries)).not.toContain(left.email);
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
});
