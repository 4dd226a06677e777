import type { ExamQuestion } from '#contract/exam-taking.ts';
import type { ServedQuestion } from '#contract/questions.ts';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { isTickedAt } from '#domain/exam-taking/ticks.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';
import type { ShownContent } from '#server/bank/stored-content.ts';

/** A stored question of a paper with its state. */
export type StoredQuestion = {
  readonly position: number;
  readonly versionId: number;
  readonly kind: KindLetter;
  readonly answerOrder: readonly number[];
  readonly ticks: number;
  readonly seq: number;
  readonly marks: number;
};

const skippedMark = 1;
export const isSkipped = ({ marks }: Pick<StoredQuestion, 'marks'>): boolean => (marks & skippedMark) !== 0;

const shownAnswer = (answer: ShownContent['answers'][number] | undefined) => ({
  description: answer?.text ?? '',
  answerAttachment: answer?.image ?? null,
});
const writtenAnswer = (answer: Parameters<typeof shownAnswer>[0]): string =>
  JSON.stringify(shownAnswer(answer));

/** A question as the student sees it. Ids derive from the exam and shown positions. */
export function servedQuestion(
  examId: number,
  { position, kind, answerOrder, ticks }: Omit<StoredQuestion, 'seq' | 'marks'>,
  content: ShownContent | undefined,
): ServedQuestion {
  if (!content) throw new Error(`exam ${examId} serves a version without content`);
  const id = examQuestionId({ examId, position });
  return {
    id,
    index: position,
    question: { id, text: content.text, points: content.points, attachmentName: content.image },
    answerType: questionKindOf(kind),
    answerExams: answerOrder.map((bankIndex, shownAt) => {
      const answer = content.answers[bankIndex];
      return {
        id: examAnswerId(id, shownAt),
        isChecked: isTickedAt(ticks, shownAt),
        answer: shownAnswer(answer),
      };
    }),
  };
}

/** The exam's state sent with a question. */
export type ExamContext = {
  readonly groupId: number;
  readonly examIndex: number;
  readonly questions: number;
  /** Whole seconds to the deadline. */
  readonly remaining: number;
};

/** A version's content, serialised once; only per-student parts are inserted. */
export type WrittenContent = { readonly question: string; readonly answers: readonly string[] };

export const writeContent = ({ text, points, image, answers }: ShownContent): WrittenContent => ({
  question: JSON.stringify({ text, points, attachmentName: image }).slice(1),
  answers: answers.map(writtenAnswer),
});

/** The JSON of `examQuestion`, the response to every move, assembled from cached parts instead of serialised each time. */
export function examQuestionText(
  examId: number,
  question: StoredQuestion,
  content: WrittenContent,
  { groupId, examIndex, questions, remaining }: ExamContext,
): string {
  const { position, kind, answerOrder, ticks, seq } = question;
  const id = examQuestionId({ examId, position });
  const answers = answerOrder.map((bankIndex, shownAt) => {
    const answer = content.answers[bankIndex] ?? writtenAnswer(undefined);
    return `{"id":${examAnswerId(id, shownAt)},"isChecked":${isTickedAt(ticks, shownAt)},"answer":${answer}}`;
  });
  return `{"id":${id},"index":${position},"question":{"id":${id},${content.question},"answerType":"${questionKindOf(kind)}","answerExams":[${answers.join(',')}],"remainingSeconds":${remaining},"exam":{"id":${examId},"groupId":${groupId},"index":${examIndex},"questionDisplayCount":${questions}},"haveAnyAnswer":${ticks !== 0},"isSkiped":${isSkipped(question)},"seq":${seq}}`;
}

/** A served question with the state of its running exam. */
export function examQuestion(
  examId: number,
  question: StoredQuestion,
  content: ShownContent | undefined,
  { groupId, examIndex, questions, remaining }: ExamContext,
): ExamQuestion {
  return {
    ...servedQuestion(examId, question, content),
    remainingSeconds: remaining,
    exam: { id: examId, groupId, index: examIndex, questionDisplayCount: questions },
    haveAnyAnswer: question.ticks !== 0,
    isSkiped: isSkipped(question),
    seq: question.seq,
  };
}
