/** The columns of an export, in its order. */
export const contestExportColumns = [
  'id',
  'examId',
  'examDate',
  'type',
  'status',
  'lastName',
  'numarMatricol',
  'examName',
  'disciplines',
  'examSession',
  'questions',
  'filedAt',
  'resolveUntil',
  'scoreBefore',
  'scoreAfter',
] as const;
export type ContestExportColumn = (typeof contestExportColumns)[number];
