import { examResult } from './exam-result.ts';
import { settlement } from './settlement.ts';
import { statistics } from './statistics.ts';
import { studentExamColumns } from './student-exam-columns.ts';
import { studentsExams } from './students-exams.ts';

/** The Romanian texts that come with the results for staff. */
export const studentsExamsPage = {
  examResult,
  settlement,
  statistics,
  studentExamColumns,
  studentsExams,
};
