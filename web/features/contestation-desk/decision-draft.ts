import type { ContestEvidence, Decision } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { type DecisionKind, decisionKinds, defaultReach } from '#domain/contestations/contestation.ts';
import { mayReach } from '#domain/contestations/resolving.ts';
import { type SettlementReach, settlementReaches } from '#domain/contestations/settlement.ts';
import { shownIndexOf } from './shown-letters.ts';

export type Choice = 'accept' | 'reject';

/** An unsent decision about one question. */
export type DecisionDraft = {
  readonly choice: Choice | undefined;
  readonly settle: DecisionKind;
  readonly reach: SettlementReach;
  /** Ids of `answerExams` to remove. */
  readonly removed: readonly number[];
  /**
   * Whether the answers that were toggled are correct, by id. All others follow the key in force, so that a kept draft does
   * not undo what somebody else has corrected.
   */
  readonly marked: Readonly<Record<number, boolean>>;
  /** Like appeals get the same decision. */
  readonly together: boolean;
  readonly reply: string;
};

/** What the possible decisions about a question depend on. */
export type Decidable = Pick<ContestEvidence, 'examQuestionId' | 'scored' | 'late' | 'bank'> & {
  readonly type: Contest['type'];
  readonly fromTemplate: boolean;
  /** The other appeals about the same. */
  readonly alike: readonly number[];
};

export type DraftChange = Partial<DecisionDraft> | { readonly toggled: number };

const keyOf = ({ scored }: Pick<Decidable, 'scored'>): number[] =>
  (scored?.answerExams ?? []).filter(({ answer }) => answer.isCorrect).map(({ id }) => id);

/** The kinds of settlement available for a question. */
export function settlesOf({ type, late }: Pick<Decidable, 'type' | 'late'>): DecisionKind[] {
  return decisionKinds.filter(
    (settle) => mayReach(type, settle, defaultReach(settle)) && (settle !== 'countLate' || late.length > 0),
  );
}

/** The possible reaches of a kind of settlement, widest first. */
export const reachesFor = (
  { type, fromTemplate }: Pick<Decidable, 'type' | 'fromTemplate'>,
  settle: DecisionKind,
): SettlementReach[] =>
  settlementReaches
    .filter((reach) => mayReach(type, settle, reach) && (reach !== 'template' || fromTemplate))
    .toReversed();

/** An undecided draft; it proposes to count a late answer, or else the first available kind. */
export function emptyDraft(question: Decidable): DecisionDraft {
  const settles = settlesOf(question);
  const settle = settles.includes('countLate') ? 'countLate' : (settles[0] ?? 'removeAnswer');
  return {
    choice: undefined,
    settle,
    reach: defaultReach(settle),
    removed: [],
    marked: {},
    together: true,
    reply: '',
  };
}

const toggled = (ids: readonly number[], id: number) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

/** The answers that are correct by the draft. */
export const correctIn = ({ marked }: DecisionDraft, { scored }: Pick<Decidable, 'scored'>): number[] =>
  (scored?.answerExams ?? []).filter(({ id, answer }) => marked[id] ?? answer.isCorrect).map(({ id }) => id);

/** Whether the bank has a correct answer that this student was not shown, and that stays correct. */
const hasUnseenCorrect = (question: Pick<Decidable, 'scored' | 'bank'>): boolean =>
  (question.bank?.current ?? question.bank?.served)?.answers.some(
    ({ isCorrect }, bankIndex) => isCorrect && shownIndexOf(question, bankIndex) === undefined,
  ) ?? false;

/** Applies a change: another kind of settlement resets the reach to its default; a ticked answer belongs to the chosen kind. */
export function changedDraft(
  draft: DecisionDraft,
  change: DraftChange,
  question: Pick<Decidable, 'scored'>,
): DecisionDraft {
  if ('toggled' in change) {
    const { toggled: id } = change;
    if (draft.settle !== 'changeKey') return { ...draft, removed: toggled(draft.removed, id) };
    return { ...draft, marked: { ...draft.marked, [id]: !correctIn(draft, question).includes(id) } };
  }
  const settle = change.settle;
  return {
    ...draft,
    ...change,
    ...(settle !== undefined && settle !== draft.settle && { reach: defaultReach(settle) }),
  };
}

const sameIds = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id));

/** What is still missing before the decision can be sent. */
export function missingOf(
  draft: DecisionDraft,
  question: Decidable,
): 'choice' | 'removed' | 'correct' | 'sameKey' | undefined {
  if (draft.choice === undefined) return 'choice';
  if (draft.choice === 'reject') return undefined;
  if (draft.settle === 'removeAnswer' && draft.removed.length === 0) return 'removed';
  if (draft.settle !== 'changeKey') return undefined;
  const correct = correctIn(draft, question);
  if (correct.length === 0 && !hasUnseenCorrect(question)) return 'correct';
  return sameIds(correct, keyOf(question)) ? 'sameKey' : undefined;
}

/** The decision to send, without the reply, which changes no score; undefined while something is missing. */
export function decisionOf(draft: DecisionDraft, question: Decidable): Decision | undefined {
  if (missingOf(draft, question) !== undefined) return undefined;
  const { examQuestionId, alike } = question;
  const shared = { examQuestionId, ...(alike.length > 0 && draft.together && { together: [...alike] }) };
  if (draft.choice === 'reject') return { ...shared, accepted: false };
  const { settle, reach, removed } = draft;
  return {
    ...shared,
    accepted: true,
    settle,
    reach,
    ...(settle === 'removeAnswer' && { answerIds: [...removed] }),
    ...(settle === 'changeKey' && { answerIds: correctIn(draft, question) }),
  };
}

/** The reply as sent; nothing when it is empty. */
export const withReply = (decision: Decision, reply: string): Decision =>
  reply.trim() === '' ? decision : { ...decision, reply: reply.trim() };
