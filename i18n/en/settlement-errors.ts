import type { SettlementErrorCode } from '#domain/errors.ts';

/** The refusals of settlements; they come with templates and contestations. */
export const settlementErrors = {
  'settlement.changedMeanwhile':
    'Something changed meanwhile; look at what would change now and decide again',
  'settlement.unfit': 'This settlement does not fit the question as it was served',
  'settlement.withdrawn': 'This settlement has already been withdrawn',
} satisfies Record<SettlementErrorCode, string>;
