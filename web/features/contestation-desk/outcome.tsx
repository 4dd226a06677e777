import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contest, ContestedQuestion } from '#contract/contestations.ts';
import { formatDateTime } from '#web/base/format.ts';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import classes from './desk.module.css';
import { ReopenDialog } from './reopen-dialog.tsx';

type ReopenProps = { readonly contest: Contest; readonly onNext: (() => void) | undefined };

/** Buttons for the next appeal, and to withdraw a decision everywhere it applied, after a preview. */
export function DecisionOutcome({ contest, onNext }: ReopenProps) {
  const { t } = useTranslation();
  const [isReopening, setReopening] = useState(false);
  return (
    <>
      <div className={classes.buttons}>
        {onNext && <Button onClick={onNext}>{t('contestationDesk.next')}</Button>}
        {contest.mayReopen && (
          <Button variant="default" onClick={() => setReopening(true)}>
            {t('contestationDesk.reopenItem')}
          </Button>
        )}
      </div>
      {isReopening && <ReopenDialog contestId={contest.id} onClose={() => setReopening(false)} />}
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
