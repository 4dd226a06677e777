import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { forgotPassword } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { EmailField } from './email-field.tsx';
import classes from './login.module.css';
import { LoginForm } from './login-form.tsx';
import { useRefusal } from './use-refusal.ts';

type ForgotProps = { readonly onSent: () => void; readonly onBack: () => void };

/** Requests a link to choose a new password. */
export function ForgotPassword({ onSent, onBack }: ForgotProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const { refusal, isWorking, attempt, accept } = useRefusal();

  const submit = () =>
    attempt({ email: email.trim() === '' }, async () => {
      await call<typeof forgotPassword>('POST forgotPassword', {
        body: { email: email.trim() },
        handled: true,
      });
      onSent();
    });

  return (
    <LoginForm
      title={t('auth.forgotTitle')}
      text={t('auth.forgotText')}
      error={refusal.text}
      isWorking={isWorking}
      submitText={t('auth.forgotSubmit')}
      onSubmit={() => void submit()}
      otherText={t('auth.backToLogin')}
      onOther={onBack}
    >
      <EmailField
        data-autofocus
        value={email}
        error={refusal.fields.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          accept('email');
        }}
      />
    </LoginForm>
  );
}

/** The same response for every address, so that it does not reveal which ones exist (AUTH-10). */
export function ForgotPasswordSent({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.form}>
      <h1 className={classes.title} tabIndex={-1} data-page-title>
        {t('auth.forgotTitle')}
      </h1>
      <Alert color="green" variant="light" icon={<CheckIcon />} role="status">
        {t('auth.forgotSent')}
      </Alert>
      <button type="button" className={classes.quiet} onClick={onBack}>
        {t('auth.backToLogin')}
      </button>
    </div>
  );
}
