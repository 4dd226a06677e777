import { beforeAll, describe, expect, it } from 'vitest';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { aStudent, aTeacher, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import {
  aCandidate,
  aCustomExam,
  aCustomExamOf,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { runningExam } from '#server/testing/sittings.ts';
import { maxOfDay } from './practice.ts';

const server = useTestServer();
let custom: CustomExam;
/** A custom exam of two parts for the same series. */
let inParts: { id: number };
let sessionId: number;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
  inParts = await twoParts();
  sessionId = await aSession(server, { simulation: true, mode: 'PERFECT_MATCH' });
});

async function twoParts(): Promise<{ id: number }> {
  const { id: other } = await aTaughtDiscipline(server, { questions: 2 });
  const disciplines = [custom.disciplineIds[0] ?? 0, other].map((disciplineId) => ({
    disciplineId,
    questions: 2,
  }));
  return { id: await aCustomExamOf(server, custom.studyPlace, disciplines, 'În două părți') };
}
const aSimulant = async () => signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
const ofCustomExam = () => ({ examCustomId: custom.id });

describe('simulations', () => {
  it('[SIM-1] [API-1] run on the same engine with the same timing', async () => {
    const student = await aSimulant();
    const response = await student.post('prepareSimulation/', ofCustomExam());
    const begun: PreparedExam = response.json();
    expect(begun).toMatchObject({
      error: null,
      status: 'Started',
      kind: 'simulation',
      questionDisplayCount: 4,
      remainingSeconds: expect.closeTo(3600, -2),
    });
    const exam = runningExam(server, student, begun);
    expect((await exam.next(1, [0])).json()).toMatchObject({ index: 2 });
    await exam.endIn(-61);
    expect(errorOf(await exam.save(2, [0]))).toEqual([409, 'exam.late']);
    expect((await exam.finish()).json()).toMatchObject({ status: 'Finished', kind: 'simulation' });
    const score = (await student.put(`examScore/?examId=${begun.id}`)).json();
    expect(score).toMatchObject({ exam: { scoringMode: 'PERFECT_MATCH', finishCause: 'deadline' } });
    expect(score.questionExams).toHaveLength(4);
  });

  it('[SAFE-17] are begun a bounded number of times a day; a running one is still resumed', async () => {
    const student = await aSimulant();
    const begin = () => student.post('prepareSimulation/', ofCustomExam());
    const begun = (await begin()).json<PreparedExam>();
    await server.database.sql`
      insert into exam_groups (kind, user_id, student_id, custom_exam_id, name, duration_s, seed, started_at)
      select kind, user_id, student_id, custom_exam_id, name, duration_s, seed, started_at
        from exam_groups, generate_series(2, ${maxOfDay}) where id = ${begun.groupId}`;
    expect((await begin()).json()).toMatchObject({ id: begun.id, status: 'Started' });
    const again = (await begin()).json<PreparedExam>();
    expect((await runningExam(server, student, again).finish()).statusCode).toBe(200);
    expect(errorOf(await begin())).toEqual([429, 'request.tooMany']);
    await server.database.sql`
      update exam_groups set started_at = now() - interval '25 hours' where user_id = ${student.userId}`;
    expect((await begin()).json()).toMatchObject({ status: 'Started' });
  });

  it('[SIM-1] never appear in official results or change the student’s record', async () => {
    const student = await aCandidate(server, custom);
    const simulated = (await student.post('prepareSimulation/', ofCustomExam())).json();
    await student.put(`examFinish/?examId=${simulated.id}`);
    expect((await student.get('examsPreview')).json()).toEqual([]);
    expect((await student.get('examsPreview?kind=simulation')).json()).toMatchObject([
      { exam: { id: simulated.id } },
    ]);
    expect((await student.get('checkExam/')).json()).toMatchObject({
      id: student.appointment.examId,
      status: 'NotStarted',
    });
    const admin = await signedInAs(server, 'admin');
    expect((await admin.get(`exams/${simulated.id}/events`)).statusCode).toBe(404);
    expect((await admin.get(`previewExam/?examId=${simulated.id}`)).statusCode).toBe(404);
  });

  it('[EXAM-14] [SIM-3] are refused, and their key hidden, during an official exam', async () => {
    const student = await aCandidate(server, custom);
    const simulated = (await student.post('prepareSimulation/', ofCustomExam())).json();
    await student.put(`examFinish/?examId=${simulated.id}`);
    const score = async () => (await student.put(`examScore/?examId=${simulated.id}`)).json();
    expect((await score()).questionExams).toHaveLength(4);

    const official = (await student.post('prepareExam/')).json();
    expect(official).toMatchObject({ status: 'Started', kind: 'official' });
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: false });
    for (const refused of [
      await student.post('prepareSimulation/', ofCustomExam()),
      await student.put(`examScore/?examId=${simulated.id}`),
      await student.get(`previewExam/?examId=${simulated.id}`),
    ])
      expect(errorOf(refused)).toEqual([409, 'exam.sitting']);

    await student.put(`examFinish/?examId=${official.id}`);
    expect((await score()).questionExams).toHaveLength(4);
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: true });
  });

  it('[SIM-1] cover one discipline with its own structure, and resume while running', async () => {
    const student = await aSimulant();
    const body = { pkDiscipline: custom.disciplineIds[0] };
    const begun = (await student.post('prepareSimulation/', body)).json();
    expect(begun).toMatchObject({ questionDisplayCount: 4, kind: 'simulation' });
    const again = (await student.post('prepareSimulation/', body)).json();
    expect(again).toMatchObject({ id: begun.id, groupId: begun.groupId });
    expect(again.writer).not.toBe(begun.writer);
    const choices = (await student.get('simulationChoices')).json();
    expect(choices.disciplines).toContainEqual(
      expect.objectContaining({ ...body, minutesLeft: expect.any(Number) }),
    );
    expect(choices.exams).toContainEqual(
      expect.objectContaining({ examCustomId: custom.id, minutesLeft: null }),
    );
    await student.put(`examFinish/?examId=${begun.id}`);
    expect((await student.post('prepareSimulation/', body)).json().id).not.toBe(begun.id);
  });

  it('[SAFE-16] start once per subject when calls race; all calls return the same one', async () => {
    const student = await aSimulant();
    const sibling = await testServer({ database: server });
    const callers = [server, sibling].map(({ caller }) => caller(student.token));
    const subjects = [
      { pkDiscipline: custom.disciplineIds[0] },
      ofCustomExam(),
      { examCustomId: inParts.id },
    ];
    for (const subject of subjects) {
      const responses = await Promise.all(
        Array.from({ length: 40 }, (_, n) => callers[n % 2]?.post('prepareSimulation/', subject)),
      );
      expect(responses.map((response) => response?.statusCode)).toEqual(Array(40).fill(200));
      const begun = responses.map((response) => response?.json<PreparedExam>());
      expect(new Set(begun.map((exam) => exam?.groupId)).size).toBe(1);
      expect(new Set(begun.map((exam) => exam?.writer)).size).toBe(40);
    }
    const running = await server.database.sql<{ count: number }[]>`
      select count(distinct g.id)::int as count from exam_groups g join exams e on e.group_id = g.id
       where g.user_id = ${student.userId} and e.finished_at is null group by g.custom_exam_id, g.discipline_id`;
    expect(running.map(({ count }) => count)).toEqual([1, 1, 1]);
    await sibling.close();
  });

  it('[SAFE-16] run until all parts are finished; then a new one starts', async () => {
    const student = await aSimulant();
    const simulate = async () =>
      (await student.post('prepareSimulation/', { examCustomId: inParts.id })).json<PreparedExam>();
    const begun = await simulate();
    await student.put(`examFinish/?examId=${begun.groupExams[0]}`);
    expect(await simulate()).toMatchObject({ groupId: begun.groupId, id: begun.groupExams[1] });
    await student.put(`examFinish/?examId=${begun.groupExams[1]}`);
    expect((await simulate()).groupId).not.toBe(begun.groupId);
  });

  it('[SAFE-16] [SIM-1] are finished and scored at the next start once their time is over', async () => {
    const student = await aSimulant();
    const begun = (await student.post('prepareSimulation/', ofCustomExam())).json<PreparedExam>();
    const exam = runningExam(server, student, begun);
    await exam.save(1, [0]);
    await exam.endIn(-5);
    const again = (await student.post('prepareSimulation/', ofCustomExam())).json<PreparedExam>();
    expect(again).toMatchObject({ status: 'Started', remainingSeconds: expect.closeTo(3600, -2) });
    expect(again.groupId).not.toBe(begun.groupId);
    const score = (await student.put(`examScore/?examId=${begun.id}`)).json();
    expect(score.exam).toMatchObject({ finishCause: 'deadline', answered: 1 });
  });

  it('[SIM-3] are refused while exams are not allowed; official and running exams continue', async () => {
    const student = await aCandidate(server, custom);
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: true });
    await server.set({ allowExams: false });
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: false });
    const refused = await student.post('prepareSimulation/', ofCustomExam());
    expect(errorOf(refused)).toEqual([409, 'simulation.notAllowed']);
    expect(errorOf(await student.get('simulationChoices'))).toEqual([409, 'simulation.notAllowed']);
    const begun = (await student.post('prepareExam/')).json();
    expect(begun.status).toBe('Started');
    expect((await runningExam(server, student, begun).save(1, [0])).statusCode).toBe(200);
    await server.set({ allowExams: true });
  });

  it('[SIM-3] are refused without a session with simulation today', async () => {
    const student = await aSimulant();
    const during = (simulation: boolean) =>
      server.database.sql`update exam_sessions set simulation = ${simulation} where id = ${sessionId}`;
    await during(false);
    expect((await student.get('canSimulate')).json()).toEqual({ canSimulate: false });
    expect(errorOf(await student.post('prepareSimulation/', ofCustomExam()))).toEqual([
      409,
      'simulation.notAllowed',
    ]);
    await during(true);
    expect((await student.post('prepareSimulation/', ofCustomExam())).statusCode).toBe(200);
  });

  it('[SIM-3] are for students, of what they are taught', async () => {
    const teacher = await signedInAs(server, 'teacher');
    expect(errorOf(await teacher.post('prepareSimulation/', ofCustomExam()))).toEqual([
      409,
      'simulation.notAllowed',
    ]);
    const stranger = await signedInAs(server, 'student');
    for (const body of [ofCustomExam(), { pkDiscipline: custom.disciplineIds[0] }, { examCustomId: 999_999 }])
      expect(errorOf(await stranger.post('prepareSimulation/', body))).toEqual([404, 'resource.notFound']);
    expect((await stranger.get('simulationChoices')).json()).toEqual({ disciplines: [], exams: [] });
    const student = await aSimulant();
    expect((await student.get('simulationChoices')).json()).toMatchObject({
      disciplines: [{ pkDiscipline: custom.disciplineIds[0], questions: 4 }],
      exams: [{ examCustomId: custom.id, questions: 4, durationMinutes: 60 }, { examCustomId: inParts.id }],
    });
    expect((await server.caller().post('prepareSimulation/', ofCustomExam())).statusCode).toBe(401);
  });

  it('[QUES-9] never draw questions reserved for exams', async () => {
    const { id, studyPlace, chapterId } = await aTaughtDiscipline(server, { questions: 2, bank: 2 });
    await server.database.sql`update questions set exam_only = true where chapter_id = ${chapterId}`;
    const student = await signedIn(server, await aStudent(server, { studyPlace }));
    const refused = await student.post('prepareSimulation/', { pkDiscipline: id });
    expect(errorOf(refused)).toEqual([409, 'structure.notServable']);
  });
});

