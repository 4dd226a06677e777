import { Alert, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueuedLogin } from '#web/api/queued-login.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { claimsOf, forgetSignIn, replaceToken, useActor } from '#web/base/sign-in-state.ts';
import { ErrorIcon } from '#web/ui/icons.tsx';
import { KeyboardArea } from '#web/ui/on-screen-keyboard/keyboard-area.tsx';
import { QueueNotice } from '#web/ui/queue-notice.tsx';

type SignInAgainProps = { readonly opened: boolean };

/**
 * The sign-in ended during an exam: the same person signs in again in place and nothing is lost. Anyone else has to go
 * to Login, and the ticks wait for their owner. The e-mail address may have been corrected since, so it can be edited;
 * only the account must match.
 */
export function SignInAgain({ opened }: SignInAgainProps) {
  const { t } = useTranslation();
  const actor = useActor();
  const [corrected, setCorrected] = useState<string>();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const queue = useQueuedLogin();

  const email = corrected ?? actor?.email ?? '';
  const otherAccount = t('examEnd.signInOther', { email: actor?.email });

  const attempt = async () => {
    if (!actor || email.trim() === '' || password === '')
      return setProblem(textOfCode('validation.required'));
    const data = await queue.enter(
      { email: email.trim(), password, ...(actor.studentId ? { pkStudent: actor.studentId } : {}) },
      'entirely',
    );
    if (!data) return;
    if (Number(claimsOf(data.accessToken)?.sub) !== actor.userId) return setProblem(otherAccount);
    setCorrected(undefined);
    setPassword('');
    setProblem(undefined);
    replaceToken(data.accessToken);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setWorking(true);
    await attempt().catch((failure) =>
      setProblem(
        failure instanceof ApiError && failure.code === 'auth.enrolmentUnknown'
          ? otherAccount
          : textsOfError(failure).join(' '),
      ),
    );
    setWorking(false);
  };

  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      title={t('examEnd.signInTitle')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
    >
      <KeyboardArea hasFields>
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Stack gap="md">
            <Text>{t('examEnd.signInText')}</Text>
            {queue.turn && <QueueNotice turnAt={queue.turn.at} onCancel={queue.cancel} />}
            {problem !== undefined && (
              <Alert color="red" variant="light" icon={<ErrorIcon />} role="alert">
                {problem}
              </Alert>
            )}
            <TextInput
              label={t('auth.email')}
              description={t('examEnd.signInCorrected')}
              name="email"
              type="email"
              size="md"
              autoComplete="username"
              readOnly={queue.turn !== undefined}
              value={email}
              onChange={(event) => setCorrected(event.currentTarget.value)}
            />
            <PasswordInput
              label={t('auth.password')}
              name="password"
              size="md"
              autoComplete="current-password"
              data-autofocus
              readOnly={queue.turn !== undefined}
              value={password}
              visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Group justify="space-between">
              <Button variant="subtle" onClick={() => forgetSignIn('lost')}>
                {t('examEnd.signInLeave')}
              </Button>
              <Button type="submit" loading={isWorking}>
                {t('auth.submit')}
              </Button>
            </Group>
          </Stack>
        </form>
      </KeyboardArea>
    </Modal>
  );
}
