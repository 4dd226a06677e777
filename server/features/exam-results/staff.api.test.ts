import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SittingDetails, StudentExam } from '#contract/students-exams.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { theSystem } from '#server/db/database.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import {
  aSecretary,
  aSeries,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import {
  aCandidate,
  aCustomExam,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
let admin: SignedInPerson;
let custom: CustomExam;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
  custom = await aCustomExam(server, { questions: 4 });
});

const reason = 'Pană de curent în sală';
const correctAt = async (exam: RunningExam, index: number) =>
  (await exam.storedAt(index)).slots.flatMap((slot, place) => (slot < 5 ? [place] : []));
const rows = async (caller: SignedInPerson, query: string) =>
  (await caller.get(`studentsExams?${query}`)).json<StudentExam[]>();
const sitting = async (caller: SignedInPerson, groupId: number) =>
  (await caller.get(`sittings/${groupId}`)).json<SittingDetails>();
const teaches = (person: Person, disciplineId: number, part: 'holder' | 'collaborator') => server.database
  .sql`
  insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${person.email}, ${part})`;

/** A cohort: one perfect exam, one empty exam, one running, one absent student, all of one session. */
async function aCohort() {
  const exam = await aCustomExam(server, { questions: 4 });
  const sessionId = await aSession(server);
  const best = await aRunningExam(server, exam, { sessionId });
  for (let index = 1; index <= 4; index += 1)
    await best.save(index, await correctAt(best, index), { seq: index });
  await best.finish();
  const empty = await aRunningExam(server, exam, { sessionId });
  await empty.finish();
  const running = await aRunningExam(server, exam, { sessionId });
  const absent = await aCandidate(server, exam, { sessionId, from: -200, to: -10 });
  await aCandidate(server, exam, { sessionId, from: 300, to: 420 });
  return { exam, sessionId, best, empty, running, absent };
}

