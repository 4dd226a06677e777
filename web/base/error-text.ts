import type { ErrorCode, ErrorParams, PlainErrorCode } from '#domain/errors.ts';
import { ApiError } from './api-error.ts';
import { delay } from './delay.ts';
import { formatDate, formatDateTime } from './format.ts';
import { i18n, loadTexts, screenErrorTexts, t } from './i18n.ts';

/** The API sends moments and days as ISO strings; they are shown in the university's time zone. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const day = /^\d{4}-\d{2}-\d{2}$/;
function shown(value: string | number): string | number {
  if (typeof value !== 'string') return value;
  if (moment.test(value)) return formatDateTime(value);
  return day.test(value) ? formatDate(value) : value;
}

const hasText = (code: ErrorCode) => i18n.exists(`errors.${code}`);

/** How long a refusal may wait for its text. */
const maxWaitMilliseconds = 3_000;

/** Loads the text of a refusal if it is not there yet; without it a general sentence is shown. */
export async function loadTextOf({ code, errors }: ApiError): Promise<void> {
  if ([code, ...errors.map(({ error }) => error)].every(hasText)) return;
  const loading = loadTexts(screenErrorTexts).catch(() => undefined);
  await Promise.race([loading, delay(maxWaitMilliseconds)]);
}

/** The text of an error code in the current language, or a general sentence until the texts are loaded. */
export function textOfCode(code: ErrorCode, params: ErrorParams = {}): string {
  if (!hasText(code)) {
    void loadTexts(screenErrorTexts).catch(() => undefined);
    return t('messages.refused');
  }
  const words = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]));
  // The reason for one failure of a batch is an error code itself.
  if (code === 'appointment.failedFor') words.reason = t(`errors.${params.reason as PlainErrorCode}`);
  return t(`errors.${code}`, words);
}

/** The texts of an error: one per invalid field, or that of the refusal itself. */
export function textsOfError(error: unknown): readonly string[] {
  if (!(error instanceof ApiError)) return [textOfCode('server.failed')];
  return error.errors.length > 0
    ? error.errors.map((problem) => textOfCode(problem.error, problem.params))
    : [textOfCode(error.code, error.params)];
}
