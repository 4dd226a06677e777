import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contest, ContestedQuestion } from '#contract/contestations.ts';
import { formatDateTime } from '#web/base/format.ts';
import { notifySuccess } from '#web/base/notify.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import classes from './desk.module.css';
import { useDeskCalls } from './desk-calls.ts';

type ReopenProps = { readonly contest: Contest; readonly onNext: (() => void) | undefined };

/** Buttons for the next appeal, and to withdraw a decision everywhere it applied, after a confirmation. */
export function DecisionOutcome({ contest, onNext }: ReopenProps) {
  const { t } = useTranslation();
  const calls = useDeskCalls(contest.id);
  const { sending, refused, attempt } = useAttempt();
  const reopen = async () => {
    const sure = await confirm({
      title: t('contestationDesk.reopenTitle'),
      message: t('contestationDesk.reopenText'),
      confirmLabel: t('contestationDesk.reopen'),
      danger: true,
    });
    if (!sure) return;
    await attempt(async () => {
      const { together } = await calls.reopen();
      notifySuccess(
        together.length === 0
          ? t('contestationDesk.reopened')
          : t('contestationDesk.reopenedTogether', { count: together.length }),
      );
    });
  };
  return (
    <>
      <RefusalAlert refused={refused} />
      <div className={classes.buttons}>
        {onNext && <Button onClick={onNext}>{t('contestationDesk.next')}</Button>}
        {contest.mayReopen && (
          <Button variant="default" loading={sending} onClick={() => void reopen()}>
            {t('contestationDesk.reopenItem')}
          </Button>
        )}
      </div>
    </>
  );
}

/** How a question was decided, by whom and why. */
export function Outcome({ question }: { readonly question: ContestedQuestion }) {
  const { t } = useTranslation();
  const { accepted, settle, reach, reply, resolvedAt, resolvedBy } = question;
  const how = settle === null ? [] : [t(`contestationDesk.settle_${settle}`)];
  const reachTexts = reach === null ? [] : [t(`contestationDesk.reach_${reach}`)];
  return (
    <Alert
      variant="light"
      color={accepted ? 'green' : 'red'}
      icon={accepted ? <CheckIcon /> : <CloseIcon />}
      title={[
        t(accepted ? 'contestationDesk.wasAccepted' : 'contestationDesk.wasRejected'),
        ...how,
        ...reachTexts,
      ].join(' · ')}
    >
      {reply !== null && <p className={classes.reply}>{reply}</p>}
      {resolvedAt !== null && (
        <p className={classes.line}>
          {t('contestationDesk.decidedBy', { by: resolvedBy ?? '-', at: formatDateTime(resolvedAt) })}
        </p>
      )}
    </Alert>
  );
}
