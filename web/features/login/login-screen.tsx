import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoginData, saveLanguage } from '#contract/auth.ts';
import type { Language } from '#i18n/languages.ts';
import { call } from '#web/api/client.ts';
import { useQueuedLogin } from '#web/api/queued-login.ts';
import { asEnrolment } from '#web/api/renewal.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { signIn } from '#web/base/sign-in-state.ts';
import { Emblem } from '#web/ui/emblem.tsx';
import { Footer } from '#web/ui/footer.tsx';
import { KeyboardArea } from '#web/ui/on-screen-keyboard/keyboard-area.tsx';
import { CollegeChoice } from './college-choice.tsx';
import { ForgotPassword, ForgotPasswordSent } from './forgot-password.tsx';
import { LanguageChoice } from './language-choice.tsx';
import classes from './login.module.css';
import { type Credentials, type LoginStep, stepAfterLogin } from './login-step.ts';
import { SetPassword } from './set-password.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Signing in, with the steps that may follow before the first page. */
export function Screen() {
  const { t } = useTranslation();
  const { setPassword } = useScreenAddress('Login').query;
  const [step, setStep] = useState<LoginStep>(
    setPassword === undefined ? { at: 'signIn' } : { at: 'setPassword', token: setPassword },
  );

  const queue = useQueuedLogin();
  const settings = useUiSettings();

  const chosen = useRef<Language>(undefined);
  const begin = (data: LoginData) => {
    signIn(data);
    if (chosen.current === undefined) return;
    // Somebody else may have chosen it on this computer: it does not replace a choice of the account.
    const body = { language: chosen.current, unlessChosen: true };
    void call<typeof saveLanguage>('PUT profile/language', { body, handled: true }).catch(() => undefined);
  };
  const continueAfter = (data: LoginData) => {
    const next = stepAfterLogin(data);
    if (next === 'signedIn') begin(data);
    else setStep(next);
  };
  const enter = async (credentials: Credentials) => {
    try {
      const data = await queue.enter(credentials);
      if (data) continueAfter(data);
    } catch (error) {
      // The next person at this computer may be somebody else.
      chosen.current = undefined;
      throw error;
    }
  };

  return (
    <div className={classes.screen}>
      <header className={classes.welcome}>
        <div className={classes.brand}>
          <Emblem size={44} />
          <span>{t('shell.product')}</span>
        </div>
        <div className={classes.promise}>
          <p className={classes.promiseTitle}>{t('auth.welcomeTitle')}</p>
          <p>{t('auth.welcomeText')}</p>
        </div>
      </header>
      <div className={classes.side}>
        <LanguageChoice
          onChoose={(language) => {
            chosen.current = language;
          }}
        />
        <main id="content" className={classes.main}>
          <KeyboardArea hasFields={step.at !== 'college' && step.at !== 'forgotSent'}>
            {step.at === 'signIn' && (
              <SignInForm
                notice={step.notice}
                turn={queue.turn}
                onCancel={queue.cancel}
                onSubmit={enter}
                onForgot={() => {
                  queue.cancel();
                  setStep({ at: 'forgot' });
                }}
              />
            )}
            {step.at === 'forgot' && (
              <ForgotPassword
                onSent={() => setStep({ at: 'forgotSent' })}
                onBack={() => setStep({ at: 'signIn' })}
              />
            )}
            {step.at === 'forgotSent' && <ForgotPasswordSent onBack={() => setStep({ at: 'signIn' })} />}
            {step.at === 'setPassword' && (
              <SetPassword
                token={step.token}
                onSaved={() => {
                  if (step.data === undefined) setStep({ at: 'signIn', notice: 'passwordSaved' });
                  else continueAfter({ ...step.data, setPasswordToken: null });
                }}
                onBack={() => setStep({ at: 'signIn' })}
              />
            )}
            {step.at === 'college' && (
              <CollegeChoice
                enrolments={step.data.userStudentLoginInfos}
                onChoose={async (pkStudent) => {
                  const { data } = step;
                  begin(pkStudent === data.pkStudent ? data : await asEnrolment(data, pkStudent));
                }}
              />
            )}
          </KeyboardArea>
        </main>
        <Footer version={settings?.ip} />
      </div>
    </div>
  );
}