describe('the list of students’ exams', () => {
  it('[RESU-3] has the fields of the spec, filters, totals and an export; absent students appear', async () => {
    const { exam, sessionId, best, empty, running } = await aCohort();
    const all = await rows(admin, `examCustomId=${exam.id}`);
    expect(all.map(({ examId, state }) => [examId, state]).sort()).toEqual(
      [
        [best.exam.id, 'finished'],
        [empty.exam.id, 'finished'],
        [running.exam.id, 'running'],
        [null, 'absent'],
      ].sort(),
    );
    expect(all.find(({ examId }) => examId === best.exam.id)).toMatchObject({
      groupId: best.exam.groupId,
      firstName: expect.any(String),
      lastName: expect.any(String),
      numarMatricol: expect.any(String),
      year: exam.studyPlace.year,
      score: 40,
      maxPoints: 40,
      grade: 10,
      isPartial: false,
    });
    const { seriesId } = exam.studyPlace;
    for (const [query, count] of [
      [`sessionId=${sessionId}`, 4],
      [`sessionId=${await aSession(server)}`, 0],
      [`pkDiscipline=${exam.disciplineIds[0]}`, 4],
      [`pkDiscipline=${custom.disciplineIds[0]}&examCustomId=${exam.id}`, 0],
      [`seriesId=${seriesId}`, 4],
      [`seriesId=${custom.studyPlace.seriesId}&examCustomId=${exam.id}`, 0],
      [`examCustomId=${exam.id}&state=absent`, 1],
      [`examCustomId=${exam.id}&search=nimeni`, 0],
    ] as const) {
      const answer = await admin.get(`studentsExams?${query}`);
      expect([query, answer.headers['x-total-count'], answer.json().length]).toEqual([
        query,
        String(count),
        count,
      ]);
    }
    expect((await admin.get(`studentsExams/totals?examCustomId=${exam.id}`)).json()).toEqual({
      sat: 2,
      absent: 1,
      running: 1,
      annulled: 0,
      passed: 1,
      mean: 5.5,
    });
    const byGrade = await rows(admin, `examCustomId=${exam.id}&sort=grade&desc=true&take=1`);
    expect(byGrade[0]?.examId).toBe(best.exam.id);
    const file = await admin.get(
      `studentsExams/export?examCustomId=${exam.id}&format=csv&lang=ro&columns=examId,state,grade&sort=grade`,
    );
    expect(file.body.slice(1).trimEnd().split('\r\n')).toEqual([
      'Nr.,Stare,Notă',
      `${empty.exam.id},încheiat,1`,
      `${best.exam.id},încheiat,10`,
      expect.stringMatching(/în desfășurare|absent/),
      expect.stringMatching(/în desfășurare|absent/),
    ]);
    const { customExams } = (await admin.get('studentsExams/choices')).json();
    expect(customExams).toContainEqual({ id: exam.id, name: 'Examen de semestru' });
  });

  it('[RESU-3] [ROLE-5] [ROLE-10] shows holders, secretaries and the dean’s office what is theirs', async () => {
    const { exam } = await aCohort();
    const holder = await aTeacher(server);
    const collaborator = await aTeacher(server);
    await teaches(holder, exam.disciplineIds[0] ?? 0, 'holder');
    await teaches(collaborator, exam.disciplineIds[0] ?? 0, 'collaborator');
    const { collegeId } = exam.studyPlace;
    const seen = async (caller: SignedInPerson) => (await rows(caller, `examCustomId=${exam.id}`)).length;
    expect(await seen(await signedIn(server, holder))).toBe(4);
    expect(await seen(await signedIn(server, collaborator))).toBe(0);
    expect(await seen(await signedIn(server, await aSecretary(server, { collegeId })))).toBe(4);
    expect(await seen(await signedInAs(server, 'secretary'))).toBe(0);
    const dean = await signedInAs(server, 'dean');
    expect(await seen(dean)).toBe(4);
    // A dean who also teaches opens the exams of what they hold, and only reads the others.
    const opened = async (caller: SignedInPerson) =>
      (await rows(caller, `examCustomId=${exam.id}`)).filter(({ mayOpen }) => mayOpen);
    expect(await opened(dean)).toEqual([]);
    const [other] = await rows(admin, `examCustomId=${exam.id}&state=running`);
    expect((await dean.get(`sittings/${other?.groupId}`)).statusCode).toBe(404);
    await teaches(dean, exam.disciplineIds[0] ?? 0, 'holder');
    const open = await opened(dean);
    expect(open).toHaveLength(3);
    for (const { groupId } of open) expect((await dean.get(`sittings/${groupId}`)).statusCode).toBe(200);
    expect((await (await signedInAs(server, 'student')).get('studentsExams')).statusCode).toBe(403);
  });

  it('[RESU-3] [ROLE-5] of an integrative exam shows a holder the score and questions of their discipline', async () => {
    const studyPlace = await aSeries(server);
    const [first, second] = [
      await aTaughtDiscipline(server, { studyPlace, questions: 3 }),
      await aTaughtDiscipline(server, { studyPlace, questions: 2 }),
    ];
    const id = await server.database.transaction(theSystem, (tx) =>
      insertCustomExam(tx, {
        ...studyPlace,
        seriesIds: [studyPlace.seriesId],
        name: 'Integrativ',
        durationMinutes: 60,
        parts: [
          {
            groupName: 'Clinică',
            credits: 5,
            disciplines: [
              { disciplineId: first.id, questions: 3 },
              { disciplineId: second.id, questions: 2 },
            ],
          },
        ],
      }),
    );
    const exam = await aRunningExam(server, { id, studyPlace, disciplineIds: [first.id, second.id] });
    for (let index = 1; index <= 5; index += 1)
      await exam.save(index, await correctAt(exam, index), { seq: index });
    await exam.finish();
    const holder = await aTeacher(server);
    await teaches(holder, second.id, 'holder');
    const caller = await signedIn(server, holder);
    expect(await rows(caller, `examCustomId=${id}`)).toMatchObject([
      { score: 20, maxPoints: 20, grade: null, isPartial: true },
    ]);
    expect(await rows(admin, `examCustomId=${id}`)).toMatchObject([
      { score: 50, grade: 10, isPartial: false },
    ]);
    const { exams } = await sitting(caller, exam.exam.groupId);
    expect(exams[0]).toMatchObject({ score: 20, maxPoints: 20, grade: null, isPartial: true });
    expect(exams[0]?.questionExams).toHaveLength(2);
    expect(exams[0]?.history.filter(({ event }) => event === 'saved')).toHaveLength(2);
    const preview = (await caller.get(`previewExam?examId=${exam.exam.id}`)).json();
    expect([preview.questionExams.length, preview.exam.score, preview.exam.grade]).toEqual([2, 20, null]);
    const rescoredBy = async (who: SignedInPerson) =>
      (await who.post('statistics/whatIf', { examCustomId: id, mode: 'JUST_CORRECT' })).json();
    expect(await rescoredBy(caller)).toMatchObject({
      isPartial: true,
      changed: 0,
      oldMean: null,
      oldPassed: null,
      newPassed: null,
      exams: [{ oldScore: 20, oldGrade: null, newGrade: null }],
    });
    expect(await rescoredBy(admin)).toMatchObject({
      isPartial: false,
      oldMean: 10,
      oldPassed: 1,
      exams: [{ oldScore: 50, oldGrade: 10 }],
    });
    expect((await caller.get(`studentsExams/totals?examCustomId=${id}`)).json()).toMatchObject({
      sat: 1,
      passed: 0,
      mean: null,
    });
    const events = (await caller.get(`exams/${exam.exam.id}/events`)).json();
    expect(events.filter(({ event }: { event: string }) => event === 'saved')).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ event: 'finished', client: { cause: 'student' } });
    for (const shown of ['score', 'grade', 'maxPoints'])
      expect(events.at(-1).client).not.toHaveProperty(shown);
    const whole = (await admin.get(`exams/${exam.exam.id}/events`)).json();
    expect(whole.at(-1).client).toMatchObject({ score: 50, grade: 10, maxPoints: 50 });
  });
});

