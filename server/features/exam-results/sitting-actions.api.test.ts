import { beforeAll, describe, expect, it } from 'vitest';
import type { StudentExam } from '#contract/students-exams.ts';
import { aSecretary, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aBookableRoom, dayFromToday } from '#server/testing/booking.ts';
import { aContestedExam } from '#server/testing/contestations.ts';
import { aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { holderOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, sittingOf } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
});

const reason = 'Pană de curent în sală';
const rows = async (caller: SignedInPerson, query: string) =>
  (await caller.get(`studentsExams?${query}`)).json<StudentExam[]>();

describe('annulling a sitting', () => {
  it('ends it, removes it from the results, permits a second one, and can be undone until there is one', async () => {
    const own = await aCustomExam(server, { questions: 4 });
    const sessionId = await aSession(server);
    const exam = await aRunningExam(server, own, { sessionId });
    const annul = () => admin.post(`sittings/${exam.exam.groupId}/annul`, { reason });
    const restore = () => admin.delete(`sittings/${exam.exam.groupId}/annul`);
    const again = () =>
      anAppointment(server, {
        student: { ...exam.student, studentId: exam.student.studentId ?? 0, studyPlace: own.studyPlace },
        customExamId: own.id,
        sessionId,
      });
    expect(errorOf(await restore())).toEqual([409, 'sitting.notAnnulled']);
    await expect(again()).rejects.toThrow();
    expect((await annul()).statusCode).toBe(204);
    expect(errorOf(await annul())).toEqual([409, 'sitting.annulled']);
    expect(errorOf(await exam.save(1, [0], { seq: 9 }))).toEqual([409, 'exam.finished']);
    expect(await rows(admin, `examCustomId=${own.id}`)).toMatchObject([{ state: 'annulled' }]);
    expect((await admin.get(`studentsExams/totals?examCustomId=${own.id}`)).json()).toMatchObject({
      sat: 0,
      annulled: 1,
    });
    const [shown] = (await exam.student.get('examsPreview')).json();
    expect(shown.exam).toMatchObject({ id: exam.exam.id, annulled: true });
    const score = () => exam.student.put(`examScore?examId=${exam.exam.id}`);
    expect((await score()).json().exam).toMatchObject({ id: exam.exam.id, annulled: true });
    expect(errorOf(await admin.post(`exams/${exam.exam.id}/reopen`, { reason, minutes: 5 }))).toEqual([
      409,
      'sitting.annulled',
    ]);
    const second = await again();
    const begun = (await exam.student.post('prepareExam/')).json();
    expect(begun).toMatchObject({ id: second.examId, status: 'Started' });
    // The second one is at the same time here; at another time the refusal would be a duplicate booking.
    expect(errorOf(await restore())).toEqual([409, 'appointment.elsewhere']);
    await admin.post(`exams/${begun.id}/end`, { reason });
    await admin.post(`sittings/${begun.groupId}/annul`, { reason });
    expect((await restore()).statusCode).toBe(204);
    expect((await score()).json().exam).not.toHaveProperty('annulled');
    expect((await rows(admin, `examCustomId=${own.id}&state=finished`)).length).toBe(1);
    const { annulled } = await sittingOf(admin, begun.groupId);
    expect(annulled).toMatchObject({ reason, by: expect.any(String) });
    const actions = await server.database.sql<{ action: string }[]>`
      select action from audit_log where entity = 'appointments' and action in ('annulled', 'restored') order by id`;
    expect(actions.map(({ action }) => action).slice(-3)).toEqual(['annulled', 'annulled', 'restored']);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('permits a booking by the student and by the office, which has to be cancelled before it is undone', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server);
    const { student, exam, finish } = await aRunningExam(server, own, { sessionId });
    await finish();
    const room = await aBookableRoom(admin, { seats: 3 });
    const wish = {
      examCustomId: own.id,
      examDate: await dayFromToday(server, 3),
      examRoomId: room.id,
      examRoomSlotId: room.slotIds[0],
      examSessionId: sessionId,
    };
    const byStudent = () => student.post('appointments', wish);
    const byOffice = () => admin.post('appointments', { ...wish, studentId: student.studentId });
    const restore = () => admin.delete(`sittings/${exam.groupId}/annul`);
    for (const book of [byStudent, byOffice]) expect((await book()).statusCode).toBe(409);
    expect((await admin.post(`sittings/${exam.groupId}/annul`, { reason })).statusCode).toBe(204);
    for (const book of [byStudent, byOffice]) {
      const created = await book();
      expect(created.statusCode, created.body).toBe(201);
      expect(errorOf(await restore())).toEqual([409, 'appointment.examTwice']);
      expect((await admin.delete(`appointments/${created.json().id}`)).statusCode).toBe(204);
    }
    expect((await restore()).statusCode).toBe(204);
    for (const book of [byStudent, byOffice]) expect((await book()).statusCode).toBe(409);
  });

  it('[SAFE-8] waits for earlier saves', async () => {
    const [exam, other] = [await aRunningExam(server, custom), await aRunningExam(server, custom)];
    let responses: Promise<{ statusCode: number }[]> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      const first = exam.save(1, [0], { seq: 1 });
      await untilWaiting(server.database.sql, 1);
      const second = exam.save(2, [1], { seq: 2 });
      // By now the second save has arrived too, and then the annulment.
      for (const seq of [1, 2]) expect((await other.save(1, [0], { seq })).statusCode).toBe(200);
      const annulling = admin.post(`sittings/${exam.exam.groupId}/annul`, { reason });
      for (const _ of [1, 2]) await sittingOf(admin, other.exam.groupId);
      responses = Promise.all([first, second, annulling]);
    });
    expect((await responses)?.map(({ statusCode }) => statusCode)).toEqual([200, 200, 204]);
    expect(await exam.storedAt(2)).toMatchObject({ ticks: 2 });
  });
});

