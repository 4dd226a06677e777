import type { Decision } from '#contract/contestation-desk.ts';
import type { Choice, Decidable } from './decision-draft.ts';

/** What an accepted technical complaint does to a question. */
export type Remedy = 'asIs' | 'countLate' | 'fullPoints';

export type TechnicalDraft = {
  readonly choice: Choice | undefined;
  /** By `examQuestionId`; the default remedy where none is chosen. */
  readonly remedies: Readonly<Record<number, Remedy>>;
  readonly reply: string;
};

export type TechnicalQuestion = Pick<Decidable, 'examQuestionId' | 'late'> & {
  /** The student named it; other questions are listed because of a late answer, or were chosen. */
  readonly isNamed: boolean;
};

export const emptyTechnical: TechnicalDraft = { choice: undefined, remedies: {}, reply: '' };

export const remediesOf = ({ late }: Pick<TechnicalQuestion, 'late'>): Remedy[] =>
  late.length > 0 ? ['countLate', 'fullPoints', 'asIs'] : ['asIs', 'fullPoints'];

export const remedyOf = ({ remedies }: TechnicalDraft, question: TechnicalQuestion): Remedy =>
  remedies[question.examQuestionId] ?? remediesOf(question)[0] ?? 'asIs';

/** The listed questions, and the others of the exam that were chosen. */
export const chosenQuestions = <Q extends TechnicalQuestion>(
  { remedies }: TechnicalDraft,
  listed: readonly Q[],
  others: readonly Q[],
): Q[] => [...listed, ...others.filter(({ examQuestionId }) => remedies[examQuestionId] !== undefined)];

/**
 * The decisions about a technical complaint: one about the whole, with id 0, and one per question. Unchanged questions
 * that the student did not name need none.
 */
export function technicalDecisions(
  draft: TechnicalDraft,
  questions: readonly TechnicalQuestion[],
): Decision[] | undefined {
  if (draft.choice === undefined) return undefined;
  const accepted = draft.choice === 'accept';
  return [
    { examQuestionId: 0, accepted },
    ...questions.flatMap((question): Decision[] => {
      const { examQuestionId, isNamed } = question;
      const remedy = accepted ? remedyOf(draft, question) : 'asIs';
      if (remedy === 'asIs') return isNamed ? [{ examQuestionId, accepted: false }] : [];
      return [{ examQuestionId, accepted: true, settle: remedy, reach: 'student' }];
    }),
  ];
}