describe('one sitting', () => {
  it('[RESU-7] tells who, seat, times, questions as served with ticks, key and points, and the recording', async () => {
    const exam = await aRunningExam(server, custom);
    const correct = await correctAt(exam, 2);
    await exam.save(2, correct, { seq: 1 });
    const running = await sitting(admin, exam.exam.groupId);
    expect(running.exams[0]).toMatchObject({ status: 'Started', questionExams: [], score: null });
    const file = { fileName: `${exam.exam.groupId}.json` };
    await upload(exam.student, 'uploadExamRecording', Buffer.from('[]'), file);
    await exam.finish();
    const shown = await sitting(admin, exam.exam.groupId);
    expect(shown).toMatchObject({
      examName: 'Examen de semestru',
      numarMatricol: expect.any(String),
      examRow: 1,
      seatNumber: 7,
      building: 'A',
      computers: 1,
      annulled: null,
      recordings: [`${exam.exam.groupId}.json`],
    });
    const [one] = shown.exams;
    expect(one).toMatchObject({ id: exam.exam.id, status: 'Finished', score: 10, answered: 1 });
    expect(one?.questionExams.map(({ index, points }) => [index, points])).toEqual([
      [1, 0],
      [2, 10],
      [3, 0],
      [4, 0],
    ]);
    const answers = one?.questionExams[1]?.answerExams ?? [];
    expect(answers.flatMap(({ isChecked }, place) => (isChecked ? [place] : []))).toEqual(correct);
    expect(answers.flatMap(({ answer }, place) => (answer.isCorrect ? [place] : []))).toEqual(correct);
  });

  it('[RESU-7] has its history: answers, skips, losses, takeovers, late answers and credited time', async () => {
    const exam = await aRunningExam(server, custom);
    const said = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
    await exam.next(1, [0], { seq: 1, clientTime: said(0) });
    await exam.next(2, undefined, { isSkiped: true, seq: 2, clientTime: said(0) });
    await exam.save(3, [1], { seq: 3, clientTime: said(95) });
    const second = await signedIn(server, exam.student);
    const loaded = (await second.get(`getExamById/?groupId=${exam.exam.groupId}`)).json();
    await server.database.sql`update appointments set extra_minutes = 7 where id = ${exam.appointment.id}`;
    await second.put('examSave/', {
      ...exam.body(4, [2], { seq: loaded.seqFloor + 1, saveId: randomUUID() }),
      writer: loaded.writer,
    });
    await second.put(`examFinish/?examId=${exam.exam.id}&writer=${loaded.writer}`);
    await second.put('examSave/', {
      ...exam.body(1, [3], { seq: loaded.seqFloor + 2, saveId: randomUUID() }),
      writer: loaded.writer,
    });
    const shown = await sitting(admin, exam.exam.groupId);
    expect(shown.computers).toBe(2);
    expect(
      shown.exams[0]?.history.map((one) => [
        one.event,
        one.questionIndex,
        one.answers,
        one.computer,
        one.minutes,
        one.delaySeconds !== null && one.delaySeconds > 60,
      ]),
    ).toEqual([
      ['begun', null, null, 1, null, false],
      ['saved', 1, 'A', 1, null, false],
      ['skipped', 2, null, 1, null, false],
      ['saved', 3, 'B', 1, null, true],
      ['loaded', null, null, 2, null, false],
      ['timeCredited', null, null, null, 7, false],
      ['saved', 4, 'C', 2, null, false],
      ['finished', null, null, 2, null, false],
      ['late', 1, 'D', 2, null, false],
    ]);
  });

  it('[RESU-2] names the student in the preview', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    const { student } = (await admin.get(`previewExam?examId=${exam.exam.id}`)).json();
    expect(student).toEqual({
      firstName: expect.any(String),
      lastName: expect.any(String),
      numarMatricol: expect.any(String),
    });
  });
});

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
    expect(errorOf(await end(admin))).toEqual([409, 'exam.notRunning']);
    expect(errorOf(await exam.save(2, [0], { seq: 2 }))).toEqual([409, 'exam.finished']);
    const { exams } = await sitting(admin, exam.exam.groupId);
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
    // Three minutes and ten seconds were lost at least: whole minutes are made good, and ten are left from then on.
    const [credited] = await server.database.sql<{ extra: number; left: number }[]>`
      select a.extra_minutes as extra, extract(epoch from e.deadline - v.at)::float8 as left
        from appointments a join exam_groups g on g.appointment_id = a.id join exams e on e.group_id = g.id
        join exam_events v on v.exam_id = e.id and v.kind = 'p' where a.id = ${exam.appointment.id}`;
    expect(credited?.extra).toBeGreaterThanOrEqual(14);
    expect(credited?.left).toBeGreaterThanOrEqual(599);
    expect(credited?.left).toBeLessThan(662);
    const resumed = (await exam.student.post(`prepareExam/?examId=${exam.exam.id}`)).json();
    expect(resumed).toMatchObject({ id: exam.exam.id, status: 'Started' });
    expect(
      (await exam.save(2, await correctAt(exam, 2), { seq: 1000, writer: resumed.writer })).statusCode,
    ).toBe(200);
    await exam.student.put(`examFinish/?examId=${exam.exam.id}&writer=${resumed.writer}`);
    const { exams } = await sitting(admin, exam.exam.groupId);
    expect(exams[0]).toMatchObject({ score: 20, finishCause: 'student' });
    expect(exams[0]?.history.find(({ event }) => event === 'reopened')).toMatchObject({
      reason,
      minutes: 14,
    });
    const appointed = await sitting(admin, exam.exam.groupId);
    expect(appointed.extraTimeReason).toBe(`Dislexie; ${reason}`);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
    // 700 of 720 minutes are given, and four are lost since the deadline.
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
      server.database.transaction(theSystem, (tx) =>
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
    // The exam that asks both stays closed until the later one ends, and so does everything with both.
    expect((await reopen(exam.exam.id, 5)).statusCode).toBe(204);
    await exam.finish();
    await server.database.sql`
      update appointments set extra_minutes = 0 where custom_exam_id = ${both}`;
    await aCandidate(server, { id: alone, studyPlace, disciplineIds: [shared.id] }, { from: -90, to: -20 });
    expect(errorOf(await reopen(exam.exam.id, 5))).toEqual([409, 'exam.keyOpen']);
  });

  it('[EXAM-7] gives all exams of the sitting one clock, and lost time is made good once', async () => {
    const own = await aCustomExam(server, { questions: 2, parts: 2 });
    const exam = await aRunningExam(server, own);
    await exam.endIn(-190);
    await closeOverdue(server.database);
    const { exams } = await sitting(admin, exam.exam.groupId);
    for (const { id } of exams) expect((await reopen(id, 10)).statusCode).toBe(204);
    const after = await sitting(admin, exam.exam.groupId);
    // Four minutes were lost; ten and ten are given.
    expect(after.extraTime).toBe(24);
    expect(new Set(after.exams.map(({ deadline }) => deadline)).size).toBe(1);
  });
});

