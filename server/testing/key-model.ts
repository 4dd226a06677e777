/** An exam as the model sees it; a template or a session as a whole has no exam, or neither. */
type Target = { readonly exam?: number | undefined; readonly template?: number | undefined };

type Correction = {
  readonly contestId: number;
  readonly examQuestionId: number;
  readonly versionId: number;
  readonly reach: string;
  readonly from: Target;
  /** Whether each answer it decides is correct, by its position in the bank. */
  readonly values: ReadonlyMap<number, boolean>;
  /** The correct answers of the whole key that was chosen. */
  readonly whole: ReadonlySet<number>;
};

/** A correction of a key as somebody sends it. */
export type SentCorrection = Omit<Correction, 'values' | 'whole'> & {
  readonly shown: readonly number[];
  readonly chosen: ReadonlySet<number>;
};

/**
 * A second implementation of corrected keys, for one session: replays the corrections that are left, answer by answer.
 */
export function keyModel(exams: readonly Target[], served: (versionId: number) => readonly boolean[]) {
  let corrections: Correction[] = [];
  let made = 0;
  const reaches = ({ reach, from }: Pick<Correction, 'reach' | 'from'>, { exam, template }: Target) =>
    reach === 'session' ||
    (reach === 'template' ? template !== undefined && from.template === template : from.exam === exam);
  const keyOf = (target: Target, versionId: number): ReadonlySet<number> => {
    let key = new Set(served(versionId).flatMap((isRight, bankIndex) => (isRight ? [bankIndex] : [])));
    for (const one of corrections) {
      if (one.versionId !== versionId || !reaches(one, target)) continue;
      key = new Set(key);
      for (const [bankIndex, isRight] of one.values) isRight ? key.add(bankIndex) : key.delete(bankIndex);
      if (key.size === 0) key = new Set(one.whole);
    }
    return key;
  };
  const isCorrect = (target: Target, versionId: number, bankIndex: number): boolean =>
    keyOf(target, versionId).has(bankIndex);

  function correct({ shown, chosen, ...sent }: SentCorrection): void {
    const { versionId, reach, from } = sent;
    const target: Target =
      reach === 'session' ? {} : reach === 'template' ? { template: from.template } : from;
    const reached = [
      target,
      ...exams
        .map(({ template }) => ({ template }))
        .filter((one) => reach === 'session' && reaches(sent, one)),
      ...exams.filter((one) => reaches(sent, one)),
    ];
    const changed = shown.filter((bankIndex) =>
      reached.some((one) => isCorrect(one, versionId, bankIndex) !== chosen.has(bankIndex)),
    );
    const values = new Map(
      (changed.length > 0 ? changed : shown).map((bankIndex) => [bankIndex, chosen.has(bankIndex)]),
    );
    const whole = new Set([
      ...[...keyOf(target, versionId)].filter((bankIndex) => !shown.includes(bankIndex)),
      ...shown.filter((bankIndex) => chosen.has(bankIndex)),
    ]);
    corrections.push({ ...sent, values, whole });
    made += 1;
  }
  return {
    isCorrect,
    correct,
    /** Keeps the corrections that are still in force. */
    keep: (isLeft: (one: Correction) => boolean) => {
      corrections = corrections.filter(isLeft);
    },
    /** How many were made. */
    made: () => made,
  };
}
