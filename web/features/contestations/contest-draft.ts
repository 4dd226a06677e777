import type { Filing } from '#contract/contestation-filing.ts';
import {
  type ContestReason,
  type FiledType,
  filedTypes,
  maxCommentLength,
} from '#domain/contestations/contestation.ts';
import { filingProblems } from '#domain/contestations/filing.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import { openNotes } from '#web/base/storage/private-notes.ts';

/** The choices for one question. */
export type DraftQuestion = { readonly reason: ContestReason | null; readonly comment: string };

export type ContestDraft = {
  readonly type: FiledType;
  /** By exam-question id. */
  readonly questions: Readonly<Record<number, DraftQuestion>>;
  readonly comment: string;
};

export const emptyDraft: ContestDraft = { type: 'question', questions: {}, comment: '' };
const isEmptyOf: Record<FiledType, (draft: ContestDraft) => boolean> = {
  question: ({ questions }) => Object.keys(questions).length === 0,
  technical: ({ comment }) => comment === '',
};
/** Whether nothing of the chosen type is filled in. */
export const isChosenTypeEmpty = (draft: ContestDraft) => isEmptyOf[draft.type](draft);
export const isEmpty = (draft: ContestDraft) => filedTypes.every((type) => isEmptyOf[type](draft));

/** The draft without its chosen type; what is filled in of the other one stays. */
export const withoutChosenType = (draft: ContestDraft): ContestDraft =>
  draft.type === 'question' ? { ...draft, questions: {} } : { ...draft, comment: '' };

/** The draft as the call sends it; a question without a reason is not ready. */
export function contestBodyOf(
  examId: number,
  { type, questions, comment }: ContestDraft,
  { questions: served }: Filing,
) {
  const chosen = type === 'question' ? served.filter(({ id }) => id in questions) : [];
  return {
    examId,
    type,
    questions: chosen.map(({ id }) => {
      const { reason, comment: why } = questions[id] as DraftQuestion;
      return {
        examQuestionId: id,
        reason: reason ?? ('' as ContestReason),
        ...(why && { comment: why.trim() }),
      };
    }),
    ...(type === 'technical' && { comment: comment.trim() }),
  };
}

/** What is missing or too long; the paths name the exam question. */
export function problemsOf(draft: ContestDraft, filing: Filing): FieldProblem[] {
  const body = contestBodyOf(filing.exam.id, draft, filing);
  const served = new Set(filing.questions.map(({ id }) => id));
  const problems = filingProblems(
    {
      ...body,
      // A missing reason is reported below; here any that needs no explanation stands for it.
      questions: body.questions.map((question) => ({ ...question, reason: question.reason || 'RI' })),
    },
    served,
  );
  const withoutReason = body.questions.flatMap(({ reason }, index) =>
    reason ? [] : [{ path: `questions.${index}.reason`, error: 'validation.selectOne' as const, params: {} }],
  );
  const tooLong = [
    ...body.questions.flatMap(({ comment }, index) =>
      (comment ?? '').length > maxCommentLength ? [`questions.${index}.comment`] : [],
    ),
    ...((body.comment ?? '').length > maxCommentLength ? ['comment'] : []),
  ].map((path) => ({ path, error: 'validation.tooLong' as const, params: { max: maxCommentLength } }));
  return [...problems, ...withoutReason, ...tooLong].map((found) => ({
    ...found,
    path: found.path.replace(
      /^questions\.(\d+)/,
      (_, index: string) => `questions.${body.questions[Number(index)]?.examQuestionId}`,
    ),
  }));
}

/** The draft of one exam's contestation in this browser; only its author can read it on a shared computer (NAV-7). */
export function draftMemory(examId: number) {
  const name = `contestDraft.${examId}`;
  const signIn = signedIn();
  const notes = signIn && openNotes(signIn);
  const quietly = <T>(work: Promise<T> | undefined) => work?.catch(() => undefined);
  return {
    read: async (): Promise<ContestDraft | undefined> => {
      const draft = await quietly(notes?.then((opened) => opened.read<ContestDraft>(name)));
      return draft && typeof draft.questions === 'object' ? { ...emptyDraft, ...draft } : undefined;
    },
    keep: (draft: ContestDraft) => void quietly(notes?.then((opened) => opened.keep(name, draft))),
    forget: () => void quietly(notes?.then((opened) => opened.forget(name))),
  };
}
