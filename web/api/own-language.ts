import type { saveLanguage } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';
import { chooseLanguage } from '#web/base/i18n.ts';
import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import { call } from './client.ts';

/** Chosen on Login, before it is known by whom. */
let chosenBefore: Language | undefined;

const save = (language: Language, unlessChosen: boolean) =>
  call<typeof saveLanguage>('PUT profile/language', {
    body: { language, unlessChosen },
    handled: true,
  }).catch(() => undefined);

onSignInChange(() => {
  if (chosenBefore === undefined || signedIn() === undefined) return;
  // Somebody else may have chosen it on this computer: it does not replace a choice of the account.
  void save(chosenBefore, true);
  chosenBefore = undefined;
});

/** Switches the language of the screens, and that of the person's mails: now, or as soon as they sign in. */
export async function chooseOwnLanguage(language: Language): Promise<void> {
  if (signedIn() === undefined) chosenBefore = language;
  else void save(language, false);
  await chooseLanguage(language);
}
