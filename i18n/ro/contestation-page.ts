import { contestation } from './contestation.ts';
import { contestationColumns } from './contestation-columns.ts';
import { examResult } from './exam-result.ts';

/** The Romanian texts that come with contestations. */
export const contestationPage = {
  contestation,
  contestationColumns,
  examResult,
};
