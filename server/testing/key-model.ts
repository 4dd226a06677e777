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
};

/** A correction of a key as somebody sends it. */
export type SentCorrection = Omit<Correction, 'values'> & {
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
  const isCorrect = (target: Target, versionId: number, place: number): boolean =>
    corrections
      .findLast((one) => one.versionId === versionId && one.values.has(place) && reaches(one, target))
      ?.values.get(place) ??
    served(versionId)[place] ??
    false;

  function correct({ shown, chosen, ...sent }: SentCorrection): void {
    const { versionId, reach, from } = sent;
    const whole: Target =
      reach === 'session' ? {} : reach === 'template' ? { template: from.template } : from;
    const reached = [
      whole,
      ...exams
        .map(({ template }) => ({ template }))
        .filter((one) => reach === 'session' && reaches(sent, one)),
      ...exams.filter((one) => reaches(sent, one)),
    ];
    const changed = shown.filter((place) =>
      reached.some((target) => isCorrect(target, versionId, place) !== chosen.has(place)),
    );
    const values = new Map((changed.length > 0 ? changed : shown).map((place) => [place, chosen.has(place)]));
    if (![...values.values()].includes(true)) {
      const stays = served(versionId).flatMap((_, place) =>
        (shown.includes(place) ? chosen.has(place) : isCorrect(whole, versionId, place)) ? [place] : [],
      );
      const own = stays.filter((place) => served(versionId)[place]);
      for (const place of own.length > 0 ? own : stays) values.set(place, true);
    }
    corrections.push({ ...sent, values });
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
