import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { useSittingCalls } from './result-calls.ts';

type PaperDiscardProps = {
  readonly groupId: number;
  /** Its key can be open: only administrators enter it again, with a reason. */
  readonly isLate: boolean;
  readonly onDiscarded: () => void;
};

/** Lets an administrator discard the entries of a paper, with a reason, so that it can be entered again. */
export function PaperDiscard({ groupId, isLate, onDiscarded }: PaperDiscardProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { discardPaper } = useSittingCalls();
  const { sending, refused, attempt } = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const discard = () =>
    attempt(async () => {
      await discardPaper(groupId, reason);
      notifySuccess(t('studentsExams.paperDiscarded'));
      onDiscarded();
    });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('studentsExams.paperDiscard')}
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        fullScreen={phone}
        closeOnClickOutside={false}
        title={t('studentsExams.paperDiscardTitle')}
        closeButtonProps={{ 'aria-label': t('common.cancel') }}
      >
        <Stack>
          <RefusalAlert refused={refused} />
          <Text size="sm">
            {t(isLate ? 'studentsExams.paperDiscardLate' : 'studentsExams.paperDiscardText')}
          </Text>
          <TextInput
            label={t('studentsExams.reason')}
            required
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Button
            color="red"
            loading={sending}
            disabled={reason.trim() === ''}
            onClick={() => void discard()}
          >
            {t('studentsExams.paperDiscardConfirm')}
          </Button>
        </Stack>
      </Modal>
    </>
  );
}
