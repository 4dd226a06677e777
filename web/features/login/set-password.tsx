import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { setPassword } from '#contract/auth.ts';
import { minPasswordLength } from '#domain/access/password.ts';
import { call } from '#web/api/client.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { LoginForm } from './login-form.tsx';
import { useRefusal } from './use-refusal.ts';

type SetPasswordProps = {
  readonly token: string;
  readonly onSaved: () => void;
  readonly onBack: () => void;
};

/** Sets a password from a link or after a one-time password. */
export function SetPassword({ token, onSaved, onBack }: SetPasswordProps) {
  const { t } = useTranslation();
  const [password, setNew] = useState('');
  const [repeated, setRepeated] = useState('');
  const { refusal, isWorking, attempt, accept, refuse } = useRefusal();

  const submit = async () => {
    if (password !== '' && password.length < minPasswordLength) {
      const text = textOfCode('validation.tooShort', { min: minPasswordLength });
      return refuse({ text: undefined, fields: { password: text } });
    }
    if (repeated !== '' && password !== repeated) {
      return refuse({ text: undefined, fields: { repeated: t('auth.passwordsDiffer') } });
    }
    await attempt({ password: password === '', repeated: repeated === '' }, async () => {
      await call<typeof setPassword>('POST setPassword', { body: { token, password }, handled: true });
      onSaved();
    });
  };

  return (
    <LoginForm
      title={t('auth.setTitle')}
      text={t('auth.setText')}
      error={refusal.text}
      isWorking={isWorking}
      submitText={t('auth.setSubmit')}
      onSubmit={() => void submit()}
      otherText={t('auth.backToLogin')}
      onOther={onBack}
    >
      <PasswordInput
        label={t('auth.newPassword')}
        description={t('auth.newPasswordHelp', { min: minPasswordLength })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="new-password"
        size="md"
        autoComplete="new-password"
        value={password}
        error={refusal.fields.password}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        onChange={(event) => {
          setNew(event.currentTarget.value);
          accept('password');
        }}
      />
      <PasswordInput
        label={t('auth.repeatPassword')}
        name="repeat-password"
        size="md"
        autoComplete="new-password"
        value={repeated}
        error={refusal.fields.repeated}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        onChange={(event) => {
          setRepeated(event.currentTarget.value);
          accept('repeated');
        }}
      />
    </LoginForm>
  );
}
