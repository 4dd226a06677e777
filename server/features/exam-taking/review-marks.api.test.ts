import { beforeAll, describe, expect, it } from 'vitest';
import type { LoadedExam } from '#contract/exam-taking.ts';
import { signedIn } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, aSession, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 5 });
  await aSession(server, { simulation: true });
});

const load = async ({ student, exam }: RunningExam, caller = student) =>
  (await caller.get(`getExamById/?groupId=${exam.groupId}`)).json<LoadedExam>();
const marked = ({ questions }: LoadedExam) =>
  questions.filter(({ isForReview }) => isForReview).map(({ index }) => index);

function mark(
  { student, exam }: Pick<RunningExam, 'student' | 'exam'>,
  indexes: readonly number[],
  changed: { readonly seq?: number; readonly writer?: string | null } = {},
  caller = student,
) {
  const body = { indexes, seq: 1, writer: exam.writer, ...changed };
  return caller.put(`examReviewMarks/?examId=${exam.id}`, body);
}

describe('marks for review', () => {
  it('[EXAM-20] follow the student to another computer, where they can be changed', async () => {
    const exam = await aRunningExam(server, custom);
    expect(marked(await load(exam))).toEqual([]);
    const here = await load(exam);
    expect((await mark(exam, [2, 4], { seq: here.seqFloor + 1, writer: here.writer })).statusCode).toBe(204);
    const elsewhere = await signedIn(server, exam.student);
    const there = await load(exam, elsewhere);
    expect(marked(there)).toEqual([2, 4]);
    expect(there.reviewSeq).toBe(here.seqFloor + 1);
    await mark(exam, [4, 5], { seq: there.seqFloor + 1, writer: there.writer }, elsewhere);
    expect(marked(await load(exam))).toEqual([4, 5]);
  });

  it('[EXAM-20] are taken only from the writer, and an older set never replaces a newer one', async () => {
    const exam = await aRunningExam(server, custom);
    const [here, there] = [await load(exam), await load(exam)];
    expect(errorOf(await mark(exam, [1], { seq: here.seqFloor + 1, writer: here.writer }))).toEqual([
      409,
      'exam.takenOver',
    ]);
    await mark(exam, [3], { seq: there.seqFloor + 2, writer: there.writer });
    await mark(exam, [1], { seq: there.seqFloor + 1, writer: there.writer });
    expect(marked(await load(exam))).toEqual([3]);
    const other = await signedIn(server, exam.student);
    expect(errorOf(await mark(exam, [1], { seq: 900_000_000, writer: null }, other))).toEqual([
      409,
      'exam.takenOver',
    ]);
  });

  it('[EXAM-20] are refused to others, before the exam begins and after it ends, and change no answer or event', async () => {
    const exam = await aRunningExam(server, custom);
    const waiting = await aCandidate(server, custom);
    const own = waiting.appointment.examId;
    const body = { indexes: [1], seq: 1, writer: null };
    expect(errorOf(await mark(exam, [1], {}, waiting))).toEqual([404, 'resource.notFound']);
    // Its paper is not drawn yet.
    expect(errorOf(await waiting.put(`examReviewMarks/?examId=${own}`, body))).toEqual([
      404,
      'resource.notFound',
    ]);
    const before = [await exam.stored(), await exam.events()];
    expect((await mark(exam, [1, 1, 5, 999])).statusCode).toBe(204);
    expect([await exam.stored(), await exam.events()]).toEqual(before);
    expect(marked(await load(exam))).toEqual([1, 5]);
    await exam.finish();
    expect(errorOf(await mark(exam, [2], { seq: 2 }))).toEqual([409, 'exam.finished']);
  });

  it('[EXAM-20] of practice are refused while an official exam runs', async () => {
    const student = await aCandidate(server, custom);
    const practice = (await student.post('prepareSimulation/', { examCustomId: custom.id })).json();
    expect((await mark({ student, exam: practice }, [1])).statusCode).toBe(204);
    await student.post(`prepareExam/?examId=${student.appointment.examId}`);
    expect(errorOf(await mark({ student, exam: practice }, [2], { seq: 2 }))).toEqual([409, 'exam.sitting']);
  });

  it('[EXAM-20] never wait for a save: the exam’s row may be locked', async () => {
    const exam = await aRunningExam(server, custom);
    await server.database.sql.begin(async (tx) => {
      await tx`select 1 from exams where id = ${exam.exam.id} for no key update`;
      expect((await mark(exam, [2])).statusCode).toBe(204);
    });
    expect(marked(await load(exam))).toEqual([2]);
  });
});
