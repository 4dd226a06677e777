import { isCorrectAt, type KeyBits } from '../question-bank/answer-key.ts';
import { type KindLetter, kindLetters } from '../question-bank/question-kind.ts';
import type { AnsweredQuestion } from '../scoring/score-exam.ts';
import type { ScoringMode } from '../scoring/score-question.ts';
import { correctedKey, type KeyCorrection } from './key-correction.ts';

/**
 * What a settlement does. It never changes what was served or ticked: it is an overlay that scoring puts on top.
 * - `fullPoints`: this student earns all points of the question.
 * - `removeAnswer`: the answers no longer count, neither as correct nor as wrong, ticked or not. With one correct answer
 *   left the question is simple; with none left everyone earns all points; with no wrong one left ticking all is perfect.
 * - `changeKey`: some answers become correct or wrong; the others keep their value.
 * - `countLate`: an answer that came too late counts as if it had come in time.
 * - `scoringMode`: the exam is scored in another mode.
 */
export const settlementKinds = [
  'fullPoints',
  'removeAnswer',
  'changeKey',
  'countLate',
  'scoringMode',
] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/** Whose exams a settlement reaches: one exam, all of a template, or all of a session that served the version. */
export const settlementReaches = ['student', 'template', 'session'] as const;
export type SettlementReach = (typeof settlementReaches)[number];

/** Full points and a late answer concern one student; other settlements may reach further. */
export const reachesOf = (kind: SettlementKind): readonly SettlementReach[] =>
  kind === 'fullPoints' || kind === 'countLate' ? ['student'] : settlementReaches;

/** A settlement of one question, as scoring reads it. */
export type QuestionSettlement =
  | { readonly kind: 'fullPoints' }
  /** The bank's positions of the removed answers, as bits. */
  | { readonly kind: 'removeAnswer'; readonly answers: KeyBits }
  | ({ readonly kind: 'changeKey' } & KeyCorrection)
  /** Bits of shown positions. */
  | { readonly kind: 'countLate'; readonly ticks: number };

/** A question as served, with the key of its version and the ticks that were saved in time. */
export type ServedAnswer = AnsweredQuestion & { readonly kind: KindLetter };

/** Whether several of the shown answers are correct and still count. */
function hasSeveralCorrect({ answerOrder }: ServedAnswer, key: KeyBits, removed: KeyBits): boolean {
  return (
    answerOrder.filter((bankIndex) => isCorrectAt(key, bankIndex) && !isCorrectAt(removed, bankIndex))
      .length > 1
  );
}

/**
 * The question as scored under the settlements in force, given in the order they were made. The newest late
 * answer counts, and for each answer the newest key that decides it; removed answers add up, also under a new
 * key; full points override everything. Withdrawing one leaves exactly the effect of the others. A question that was served with one
 * correct answer let a student choose one: when a new key leaves several, any one of them earns all points.
 */
export function settledQuestion<Q extends ServedAnswer>(
  served: Q,
  settlements: readonly QuestionSettlement[],
): Q & AnsweredQuestion {
  if (settlements.length === 0) return served;
  let { key, ticks } = served;
  let removed: KeyBits = 0;
  let granted = false;
  for (const settlement of settlements) {
    switch (settlement.kind) {
      case 'changeKey':
        key = correctedKey(key, [settlement]);
        break;
      case 'countLate':
        ticks = settlement.ticks;
        break;
      case 'removeAnswer':
        removed |= settlement.answers;
        break;
      case 'fullPoints':
        granted = true;
        break;
      default:
        settlement satisfies never;
    }
  }
  return {
    ...served,
    key,
    ticks,
    ...(removed !== 0 && { removed }),
    ...(granted && { granted: true as const }),
    ...(served.kind === kindLetters.simple &&
      hasSeveralCorrect(served, key, removed) && { anyOne: true as const }),
  };
}

/** The mode an exam is scored in: the newest corrected one, or its own. */
export const settledMode = (own: ScoringMode, corrected: readonly ScoringMode[]): ScoringMode =>
  corrected.at(-1) ?? own;
