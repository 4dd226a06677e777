import type { ResultRow } from '#contract/exams.ts';

/** Where a row of results leads, if anywhere. */
export type PlaceOf = (row: ResultRow) => string | undefined;

/** A running sitting is gone on with; a finished exam opens its result. */
export const sittingPlace: PlaceOf = ({ exam }) =>
  exam.status === 'Finished' ? `/examResult?examId=${exam.id}` : `/exam/${exam.groupId}`;
