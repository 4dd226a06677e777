/** The columns of the staff's list of results, in the order of its export. */
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
