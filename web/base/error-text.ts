import type { ErrorCode, ErrorParams, PlainErrorCode } from '#domain/errors.ts';
import { ApiError } from './api-error.ts';
import { formatDate, formatDateTime } from './format.ts';
import { t } from './i18n.ts';

/** Moments and days cross the wire as ISO text and are shown on the university's clock. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
function shown(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  if (moment.test(value)) return formatDateTime(value);
  return day.test(value) ? formatDate(value) : value;
}

/** A refusal in the words of the current language. */
export function textOfCode(code: ErrorCode, params: ErrorParams = {}): string {
  const words = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]));
  // Why it failed for one of many is a refusal itself.
  if (code === 'appointment.failedFor') words.reason = t(`errors.${params.reason as PlainErrorCode}`);
  return t(`errors.${code}`, words);
}

/** The sentences an error is told with: each wrong field's, or the one of the refusal itself. */
export function textsOfError(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [textOfCode('server.failed')];
  return error.errors.length > 0
    ? error.errors.map((problem) => textOfCode(problem.error, problem.params))
    : [textOfCode(error.code, error.params)];
}