describe('annulling a sitting', () => {
  it('ends it, takes it out of the results, permits a second one, and can be undone while there is none', async () => {
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
    // The second one is at the same time here; at another time the refusal is that the exam is booked twice.
    expect(errorOf(await restore())).toEqual([409, 'appointment.elsewhere']);
    await admin.post(`exams/${begun.id}/end`, { reason });
    await admin.post(`sittings/${begun.groupId}/annul`, { reason });
    expect((await restore()).statusCode).toBe(204);
    expect((await score()).json().exam).not.toHaveProperty('annulled');
    expect((await rows(admin, `examCustomId=${own.id}&state=finished`)).length).toBe(1);
    const { annulled } = await sitting(admin, begun.groupId);
    expect(annulled).toMatchObject({ reason, by: expect.any(String) });
    const actions = await server.database.sql<{ action: string }[]>`
      select action from audit_log where entity = 'appointments' and action in ('annulled', 'restored') order by id`;
    expect(actions.map(({ action }) => action).slice(-3)).toEqual(['annulled', 'annulled', 'restored']);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[SAFE-8] waits for the saves that arrived before', async () => {
    const [exam, other] = [await aRunningExam(server, custom), await aRunningExam(server, custom)];
    let answers: Promise<{ statusCode: number }[]> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`select from exams where id = ${exam.exam.id} for no key update`;
      const first = exam.save(1, [0], { seq: 1 });
      await untilWaiting(server.database.sql, 1);
      const second = exam.save(2, [1], { seq: 2 });
      // By now the second save has arrived too, and then the annulment.
      for (const seq of [1, 2]) expect((await other.save(1, [0], { seq })).statusCode).toBe(200);
      const annulling = admin.post(`sittings/${exam.exam.groupId}/annul`, { reason });
      for (const _ of [1, 2]) await sitting(admin, other.exam.groupId);
      answers = Promise.all([first, second, annulling]);
    });
    expect((await answers)?.map(({ statusCode }) => statusCode)).toEqual([200, 200, 204]);
    expect(await exam.storedAt(2)).toMatchObject({ ticks: 2 });
  });
});

