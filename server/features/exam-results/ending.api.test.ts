import { beforeAll, describe, expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { aSecretary, aSeries, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import {
  aCandidate,
  aCustomExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
  someTemplates,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, correctAt, sittingOf } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
});

const reason = 'Pană de curent în sală';

describe('staff end an exam', () => {
  it('[EXAM-7] with a reason, which the history keeps; what was saved counts', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.save(1, await correctAt(exam, 1), { seq: 1 });
    const end = (caller: SignedInPerson, body: unknown = { reason }) =>
      caller.post(`exams/${exam.exam.id}/end`, body);
    expect((await end(await signedInAs(server, 'student'))).statusCode).toBe(403);
    expect((await end(await signedInAs(server, 'teacher'))).statusCode).toBe(404);
    expect((await end(admin, { reason: '  ' })).statusCode).toBe(400);
    expect((await end(admin)).statusCode).toBe(204);
    expect(errorOf(await end(admin))).toEqual([409, 'sitting.notRunning']);
    expect(errorOf(await exam.save(2, [0], { seq: 2 }))).toEqual([409, 'exam.finished']);
    const { exams } = await sittingOf(admin, exam.exam.groupId);
    expect(exams[0]).toMatchObject({ status: 'Finished', finishCause: 'staff', score: 10 });
    expect(exams[0]?.history.find(({ event }) => event === 'finished')).toMatchObject({
      cause: 'staff',
      reason,
      by: expect.any(String),
    });
    const [entry] = await server.database.sql<{ actor: number }[]>`
      select actor_id as actor from audit_log where entity = 'exams' and entity_id = ${String(exam.exam.id)} and action = 'result'`;
    expect(entry?.actor).toBe(admin.userId);
  });

  it('[EXAM-7] and reopen it until the key opens: minutes credited, seals and records stay valid', async () => {
    const own = await aCustomExam(server, { questions: 4 });
    const exam = await aRunningExam(server, own);
    await exam.save(1, await correctAt(exam, 1), { seq: 1 });
    await exam.endIn(-190);
    await closeOverdue(server.database);
    await server.database.sql`
      update appointments set extra_reason = 'Dislexie' where id = ${exam.appointment.id}`;
    await sealAll(server);
    const secretary = await signedIn(
      server,
      await aSecretary(server, { collegeId: own.studyPlace.collegeId }),
    );
    const reopen = (caller: SignedInPerson, minutes = 10) =>
      caller.post(`exams/${exam.exam.id}/reopen`, { reason, minutes });
    expect((await reopen(secretary)).statusCode).toBe(403);
    expect((await reopen(admin, 0)).statusCode).toBe(400);
    expect((await reopen(admin)).statusCode).toBe(204);
    expect(errorOf(await reopen(admin))).toEqual([409, 'exam.notFinished']);
    // At least three minutes and ten seconds were lost; whole minutes are credited, and ten are left from
    // then on.
    const [credited] = await server.database.sql<{ extra: number; left: number }[]>`
      select a.extra_minutes as extra, extract(epoch from e.deadline - v.at)::float8 as left
        from appointments a join exam_groups g on g.appointment_id = a.id join exams e on e.group_id = g.id
        join exam_events v on v.exam_id = e.id and v.kind = ${eventLetters.reopened} where a.id = ${exam.appointment.id}`;
    expect(credited?.extra).toBeGreaterThanOrEqual(14);
    expect(credited?.left).toBeGreaterThanOrEqual(599);
    expect(credited?.left).toBeLessThan(662);
    const resumed = (await exam.student.post(`prepareExam/?examId=${exam.exam.id}`)).json();
    expect(resumed).toMatchObject({ id: exam.exam.id, status: 'Started' });
    expect(
      (await exam.save(2, await correctAt(exam, 2), { seq: 1000, writer: resumed.writer })).statusCode,
    ).toBe(200);
    await exam.student.put(`examFinish/?examId=${exam.exam.id}&writer=${resumed.writer}`);
    const { exams } = await sittingOf(admin, exam.exam.groupId);
    expect(exams[0]).toMatchObject({ score: 20, finishCause: 'student' });
    expect(exams[0]?.history.find(({ event }) => event === 'reopened')).toMatchObject({
      reason,
      minutes: 14,
    });
    const [entry] = await server.database.sql<{ actor: number }[]>`
      select actor_id as actor from audit_log
       where entity = 'appointments' and entity_id = ${String(exam.appointment.id)} and action = 'reopened'`;
    expect(entry?.actor).toBe(admin.userId);
    const appointed = await sittingOf(admin, exam.exam.groupId);
    expect(appointed.extraTimeReason).toBe(`Dislexie; ${reason}`);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
    // 700 of 720 minutes are granted, and four have passed since the deadline.
    await exam.endIn(-190);
    await server.database.sql`update appointments set extra_minutes = 700 where id = ${exam.appointment.id}`;
    expect((await reopen(admin, 17)).json()).toMatchObject({
      error: 'validation.failed',
      errors: [{ path: 'minutes', error: 'validation.max', params: { max: 16 } }],
    });
    await server.database.sql`
      update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours', extra_minutes = 0
       where custom_exam_id = ${own.id}`;
    for (const allowExamPreview of [false, true]) {
      await server.set({ allowExamPreview });
      expect(errorOf(await reopen(admin))).toEqual([409, 'exam.keyOpen']);
    }
  });
});

