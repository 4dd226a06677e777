import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { screens } from '#domain/access/screens.ts';
import { textOfCode } from '#web/app/error-text.ts';
import { HomeButton } from '#web/app/home-button.tsx';
import { CheckIcon, ClockIcon, SendIcon, SwapIcon, WarningIcon } from '#web/ui/icons.tsx';
import type { ExamFlow } from './exam-flow.ts';
import { tallyOf } from './exam-paper.ts';
import classes from './exam-states.module.css';

type StateProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
};

/** What stands in place of the questions: one thing to know, at most one thing to do. */
function State({ icon, title, children, actions }: StateProps) {
  return (
    <section className={classes.state} role="status">
      <div className={classes.icon}>{icon}</div>
      <h1 className={classes.title} tabIndex={-1} data-page-title>
        {title}
      </h1>
      <div className={classes.text}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </section>
  );
}

type UnavailableProps = {
  readonly flow: Extract<ExamFlow, { is: 'unavailable' }>;
  readonly onRetry: () => void;
};

export function Unavailable({ flow, onRetry }: UnavailableProps) {
  const { t } = useTranslation();
  const isAway = flow.error === 'server.unavailable' || flow.error === 'server.failed';
  return (
    <State
      icon={<WarningIcon size={28} />}
      title={t('exam.unavailableTitle')}
      actions={isAway ? <Button onClick={onRetry}>{t('exam.tryNow')}</Button> : <HomeButton />}
    >
      <p>{textOfCode(flow.error)}</p>
      {isAway && <p>{t('exam.unavailableWait')}</p>}
    </State>
  );
}

export function TakenOver({ onTakeBack }: { readonly onTakeBack: () => void }) {
  const { t } = useTranslation();
  return (
    <State
      icon={<SwapIcon size={28} />}
      title={t('exam.takenOverTitle')}
      actions={<Button onClick={onTakeBack}>{t('exam.takeBack')}</Button>}
    >
      <p>{t('exam.takenOverText')}</p>
    </State>
  );
}

type EndingProps = {
  readonly flow: Extract<ExamFlow, { is: 'finishing' }>;
  readonly onTryNow: () => void;
  readonly onKeepWorking: () => void;
};

/** The end under way: what is still being sent, and what to do while there is no connection. */
export function Ending({ flow, onTryNow, onKeepWorking }: EndingProps) {
  const { t } = useTranslation();
  const { cause, step, paper } = flow;
  const { unsent } = tallyOf(paper);
  const isAway = paper.contact.is === 'away';
  const text = () => {
    if (isAway) return unsent > 0 ? t('exam.endingWaiting', { count: unsent }) : t('exam.endingAway');
    return t(step === 'sending' ? 'exam.endingSending' : 'exam.endingHandingIn');
  };
  return (
    <State
      icon={cause === 'time' ? <ClockIcon size={28} /> : <SendIcon size={28} />}
      title={t(cause === 'time' ? 'exam.endingTimeTitle' : 'exam.endingTitle')}
      actions={
        <>
          {isAway && <Button onClick={onTryNow}>{t('exam.tryNow')}</Button>}
          {cause === 'asked' && step === 'sending' && (
            <Button variant="default" onClick={onKeepWorking}>
              {t('exam.keepWorking')}
            </Button>
          )}
        </>
      }
    >
      <p>{text()}</p>
    </State>
  );
}

/** Handed in: leads to the results, at once unless there is something to read first. */
export function Finished({ flow }: { readonly flow: Extract<ExamFlow, { is: 'finished' }> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { groupId, late } = flow;
  const toResults = () =>
    void navigate({ to: screens.ExamResult.path, search: { groupId: String(groupId) }, replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads away once it is known that nothing came late
  useEffect(() => {
    if (late === 0) toResults();
  }, [late, groupId]);
  return (
    <State
      icon={<CheckIcon size={28} />}
      title={t('exam.finishedTitle')}
      actions={late > 0 && <Button onClick={toResults}>{t('exam.toResults')}</Button>}
    >
      <p>{late > 0 ? t('exam.late', { count: late }) : t('exam.finishedText')}</p>
    </State>
  );
}
