import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionStatistics } from '#contract/statistics.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { openCase } from './statistics-calls.ts';

type OpenCaseProps = { readonly question: QuestionStatistics; readonly sessionId: number | undefined };

/** Opens a flagged question as a case at the desk; a case belongs to one session. */
export function OpenCase({ question: { versionId, questionId }, sessionId }: OpenCaseProps) {
  const { t } = useTranslation();
  const actor = useActor();
  const goTo = useGoTo();
  const { sending, refused, attempt } = useAttempt();
  if (sessionId === undefined || !may(actor, 'contestation.resolve')) return null;
  const open = () =>
    attempt(async () => {
      const { id } = await openCase({ versionId, sessionId });
      await goTo(addressOf('ResolveContest', { examContestId: id, version: versionId }));
    });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        mt={4}
        loading={sending}
        aria-label={t('statistics.openCaseHint', { id: questionId })}
        onClick={() => void open()}
      >
        {t('statistics.openCase')}
      </Button>
      <RefusalAlert refused={refused} />
    </>
  );
}
