import { Alert, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueState } from '#web/api/queued-login.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { QueueNotice } from '#web/ui/queue-notice.tsx';
import { EmailField } from './email-field.tsx';
import { LoginForm } from './login-form.tsx';
import type { Credentials } from './login-step.ts';
import { useRefusal } from './use-refusal.ts';

type SignInFormProps = {
  readonly notice: 'passwordSaved' | undefined;
  /** Set while the sign-in is queued. */
  readonly turn: QueueState | undefined;
  readonly onCancel: () => void;
  readonly onSubmit: (credentials: Credentials) => Promise<void>;
  readonly onForgot: () => void;
};

/** E-mail and password; shows errors in place and keeps the input. */
export function SignInForm({ notice, turn, onCancel, onSubmit, onForgot }: SignInFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const { refusal, isWorking, attempt, accept } = useRefusal();

  const submit = async () => {
    const empty = { email: email.trim() === '', password: password === '' };
    const isDone = await attempt(empty, () => onSubmit({ email: email.trim(), password }));
    if (isDone) return;
    (empty.email ? emailField : passwordField).current?.focus();
  };

  const queued = turn && (
    <QueueNotice
      turnAt={turn.at}
      onCancel={() => {
        onCancel();
        passwordField.current?.focus();
      }}
    />
  );
  const passwordSaved = (
    <Alert color="green" variant="light" icon={<CheckIcon />} role="status">
      {t('auth.setDone')}
    </Alert>
  );
  return (
    <LoginForm
      title={t('auth.title')}
      text={t('auth.lead')}
      notice={turn ? queued : notice === 'passwordSaved' && !refusal.text && passwordSaved}
      error={turn ? undefined : refusal.text}
      isWorking={isWorking}
      submitText={t('auth.submit')}
      onSubmit={() => void submit()}
      otherText={t('auth.forgot')}
      onOther={onForgot}
    >
      <EmailField
        ref={emailField}
        readOnly={turn !== undefined}
        value={email}
        error={refusal.fields.email}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          accept('email');
        }}
      />
      <PasswordInput
        ref={passwordField}
        label={t('auth.password')}
        name="password"
        size="md"
        autoComplete="current-password"
        readOnly={turn !== undefined}
        value={password}
        error={refusal.fields.password}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          accept('password');
        }}
      />
    </LoginForm>
  );
}
