import type { LightMyRequestResponse } from 'fastify';
import type { PreparedExam } from '#contract/exam-taking.ts';
import type { SittingDetails } from '#contract/students-exams.ts';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import type { SignedInPerson } from './accounts.ts';
import { aCandidate, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';

/** An exam question as stored in the database. */
export type StoredRow = {
  readonly position: number;
  readonly kind: KindLetter;
  readonly answerOrder: readonly number[];
  readonly ticks: number;
  readonly seq: number;
  readonly marks: number;
  readonly versionId: number;
};

export type EventRow = {
  readonly kind: string;
  readonly saveId: string;
  readonly position: number | null;
  readonly ticks: number | null;
  readonly seq: number | null;
  readonly toPosition: number | null;
  readonly signIn: string | null;
  readonly client: Record<string, unknown> | null;
};

type CallResponse = Promise<LightMyRequestResponse>;
type Body = Readonly<Record<string, unknown>>;

/** A running exam with the calls of its page. `ticked` are positions of the shown answers, from 0. */
export type RunningExam = {
  readonly student: SignedInPerson;
  readonly exam: PreparedExam;
  questionId(index: number): number;
  /** The body of a save; without `ticked` it has no answer. */
  body(index: number, ticked?: readonly number[], changed?: Body): Body;
  save(index: number, ticked?: readonly number[], changed?: Body): CallResponse;
  next(index: number, ticked?: readonly number[], changed?: Body): CallResponse;
  finish(): CallResponse;
  stored(): Promise<StoredRow[]>;
  storedAt(index: number): Promise<StoredRow>;
  /** The events in order. */
  events(): Promise<EventRow[]>;
  /** Moves the deadline of the whole sitting to the given number of seconds from now. */
  endIn(seconds: number): Promise<void>;
};

export function runningExam(server: TestServer, student: SignedInPerson, exam: PreparedExam): RunningExam {
  const { sql } = server.database;
  const questionId = (index: number) => examQuestionId({ examId: exam.id, position: index });
  const body: RunningExam['body'] = (index, ticked, changed) => ({
    examId: exam.id,
    prevQuestId: questionId(index),
    ...(ticked && {
      currentAnswerChekedIds: ticked.map((shownAt) => examAnswerId(questionId(index), shownAt)),
    }),
    writer: exam.writer,
    ...changed,
  });
  const stored = () => sql<StoredRow[]>`
    select position, kind, slots as "answerOrder", ticks, seq, marks, question_version_id as "versionId"
      from exam_questions where exam_id = ${exam.id} order by position`;
  return {
    student,
    exam,
    questionId,
    body,
    save: (...saved) => student.put('examSave/', body(...saved)),
    next: (...saved) => student.put('examNext/', body(...saved)),
    finish: () => student.put(`examFinish/?examId=${exam.id}`),
    stored,
    storedAt: async (index) => {
      const found = (await stored()).find(({ position }) => position === index);
      if (!found) throw new Error(`there is no question ${index}`);
      return found;
    },
    events: () => sql<EventRow[]>`
      select kind, save_id as "saveId", position, ticks, seq, to_position as "toPosition", sign_in as "signIn", client
        from exam_events where exam_id = ${exam.id} order by at, save_id`,
    endIn: async (seconds) => {
      await sql`update exams set deadline = now() + make_interval(secs => ${seconds}) where group_id = ${exam.groupId}`;
    },
  };
}

type BegunExam = RunningExam & { readonly appointment: { readonly id: number; readonly examId: number } };

/** Creates a student with an open appointment and begins the exam. */
export async function aRunningExam(
  server: TestServer,
  exam: CustomExam,
  given: Parameters<typeof aCandidate>[2] = {},
): Promise<BegunExam> {
  const student = await aCandidate(server, exam, given);
  const begun = await student.post(`prepareExam/?examId=${student.appointment.examId}`);
  if (begun.statusCode !== 200) throw new Error(`the exam did not begin: ${begun.body}`);
  return { ...runningExam(server, student, begun.json()), appointment: student.appointment };
}

/** A running exam whose paper an administrator has printed. */
export async function aPrintedExam(
  server: TestServer,
  admin: SignedInPerson,
  exam: CustomExam,
): Promise<BegunExam> {
  const begun = await aRunningExam(server, exam);
  const printed = await admin.post('examPrint', { appointments: [begun.appointment.id] });
  if (printed.statusCode !== 200) throw new Error(`the paper was not printed: ${printed.body}`);
  return begun;
}

/** The shown positions of a question's correct answers; the first five answers of the bank are correct. */
export const correctAt = async (exam: RunningExam, index: number): Promise<number[]> =>
  (await exam.storedAt(index)).answerOrder.flatMap((bankIndex, shownAt) => (bankIndex < 5 ? [shownAt] : []));

/** A sitting as staff read it. */
export const sittingOf = async (caller: SignedInPerson, groupId: number): Promise<SittingDetails> =>
  (await caller.get(`sittings/${groupId}`)).json<SittingDetails>();
