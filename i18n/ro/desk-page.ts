import { contestation } from './contestation.ts';
import { contestationColumns } from './contestation-columns.ts';
import { contestationDesk } from './contestation-desk.ts';
import { examResult } from './exam-result.ts';
import { settlement } from './settlement.ts';
import { statistics } from './statistics.ts';
import { studentsExams } from './students-exams.ts';

/** The Romanian texts that come with the desk for contestations. */
export const deskPage = {
  contestation,
  contestationColumns,
  contestationDesk,
  examResult,
  settlement,
  statistics,
  studentsExams,
};