describe('reopening an exam of several disciplines or of a sitting of several exams', () => {
  const reopen = (examId: number, minutes: number) =>
    admin.post(`exams/${examId}/reopen`, { reason, minutes });

  it('[EXAM-7] is refused once the key of one of its disciplines is open', async () => {
    const studyPlace = await aSeries(server);
    const [shared, other] = [
      await aTaughtDiscipline(server, { studyPlace, questions: 2 }),
      await aTaughtDiscipline(server, { studyPlace, questions: 2 }),
    ];
    const asks = (...disciplines: { id: number }[]) =>
      server.database.transaction(systemAuthor, (tx) =>
        insertCustomExam(tx, {
          ...studyPlace,
          seriesIds: [studyPlace.seriesId],
          name: 'Examen',
          durationMinutes: 60,
          parts: [
            {
              ...(disciplines.length > 1 && { groupName: 'Clinică', credits: 5 }),
              disciplines: disciplines.map(({ id }) => ({ disciplineId: id, questions: 2 })),
            },
          ],
        }),
      );
    const [both, alone, later] = [await asks(shared, other), await asks(shared), await asks(other)];
    const exam = await aRunningExam(server, { id: both, studyPlace, disciplineIds: [shared.id, other.id] });
    await aCandidate(server, { id: later, studyPlace, disciplineIds: [other.id] }, { to: 240 });
    await exam.finish();
    await server.database.sql`
      update appointments set starts_at = now() - interval '70 minutes', ends_at = now() - interval '10 minutes'
       where custom_exam_id = ${both}`;
    // The exam with both disciplines stays closed until the later one ends, and so does everything with both.
    expect((await reopen(exam.exam.id, 5)).statusCode).toBe(204);
    await exam.finish();
    await server.database.sql`
      update appointments set extra_minutes = 0 where custom_exam_id = ${both}`;
    const first = await aRunningExam(server, { id: alone, studyPlace, disciplineIds: [shared.id] });
    await first.finish();
    await server.database.sql`
      update appointments set starts_at = now() - interval '90 minutes', ends_at = now() - interval '20 minutes'
       where custom_exam_id = ${alone}`;
    expect(errorOf(await reopen(exam.exam.id, 5))).toEqual([409, 'exam.keyOpen']);
  });

  it('[EXAM-7] [RESU-1] goes on after the day’s slots while templates keep the key closed, until their session ends', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, own, { sessionId });
    const exam = await aRunningExam(server, own, { sessionId });
    await exam.finish();
    await server.database.sql`
      update appointments set starts_at = now() - interval '90 minutes', ends_at = now() - interval '20 minutes'
       where custom_exam_id = ${own.id}`;
    expect((await reopen(exam.exam.id, 5)).statusCode).toBe(204);
    await exam.student.put(`examFinish/?examId=${exam.exam.id}`);
    await server.database.sql`
      update appointments set extra_minutes = 0 where custom_exam_id = ${own.id}`;
    await server.database.sql`update exam_sessions set end_date = current_date - 2 where id = ${sessionId}`;
    expect(errorOf(await reopen(exam.exam.id, 5))).toEqual([409, 'exam.keyOpen']);
  });

  it('[EXAM-7] [RESU-1] is refused shortly before the key opens, so that it cannot open meanwhile', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const exam = await aRunningExam(server, own);
    await exam.finish();
    // The key opens a minute after the slot.
    await server.database.sql`
      update appointments set starts_at = now() - interval '90 minutes', ends_at = now() - interval '46 seconds'
       where custom_exam_id = ${own.id}`;
    expect(errorOf(await reopen(exam.exam.id, 5))).toEqual([409, 'exam.keyOpen']);
  });

  it('[EXAM-7] gives all exams of the sitting one clock, and lost time is credited once', async () => {
    const own = await aCustomExam(server, { questions: 2, parts: 2 });
    const exam = await aRunningExam(server, own);
    await exam.endIn(-190);
    await closeOverdue(server.database);
    const { exams } = await sittingOf(admin, exam.exam.groupId);
    for (const { id } of exams) expect((await reopen(id, 10)).statusCode).toBe(204);
    const after = await sittingOf(admin, exam.exam.groupId);
    // Four minutes were lost; ten and ten are granted.
    expect(after.extraTime).toBe(24);
    expect(new Set(after.exams.map(({ deadline }) => deadline)).size).toBe(1);
  });

  describe('when its deadline is after its appointment', () => {
    /** Whether an exam ends with its appointment, so that the key stays closed until then. */
    const endsInTime = async (examId: number) => {
      const [row] = await server.database.sql<{ isInTime: boolean }[]>`
        select e.deadline <= a.ends_at + make_interval(mins => a.extra_minutes) as "isInTime"
          from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id where e.id = ${examId}`;
      return row?.isInTime;
    };

    it('[EXAM-7] [EXAM-11] [RESU-1] does not give back extra time that was taken away after the student finished', async () => {
      const own = await aCustomExam(server, { questions: 2 });
      const { exam, finish, appointment } = await aRunningExam(server, own, { to: 10, extraMinutes: 60 });
      await finish();
      const path = `appointments/${appointment.id}`;
      expect((await admin.put(path, { extraTime: 0 })).json()).toMatchObject({ extraTime: 0 });
      expect(await endsInTime(exam.id)).toBe(false);
      expect((await reopen(exam.id, 10)).statusCode).toBe(204);
      expect(await endsInTime(exam.id)).toBe(true);
      expect((await admin.get(path)).json()).toMatchObject({ extraTime: 10 });
    });

    it('[EXAM-7] [PRINT-1] [RESU-1] counts the time since the slot of a paper that was entered after it', async () => {
      const own = await aCustomExam(server, { questions: 2 });
      const { appointment } = await aCandidate(server, own);
      // Keeps the key closed.
      await aCandidate(server, own, { to: 240 });
      await prepareDuePapers(server.services);
      const [paper] = await server.database.sql<{ groupId: number; id: number }[]>`
        select e.group_id as "groupId", e.id from exams e join exam_groups g on g.id = e.group_id
         where g.appointment_id = ${appointment.id}`;
      if (!paper) throw new Error('no paper was drawn');
      await admin.post('examPrint', { appointments: [appointment.id] });
      await server.database.sql`
        update appointments set ends_at = now() - interval '2 minutes' where id = ${appointment.id}`;
      for (const caller of [admin, await signedInAs(server, 'admin')]) {
        const body = { exams: [{ examId: paper.id, ticks: [1, 0] }] };
        expect((await caller.put(`paperEntries/${paper.groupId}`, body)).statusCode).toBe(200);
      }
      expect(await endsInTime(paper.id)).toBe(false);
      expect((await reopen(paper.id, 10)).statusCode).toBe(204);
      expect(await endsInTime(paper.id)).toBe(true);
      // More than two minutes have passed since the slot.
      expect((await admin.get(`appointments/${appointment.id}`)).json()).toMatchObject({ extraTime: 13 });
    });
  });
});
