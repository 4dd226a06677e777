/** The columns of the staff's list of results that it is sorted by, in the order of its export. */
export const studentExamColumns = [
  'examId',
  'lastName',
  'firstName',
  'numarMatricol',
  'year',
  'series',
  'examName',
  'disciplineName',
  'examSession',
  'date',
  'serverStartTime',
  'serverStopTime',
  'state',
  'score',
  'maxPoints',
  'grade',
] as const;

/** The columns of the exported list; contestations are not sorted by. */
export const exportedExamColumns = [...studentExamColumns, 'contests'] as const;