it('[EXAM-11] credits time from the sitting: the page learns of it with its next call, and the history tells it', async () => {
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
  const shown = await sitting(admin, exam.exam.groupId);
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
  expect(errorOf(await credit(admin))).toEqual([409, 'exam.notRunning']);
});

it('[EXAM-9] frees the computer: the student’s sign-ins end, and a new one goes on', async () => {
  const exam = await aRunningExam(server, custom);
  const free = () => admin.post(`sittings/${exam.exam.groupId}/freeComputer`, { reason });
  expect((await free()).statusCode).toBe(204);
  expect((await exam.save(1, [0], { seq: 1 })).statusCode).toBe(401);
  const anew = await signedIn(server, exam.student);
  expect((await anew.post('prepareExam/')).json()).toMatchObject({ id: exam.exam.id, status: 'Started' });
  await admin.post(`exams/${exam.exam.id}/end`, { reason });
  expect(errorOf(await free())).toEqual([409, 'exam.notRunning']);
});

it('[RESU-8] the grade book has absent students and a checksum, and every export is audited', async () => {
  const { exam, sessionId, running } = await aCohort();
  await running.finish();
  const path = `gradeBook/export?examCustomId=${exam.id}&sessionId=${sessionId}&seriesId=${exam.studyPlace.seriesId}`;
  const csv = (await admin.get(`${path}&format=csv&lang=en`)).body.slice(1).trimEnd().split('\r\n');
  expect(csv).toHaveLength(6);
  expect(csv[0]).toBe(
    'Registration number,Last name,First name,Series,Discipline,Score,Maximum,Grade,Date,State',
  );
  expect(csv.filter((line) => line.endsWith('absent'))).toHaveLength(1);
  const listed = await rows(admin, `examCustomId=${exam.id}&sort=lastName`);
  const sum = createHash('sha256')
    .update(
      listed
        .map((one) =>
          [
            one.numarMatricol,
            one.lastName,
            one.firstName,
            one.series,
            one.disciplineName,
            one.score,
            one.maxPoints,
            one.grade,
            one.date,
            one.state,
          ]
            .map((value) => value ?? '')
            .join(';'),
        )
        .join('\n')
        .concat('\n'),
    )
    .digest('hex');
  expect(csv.at(-1)).toBe(`Checksum (SHA-256),${sum}`);
  const xlsx = await admin.get(`${path}&format=xlsx`);
  expect(xlsx.headers['content-type']).toContain('spreadsheetml.sheet');
  const entries = await server.database.sql<{ actor: number; after: Record<string, unknown> }[]>`
    select actor_id as actor, after from audit_log where action = 'gradeBookExported' and entity_id = ${String(exam.id)} order by id`;
  expect(entries.map(({ actor, after }) => [actor, after.format, after.rows, after.sha256])).toEqual([
    [admin.userId, 'csv', 4, sum],
    [admin.userId, 'xlsx', 4, sum],
  ]);
});