describe('trials of teachers', () => {
  async function aHolder() {
    const teacher = await aTeacher(server);
    const { id } = await aTaughtDiscipline(server, { questions: 3 });
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part) values (${id}, ${teacher.email}, 'holder')`;
    return { caller: await signedIn(server, teacher), disciplineId: id };
  }
  const sixFields = (PKDiscipline: number) => ({
    PKDiscipline,
    PkCollege: null,
    PkSection: 0,
    Lang: 'Romana',
    Year: 1,
    Semester: '1',
  });

  it('[RESU-4] refuse a field that contradicts the discipline as not found', async () => {
    const { caller, disciplineId } = await aHolder();
    for (const wrong of [
      { PkCollege: 2_000_000 },
      { PkSection: 2_000_000 },
      { Lang: 'English' },
      { Year: 7 },
      { Semester: 2 },
    ])
      expect(
        errorOf(await caller.post('prepareExamForTeach/', { ...sixFields(disciplineId), ...wrong })),
      ).toEqual([404, 'resource.notFound']);
  });

  it('[RESU-4] [API-1] begin with the body of six fields and resume with an examId', async () => {
    const { caller, disciplineId } = await aHolder();
    const begun = (await caller.post('prepareExamForTeach/', sixFields(disciplineId))).json();
    expect(begun).toMatchObject({ error: null, status: 'Started', kind: 'trial', questionDisplayCount: 3 });
    const again = (await caller.post(`prepareExamForTeach/?examId=${begun.id}`)).json();
    expect(again).toMatchObject({ id: begun.id, groupId: begun.groupId, status: 'Started' });
    const trial = runningExam(server, caller, again);
    expect((await trial.next(1, [0])).json()).toMatchObject({ index: 2 });
    await trial.finish();
    expect((await caller.get('teacherExams')).json()).toMatchObject([{ exam: { id: begun.id } }]);
    expect((await caller.put(`examScore/?examId=${begun.id}`)).json().questionExams).toHaveLength(3);
  });

  it('[RESU-4] hide their key from somebody who no longer teaches the discipline', async () => {
    const { caller, disciplineId } = await aHolder();
    const begun = (await caller.post('prepareExamForTeach/', sixFields(disciplineId))).json();
    await runningExam(server, caller, begun).finish();
    const reads = async () => [
      (await caller.put(`examScore/?examId=${begun.id}`)).statusCode,
      (await caller.get(`previewExam?examId=${begun.id}`)).statusCode,
    ];
    expect(await reads()).toEqual([200, 200]);
    await server.database.sql`delete from discipline_teachers where discipline_id = ${disciplineId}`;
    expect(await reads()).toEqual([404, 404]);
  });

  it('[RESU-4] change no student’s record', async () => {
    const { caller, disciplineId } = await aHolder();
    const { groupId } = (await caller.post('prepareExamForTeach/', sixFields(disciplineId))).json();
    const [group] = await server.database.sql`
      select student_id, appointment_id, kind from exam_groups where id = ${groupId}`;
    expect(group).toEqual({ student_id: null, appointment_id: null, kind: 'trial' });
    expect((await caller.get('examsPreview')).json()).toEqual([]);
  });

  it('[RESU-4] are for teachers, of disciplines whose bank they can read, each with their own', async () => {
    const { caller, disciplineId } = await aHolder();
    const stranger = await signedInAs(server, 'teacher');
    const student = await signedInAs(server, 'student');
    expect((await student.post('prepareExamForTeach/', sixFields(disciplineId))).statusCode).toBe(403);
    expect(errorOf(await stranger.post('prepareExamForTeach/', sixFields(disciplineId)))).toEqual([
      404,
      'resource.notFound',
    ]);
    expect(errorOf(await caller.post('prepareExamForTeach/'))).toEqual([404, 'resource.notFound']);
    const begun = (await caller.post('prepareExamForTeach/', sixFields(disciplineId))).json();
    expect((await stranger.post(`prepareExamForTeach/?examId=${begun.id}`)).statusCode).toBe(404);
  });

  it('[RESU-4] are refused without a structure or with a bank that is too small', async () => {
    const { caller, disciplineId } = await aHolder();
    const chapterId = await aChapter(server, disciplineId);
    await aQuestion(server, chapterId);
    await server.database.sql`
      update questions set removed_at = now() where chapter_id in (select chapter_id from chapter_structures where discipline_id = ${disciplineId})`;
    expect(errorOf(await caller.post('prepareExamForTeach/', sixFields(disciplineId)))).toEqual([
      409,
      'structure.notServable',
    ]);
    await server.database.sql`delete from chapter_structures where discipline_id = ${disciplineId}`;
    await server.database.sql`delete from discipline_structures where discipline_id = ${disciplineId}`;
    const refused = await caller.post('prepareExamForTeach/', sixFields(disciplineId));
    expect(errorOf(refused)).toEqual([409, 'structure.missing']);
  });
});
