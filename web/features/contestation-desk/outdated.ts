import { ApiError } from '#web/base/api-error.ts';

const codes: readonly string[] = ['settlement.changedMeanwhile', 'settlement.withdrawn'];

/** Whether something was not written because its effect is no longer the one that was shown. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && codes.includes(error.code);
