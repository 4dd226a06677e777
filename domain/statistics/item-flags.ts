import { type ItemStatistics, minServed } from './item-analysis.ts';

/** A warning about an item; one about an answer names its position in the bank. */
export type ItemFlag =
  | { readonly kind: 'tooFew' | 'tooEasy' | 'tooHard' | 'weak' | 'negative' }
  | { readonly kind: 'preferredWrong' | 'avoidedCorrect'; readonly answer: number };

export const itemFlagKinds = [
  'tooFew',
  'preferredWrong',
  'avoidedCorrect',
  'negative',
  'weak',
  'tooEasy',
  'tooHard',
] as const satisfies readonly ItemFlag['kind'][];

/** Whether a question should be looked at: too few answers are no reason. */
export const isToReview = (flags: readonly Pick<ItemFlag, 'kind'>[]): boolean =>
  flags.some(({ kind }) => kind !== 'tooFew');

/** The flags that point to a wrong key. */
export const pointsToWrongKey = ({ kind }: Pick<ItemFlag, 'kind'>): boolean =>
  kind === 'preferredWrong' || kind === 'avoidedCorrect' || kind === 'negative';

const rate = ({ shown, ticked }: { readonly shown: number; readonly ticked: number }) =>
  shown === 0 ? undefined : ticked / shown;

/** A difference between the groups that is rarely due to chance. */
const notable = 0.1;
const easy = 0.95;
const hard = 0.2;
const weak = 0.1;

/**
 * The flags of an item. A wrong answer is preferred when at least half of the upper group tick it, more than
 * tick any correct answer and more than in the lower group. A correct answer is avoided when notably fewer in
 * the upper than in the lower group tick it.
 */
export function flagsOf(item: ItemStatistics, isCorrect: (answer: number) => boolean): ItemFlag[] {
  if (item.served < minServed) return [{ kind: 'tooFew' }];
  const { difficulty, discrimination, answers } = item;
  const seen = answers.flatMap(({ answer, upper, lower }) => {
    const [best, worst] = [rate(upper), rate(lower)];
    return best === undefined || worst === undefined ? [] : [{ answer, best, worst }];
  });
  const highestCorrect = Math.max(
    0,
    ...seen.filter(({ answer }) => isCorrect(answer)).map(({ best }) => best),
  );
  const ofAnswers = seen.flatMap(({ answer, best, worst }): ItemFlag[] => {
    if (isCorrect(answer)) return best < worst - notable ? [{ kind: 'avoidedCorrect', answer }] : [];
    const preferred = best >= 0.5 && best > highestCorrect && best > worst;
    return preferred ? [{ kind: 'preferredWrong', answer }] : [];
  });
  const isNegative = discrimination !== undefined && discrimination < 0;
  const isWeak = discrimination !== undefined && discrimination >= 0 && discrimination < weak;
  return [
    ...ofAnswers,
    ...(isNegative ? [{ kind: 'negative' } as const] : []),
    ...(isWeak ? [{ kind: 'weak' } as const] : []),
    ...(difficulty > easy ? [{ kind: 'tooEasy' } as const] : []),
    ...(difficulty < hard ? [{ kind: 'tooHard' } as const] : []),
  ];
}
