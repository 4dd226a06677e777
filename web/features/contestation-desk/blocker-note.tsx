import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { LockIcon } from '#web/ui/icons.tsx';

type BlockerNoteProps = {
  readonly contest: Contest;
  readonly hindrance: NonNullable<ContestEvidence['hindrance']>;
};

/** Why the viewer can only read. */
export function BlockerNote({ contest, hindrance }: BlockerNoteProps) {
  const { t } = useTranslation();
  return (
    <Alert variant="light" color="gray" icon={<LockIcon />} title={t('contestationDesk.readOnly')}>
      {textOfCode(`contestation.${hindrance}`, { endedAt: contest.resolveUntil })}
    </Alert>
  );
}
