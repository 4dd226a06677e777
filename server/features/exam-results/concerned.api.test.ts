import { describe, expect, it } from 'vitest';
import {
  anAssignment,
  aSeries,
  aStudent,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, runningExam, sittingOf } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
const reason = 'Pană de curent în sală';

/** A secretary of the series of an exam who sits it: signed in as both. */
async function enrolledSecretary(custom: CustomExam, given: { sessionId?: number } = {}) {
  const student = await aStudent(server, { studyPlace: custom.studyPlace });
  await anAssignment(server, student, { collegeId: custom.studyPlace.collegeId });
  const { examId } = await anAppointment(server, { student, customExamId: custom.id, ...given });
  const person = await signedIn(server, student);
  const begun = (await person.post(`prepareExam/?examId=${examId}`)).json();
  return runningExam(server, person, begun);
}

/** The key of all sittings of an exam opens: the last of them was over two minutes ago. */
const openKey = (custom: CustomExam) => server.database.sql`
  update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 minutes'
   where custom_exam_id = ${custom.id}`;

it('[RESU-1] hides texts and key of their own exam from a secretary who sat it, as from any taker', async () => {
  const custom = await aCustomExam(server, { questions: 2 });
  const sessionId = await aSession(server);
  const { student: secretary, exam, finish } = await enrolledSecretary(custom, { sessionId });
  const { groupId } = exam;
  const fileName = `${groupId}.json`;
  await upload(secretary, 'uploadExamRecording', Buffer.from('[]'), { fileName });
  await finish();
  const other = await aRunningExam(server, custom, { sessionId });
  await other.finish();

  const early = await sittingOf(secretary, groupId);
  expect(early).toMatchObject({
    recordings: [],
    recordingsClosed: 'taker',
    exams: [{ isHidden: true, questionExams: [], score: 0 }],
  });
  expect(errorOf(await secretary.get(`recordings/${fileName}/outline`))).toEqual([404, 'resource.notFound']);
  expect((await sittingOf(secretary, other.exam.groupId)).exams[0]).toMatchObject({
    isHidden: true,
    questionExams: [],
  });
  expect(await sittingOf(await signedInAs(server, 'admin'), groupId)).toMatchObject({
    recordings: [fileName],
    recordingsClosed: null,
    exams: [{ isHidden: false, questionExams: { length: 2 } }],
  });

  await openKey(custom);
  await server.set({ allowExamPreview: false });
  expect((await sittingOf(secretary, groupId)).exams[0]).toMatchObject({ isHidden: true, questionExams: [] });
  expect((await sittingOf(secretary, other.exam.groupId)).exams[0]).toMatchObject({
    isHidden: false,
    questionExams: { length: 2 },
  });
  await server.set({ allowExamPreview: true });
  const open = await sittingOf(secretary, groupId);
  expect(open.exams[0]).toMatchObject({ isHidden: false, questionExams: { length: 2 } });
});

describe('the sittings of others', () => {
  /** A finished and recorded sitting, and how a person sees it. */
  async function aRecordedSitting(custom: CustomExam, sessionId: number) {
    const { exam, student, finish } = await aRunningExam(server, custom, { sessionId });
    const fileName = `${exam.groupId}.json`;
    await upload(student, 'uploadExamRecording', Buffer.from('[]'), { fileName });
    await finish();
    const seenBy = async (person: SignedInPerson) => {
      const { recordings, exams } = await sittingOf(person, exam.groupId);
      const [outline, preview] = [
        await person.get(`recordings/${fileName}/outline`),
        await person.get(`previewExam?examId=${exam.id}`),
      ];
      return [
        recordings.length,
        exams[0]?.isHidden,
        exams[0]?.questionExams.length,
        outline.statusCode === 404,
        preview.statusCode,
      ];
    };
    return { seenBy };
  }
  const closed = [0, true, 0, true, 409];
  const open = [1, false, 2, false, 200];

  it('[RESU-1] stay closed to a secretary of the series of an exam who has not booked it yet', async () => {
    const custom = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server);
    const { seenBy } = await aRecordedSitting(custom, sessionId);
    const student = await aStudent(server, { studyPlace: custom.studyPlace });
    await anAssignment(server, student, { collegeId: custom.studyPlace.collegeId });
    const secretary = await signedIn(server, student);
    expect(await seenBy(secretary)).toEqual(closed);

    // Open to takers, so also to them, who could sit it another day.
    await openKey(custom);
    expect(await seenBy(secretary)).toEqual(open);
    await server.set({ allowExamPreview: false });
    expect(await seenBy(secretary)).toEqual(closed);
    await server.database.sql`update exam_sessions set end_date = current_date - 2 where id = ${sessionId}`;
    expect(await seenBy(secretary)).toEqual(open);
    await server.set({ allowExamPreview: true });
  });

  it('[RESU-1] stay closed to a secretary from another series who sits the exam, until its key opens', async () => {
    const custom = await aCustomExam(server, { questions: 2 });
    const { collegeId, sectionId } = custom.studyPlace;
    const sessionId = await aSession(server);
    const { seenBy } = await aRecordedSitting(custom, sessionId);
    const student = await aStudent(server, { studyPlace: await aSeries(server, { collegeId, sectionId }) });
    await anAssignment(server, student, { collegeId });
    const secretary = await signedIn(server, student);
    expect(await seenBy(secretary)).toEqual(open);

    const { examId } = await anAppointment(server, { student, customExamId: custom.id, sessionId });
    expect(await seenBy(secretary)).toEqual(closed);
    const begun = (await secretary.post(`prepareExam/?examId=${examId}`)).json();
    await runningExam(server, secretary, begun).finish();
    expect(await seenBy(secretary)).toEqual(closed);
    await openKey(custom);
    expect(await seenBy(secretary)).toEqual(open);
  });
});

it('[ROLE-5] lets nobody, administrators included, decide about their own sitting or that of a relative', async () => {
  const custom = await aCustomExam(server, { questions: 2 });
  const own = await enrolledSecretary(custom);
  await own.finish();
  await server.database.sql`update users set is_admin = true where id = ${own.student.userId}`;
  const concerned = await signedIn(server, own.student);
  const admin = await signedInAs(server, 'admin');

  const relative = await aRunningExam(server, custom);
  await server.database.sql`
    insert into relatives (user_id, student_id) values (${concerned.userId}, ${relative.student.studentId ?? 0})`;
  const actions = (caller: SignedInPerson, { id, groupId }: { id: number; groupId: number }) => ({
    free: () => caller.post(`sittings/${groupId}/freeComputer`, { reason }),
    credit: () => caller.post(`sittings/${groupId}/creditTime`, { reason, minutes: 5 }),
    end: () => caller.post(`exams/${id}/end`, { reason }),
    reopen: () => caller.post(`exams/${id}/reopen`, { reason, minutes: 5 }),
    annul: () => caller.post(`sittings/${groupId}/annul`, { reason }),
    restore: () => caller.delete(`sittings/${groupId}/annul`),
  });
  for (const { exam } of [own, relative]) {
    for (const act of Object.values(actions(concerned, exam)))
      expect(errorOf(await act())).toEqual([409, 'sitting.concerned']);
    expect((await sittingOf(concerned, exam.groupId)).isConcerned).toBe(true);
    expect((await sittingOf(admin, exam.groupId)).isConcerned).toBe(false);
  }
  for (const act of Object.values(actions(admin, relative.exam))) expect((await act()).statusCode).toBe(204);
});
