import type { ErrorCode, ErrorParams } from '#domain/errors.ts';
import { ApiError } from '#web/api/api-error.ts';
import { t } from './i18n.ts';

/** A refusal in the words of the current language. */
export function textOfCode(code: ErrorCode, params: ErrorParams = {}): string {
  return t(`errors.${code}`, params);
}

/** The sentences an error is told with: each wrong field's, or the one of the refusal itself. */
export function textsOfError(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [textOfCode('server.failed')];
  return error.errors.length > 0
    ? error.errors.map((problem) => textOfCode(problem.error, problem.params))
    : [textOfCode(error.code, error.params)];
}
