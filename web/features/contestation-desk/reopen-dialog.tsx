import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { ImpactView, useWithEndedSince } from '#web/sittings/impact-view.tsx';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { WarningIcon } from '#web/ui/icons.tsx';
import { reopenImpactPageOf, useDeskCalls, useReopenImpact } from './desk-calls.ts';
import { isOutdated } from './outdated.ts';

type ReopenDialogProps = { readonly contestId: number; readonly onClose: () => void };

/** Shows whose score and grade reopening changes, and withdraws exactly that; if that has changed, it is shown again. */
export function ReopenDialog({ contestId, onClose }: ReopenDialogProps) {
  const { t } = useTranslation();
  const calls = useDeskCalls(contestId);
  const impact = useReopenImpact(contestId);
  const { sending, refused, attempt } = useAttempt();
  const withEndedSince = useWithEndedSince();
  const [outdated, setOutdated] = useState(false);
  const reopen = (fingerprint: string) =>
    attempt(async () => {
      setOutdated(false);
      try {
        const { together, endedSince } = await calls.reopen(fingerprint);
        const reopened =
          together.length === 0
            ? t('contestationDesk.reopened')
            : t('contestationDesk.reopenedTogether', { count: together.length });
        notifySuccess(withEndedSince(reopened, endedSince));
        onClose();
      } catch (error) {
        if (!isOutdated(error)) throw error;
        await impact.refetch();
        setOutdated(true);
      }
    });
  const { data } = impact;
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('contestationDesk.reopenTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text mb="md">{t('contestationDesk.reopenText')}</Text>
      {impact.isError ? (
        <ErrorPanel onRetry={() => void impact.refetch()}>{textsOfError(impact.error).join(' ')}</ErrorPanel>
      ) : (
        <div role="status">
          {data === undefined ? (
            t('settlement.computing')
          ) : (
            <ImpactView impact={data} pageOf={reopenImpactPageOf(contestId)} />
          )}
        </div>
      )}
      {outdated && (
        <Alert
          color="yellow"
          variant="light"
          role="alert"
          mt="md"
          icon={<WarningIcon />}
          title={t('contestationDesk.outdated')}
        >
          {t('contestationDesk.reopenOutdated')}
        </Alert>
      )}
      <RefusalAlert refused={refused} />
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('common.keep')}
        </Button>
        <Button
          color="red"
          loading={sending}
          disabled={data === undefined || impact.isFetching}
          onClick={() => {
            if (data) void reopen(data.fingerprint);
          }}
        >
          {t('contestationDesk.reopen')}
        </Button>
      </Group>
    </Modal>
  );
}
