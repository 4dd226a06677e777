import { Alert, Button, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

type QueueNoticeProps = {
  /** When the user's turn comes, on the page's monotonic clock. */
  readonly turnAt: number;
  readonly onCancel: () => void;
};

/** A duration in units that the three languages share. */
const inWords = (seconds: number) => (seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`);

const secondsUntil = (moment: number) => Math.max(0, Math.ceil((moment - performance.now()) / 1000));

function useSecondsUntil(moment: number): number {
  const [, setShown] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setShown(secondsUntil(moment)), 250);
    return () => clearInterval(timer);
  }, [moment]);
  return secondsUntil(moment);
}

/**
 * Counts down to the user's turn to sign in. Screen readers announce the time once, and again only when the server
 * changes it.
 */
export function QueueNotice({ turnAt, onCancel }: QueueNoticeProps) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(turnAt);
  const [announced, setAnnounced] = useState({ turnAt, seconds });
  if (announced.turnAt !== turnAt) setAnnounced({ turnAt, seconds });
  const isTurn = seconds === 0;
  const text = (left: number) => t('auth.queuedNext', { time: inWords(left) });

  return (
    <Alert role="group" color="blue" variant="light" title={t('auth.queuedTitle')}>
      <VisuallyHidden role="status">
        {t('auth.queuedTitle')} {isTurn ? t('auth.queuedTurn') : text(announced.seconds)}
      </VisuallyHidden>
      <Text aria-hidden fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {isTurn ? t('auth.queuedTurn') : text(seconds)}
      </Text>
      <Text size="sm" mb="xs">
        {t('auth.queuedHelp')}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onCancel}>
        {t('auth.queuedCancel')}
      </Button>
    </Alert>
  );
}
