import '#web/app/first-styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { examAddress } from '#domain/access/screens.ts';
import { startRenewal } from '#web/api/renewal.ts';
import { loadedUiSettings } from '#web/api/ui-settings.ts';
import { App } from '#web/app/app.tsx';
import { startExamLeftovers } from '#web/app/exam-leftovers.ts';
import { createAppRouter, followSignIn } from '#web/app/router.tsx';
import { screenChunk } from '#web/app/screen-chunks.ts';
import { startSignInTabs } from '#web/app/sign-in-tabs.ts';
import { applyStoredLanguage, startWithFirstTexts } from '#web/base/i18n.ts';
import { setLeftoverOwners, signedIn, startSignInState } from '#web/base/sign-in-state.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element');

// Forms validate with zod, whose trial of `new Function` the content security policy reports. Set without importing it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
startWithFirstTexts();
startSignInState();
const { known: signInKnown } = startSignInTabs();
startRenewal();
startExamLeftovers();
// On a slow network every round trip counts: request what an exam needs together with the texts.
if (location.pathname.startsWith(examAddress) && signedIn() !== undefined) {
  screenChunk('Exam')
    .load()
    .catch(() => undefined);
  void loadedUiSettings();
}
if (signedIn() === undefined)
  void import('#web/base/storage/left-behind.ts')
    .then(({ leftoverOwners }) => leftoverOwners())
    .then(setLeftoverOwners, () => undefined);
const router = createAppRouter();
followSignIn(router);
await Promise.all([applyStoredLanguage(), signInKnown]);
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
