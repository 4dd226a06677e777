import { textsOfError } from '#web/base/error-text.ts';
import { notifyError } from '#web/base/notify.ts';

/** Says why the server refused. */
export function notifyRefusal(error: unknown): void {
  for (const text of textsOfError(error)) notifyError(text);
}
