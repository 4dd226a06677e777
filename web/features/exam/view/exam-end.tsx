import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { tallyOf } from '#web/features/exam/engine/exam-paper.ts';
import type { EndState, ExamState } from '#web/features/exam/engine/exam-reducer.ts';
import { CheckIcon, ClockIcon, SendIcon, SwapIcon } from '#web/ui/icons.tsx';
import { StatusPanel } from './status-panel.tsx';

function TakenOver({ onTakeBack }: { readonly onTakeBack: () => void }) {
  const { t } = useTranslation();
  return (
    <StatusPanel
      icon={<SwapIcon size={28} />}
      title={t('examEnd.takenOverTitle')}
      actions={<Button onClick={onTakeBack}>{t('examEnd.takeBack')}</Button>}
    >
      <p>{t('examEnd.takenOverText')}</p>
    </StatusPanel>
  );
}

type EndingProps = {
  readonly state: Extract<ExamState, { status: 'finishing' }>;
  readonly onTryNow: () => void;
  readonly onKeepWorking: () => void;
};

/** The exam is being handed in: what is still being sent, and what to do while offline. */
function Ending({ state, onTryNow, onKeepWorking }: EndingProps) {
  const { t } = useTranslation();
  const { cause, step, paper } = state;
  const { unsent } = tallyOf(paper);
  const isAway = paper.connection.status === 'away';
  const title = () => {
    if (paper.isHeld) return t('examEnd.heldTitle');
    return t(cause === 'time' ? 'examEnd.endingTimeTitle' : 'examEnd.endingTitle');
  };
  const text = () => {
    if (paper.isHeld) return t('errors.exam.outage');
    if (isAway) return unsent > 0 ? t('examEnd.endingWaiting', { count: unsent }) : t('examEnd.endingAway');
    return t(step === 'sending' ? 'examEnd.endingSending' : 'examEnd.endingHandingIn');
  };
  return (
    <StatusPanel
      icon={cause === 'time' ? <ClockIcon size={28} /> : <SendIcon size={28} />}
      title={title()}
      actions={
        <>
          {isAway && <Button onClick={onTryNow}>{t('exam.tryNow')}</Button>}
          {cause === 'student' && step === 'sending' && (
            <Button variant="default" onClick={onKeepWorking}>
              {t('examEnd.keepWorking')}
            </Button>
          )}
        </>
      }
    >
      <p>{text()}</p>
    </StatusPanel>
  );
}

/** Handed in: navigates to the results, right away unless there is something to read first. */
function Finished({ state }: { readonly state: Extract<ExamState, { status: 'finished' }> }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { groupId, late } = state;
  const toResults = () => void goTo(addressOf('ExamResult', { groupId }), { replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigates once it is known that nothing came late
  useEffect(() => {
    if (late === 0) toResults();
  }, [late, groupId]);
  return (
    <StatusPanel
      icon={<CheckIcon size={28} />}
      title={t('examEnd.finishedTitle')}
      actions={late > 0 && <Button onClick={toResults}>{t('examEnd.toResults')}</Button>}
    >
      <p>{late > 0 ? t('examEnd.late', { count: late }) : t('examEnd.finishedText')}</p>
    </StatusPanel>
  );
}

type ExamEndProps = { readonly state: EndState; readonly controller: ExamController };

/** Replaces the questions once nothing can be answered. */
export function ExamEnd({ state, controller }: ExamEndProps) {
  switch (state.status) {
    case 'takenOver':
      return <TakenOver onTakeBack={controller.reload} />;
    case 'finishing':
      return <Ending state={state} onTryNow={controller.tryNow} onKeepWorking={controller.giveUpEnding} />;
    case 'finished':
      return <Finished state={state} />;
  }
}