it('[EXAM-11] credits time from the sitting: the page learns of it with its next call, and the history shows it', async () => {
  const exam = await aRunningExam(server, custom);
  const credit = (caller: SignedInPerson, minutes = 12) =>
    caller.post(`sittings/${exam.exam.groupId}/creditTime`, { reason, minutes });
  const left = async (seq: number) => (await exam.save(1, [0], { seq })).json().remainingSeconds;
  const before = await left(1);
  expect((await credit(await signedInAs(server, 'teacher'))).statusCode).toBe(403);
  expect((await credit(await signedInAs(server, 'secretary'))).statusCode).toBe(404);
  expect((await credit(admin, 0)).statusCode).toBe(400);
  expect((await credit(admin)).statusCode).toBe(204);
  expect((await left(2)) - before).toBeGreaterThan(11 * 60);
  expect((await credit(admin, 3)).statusCode).toBe(204);
  const shown = await sittingOf(admin, exam.exam.groupId);
  expect(shown).toMatchObject({ extraTime: 15, extraTimeReason: `${reason}; ${reason}` });
  expect(shown.exams[0]?.history.filter(({ event }) => event === 'timeCredited')).toMatchObject([
    { minutes: 12 },
    { minutes: 3 },
  ]);
  for (const minutes of [240, 240, 225]) expect((await credit(admin, minutes)).statusCode).toBe(204);
  expect((await credit(admin, 1)).json()).toMatchObject({
    errors: [{ path: 'minutes', error: 'validation.max', params: { max: 0 } }],
  });
  await exam.finish();
  expect(errorOf(await credit(admin))).toEqual([409, 'sitting.notRunning']);
});

it('[EXAM-9] frees the computer: the student’s sign-ins end, and a new one continues', async () => {
  const exam = await aRunningExam(server, custom);
  const free = () => admin.post(`sittings/${exam.exam.groupId}/freeComputer`, { reason });
  expect((await free()).statusCode).toBe(204);
  expect((await exam.save(1, [0], { seq: 1 })).statusCode).toBe(401);
  const again = await signedIn(server, exam.student);
  expect((await again.post('prepareExam/')).json()).toMatchObject({ id: exam.exam.id, status: 'Started' });
  await admin.post(`exams/${exam.exam.id}/end`, { reason });
  expect(errorOf(await free())).toEqual([409, 'sitting.notRunning']);
});

it('[EXAM-7] [EXAM-9] [EXAM-11] [ROLE-5] opens each action to its roles in reach of the exam, and refuses it to everyone else', async () => {
  const own = await aContestedExam(server);
  const holder = holderOf(own);
  const collaborator = await signedInAs(server, 'teacher');
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    values (${own.exam.disciplineIds[0] ?? 0}, ${collaborator.email}, 'collaborator')`;
  const { collegeId } = own.exam.studyPlace;
  const callers = {
    student: await signedInAs(server, 'student'),
    teacher: await signedInAs(server, 'teacher'),
    dean: await signedInAs(server, 'dean'),
    collaborator,
    otherOffice: await signedInAs(server, 'secretary'),
    holder,
    office: await signedIn(server, await aSecretary(server, { collegeId })),
  };
  const exam = await aRunningExam(server, own.exam, { sessionId: own.sessionId });
  const { groupId, id } = exam.exam;
  /** What each caller gets, one after the other. */
  const statuses = async (act: (caller: SignedInPerson) => Promise<{ statusCode: number }>) => {
    const all: Record<string, number> = {};
    for (const [name, caller] of Object.entries(callers)) all[name] = (await act(caller)).statusCode;
    return all;
  };
  const strangers = { student: 403, teacher: 404, dean: 404, collaborator: 404, otherOffice: 404 };
  const teachers = { teacher: 403, dean: 403, collaborator: 403, holder: 403 };
  const reopened = await statuses((caller) => caller.post(`exams/${id}/reopen`, { reason, minutes: 5 }));
  expect(reopened).toEqual({ ...strangers, ...teachers, otherOffice: 403, office: 403 });
  expect(
    await statuses((caller) => caller.post(`sittings/${groupId}/creditTime`, { reason, minutes: 5 })),
  ).toEqual({ ...strangers, ...teachers, office: 204 });
  expect(await statuses((caller) => caller.post(`sittings/${groupId}/freeComputer`, { reason }))).toEqual({
    ...strangers,
    holder: 204,
    office: 204,
  });
  // The holder ends it; the office is too late.
  expect(await statuses((caller) => caller.post(`exams/${id}/end`, { reason }))).toEqual({
    ...strangers,
    holder: 204,
    office: 409,
  });
  expect(await statuses((caller) => caller.post(`sittings/${groupId}/annul`, { reason }))).toEqual({
    ...strangers,
    ...teachers,
    office: 204,
  });
  expect(await statuses((caller) => caller.delete(`sittings/${groupId}/annul`))).toEqual({
    ...strangers,
    ...teachers,
    office: 204,
  });
  expect((await admin.post(`exams/${id}/reopen`, { reason, minutes: 5 })).statusCode).toBe(204);
});
