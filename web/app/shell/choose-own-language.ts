import type { saveLanguage } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';
import { call } from '#web/api/client.ts';
import { chooseLanguage } from '#web/base/i18n.ts';

/** Switches the language of the screens and of the person's mails. */
export function chooseOwnLanguage(language: Language): void {
  void chooseLanguage(language);
  // The API client reports the error.
  void call<typeof saveLanguage>('PUT profile/language', { body: { language } }).catch(() => undefined);
}
