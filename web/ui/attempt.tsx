import { Alert } from '@mantine/core';
import { useState } from 'react';
import { textsOfError } from '#web/base/error-text.ts';

/** Runs a task; keeps whether it is running and why the last one was refused. */
export function useAttempt() {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setRefused(undefined);
    try {
      await work();
    } catch (error) {
      setRefused(error);
    } finally {
      setSending(false);
    }
  };
  return { sending, refused, attempt };
}

/** Why an attempt was refused, in words; nothing when it was not. */
export function RefusalAlert({ refused }: { readonly refused: unknown }) {
  if (refused === undefined) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {textsOfError(refused).join(' ')}
    </Alert>
  );
}
