import { type AnswerUse, type ItemStatistics, minServed } from './item-analysis.ts';

/** The mean time spent on an item, over the exams with known times. */
export type MeanTime = { readonly seconds: number; readonly exams: number };

const isEnough = (exams: number): boolean => exams >= minServed;

/** The figures of an item as they may be shown: null on fewer than `minServed` exams, or where nothing varies. */
export function shownFigures({ served, difficulty, discrimination, upperLower }: ItemStatistics) {
  if (!isEnough(served)) return { difficulty: null, discrimination: null, upperLower: null };
  return { difficulty, discrimination: discrimination ?? null, upperLower: upperLower ?? null };
}

/** The mean time in seconds; null on fewer than `minServed` known times. */
export const shownSeconds = (time: MeanTime | undefined): number | null =>
  time && isEnough(time.exams) ? time.seconds : null;

/** Who chose an answer: null when fewer than `minServed` were shown it. */
export function shownUse({ shown, ticked, upper, lower }: AnswerUse) {
  return isEnough(shown)
    ? { shown, ticked, upper, lower }
    : { shown, ticked: null, upper: null, lower: null };
}

const judgedFigures = ['passRate', 'reliability', 'standardError', 'deviation'] as const;
type JudgedFigures = Readonly<Record<(typeof judgedFigures)[number], number | undefined>>;

/** Whether a figure of a whole exam says nothing about few exams. */
export const isJudged = (figure: string): boolean => judgedFigures.some((judged) => judged === figure);

/** Those figures as they may be shown: null on fewer than `minServed` exams, or where nothing varies. */
export function shownJudged(
  exams: number,
  { passRate, reliability, standardError, deviation }: JudgedFigures,
): Readonly<Record<keyof JudgedFigures, number | null>> {
  if (!isEnough(exams)) return { passRate: null, reliability: null, standardError: null, deviation: null };
  return {
    passRate: passRate ?? null,
    reliability: reliability ?? null,
    standardError: standardError ?? null,
    deviation: deviation ?? null,
  };
}
