import { contestationErrors } from './contestation-errors.ts';
import { examResult } from './exam-result.ts';
import { settlement } from './settlement.ts';
import { settlementErrors } from './settlement-errors.ts';
import { statistics } from './statistics.ts';
import { studentExamColumns } from './student-exam-columns.ts';
import { studentsExams } from './students-exams.ts';

/** The French texts that come with the results staff see. */
export const staffResults = {
  examResult,
  settlement,
  statistics,
  studentExamColumns,
  studentsExams,
  errors: { ...contestationErrors, ...settlementErrors },
};
