import { contestation } from './contestation.ts';
import { contestationColumns } from './contestation-columns.ts';
import { contestationErrors } from './contestation-errors.ts';
import { examResult } from './exam-result.ts';
import { settlementErrors } from './settlement-errors.ts';

/** The English texts that come with contestations. */
export const contestationPage = {
  contestation,
  contestationColumns,
  examResult,
  errors: { ...contestationErrors, ...settlementErrors },
};
