import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockText } from '#web/base/clock-text.ts';
import { useStore } from '#web/base/store.ts';
import type { ExamClock } from '#web/features/exam/engine/exam-clock.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import type { Paper } from '#web/features/exam/engine/exam-paper.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { useSecondsLeft } from './exam-time.tsx';
import { StatusPanel } from './status-panel.tsx';

type PartOpeningProps = {
  readonly paper: Paper;
  readonly controller: ExamController;
  readonly onBegin: () => void;
};

function TimeLeft({ clock }: { readonly clock: ExamClock }) {
  const { t } = useTranslation();
  return t('examEnd.partTimeLeft', { time: clockText(useSecondsLeft(clock)) });
}

/** The page between two parts: what was handed in, what comes next and its duration (EXAM-16). */
export function PartOpening({ paper, controller, onBegin }: PartOpeningProps) {
  const { t } = useTranslation();
  const clock = useStore(controller.clock);
  const { examIndex, name } = paper.sitting;
  return (
    <StatusPanel
      icon={<CheckIcon size={28} />}
      title={t('examEnd.partHandedIn', { index: examIndex - 1 })}
      actions={
        <Button size="md" autoFocus onClick={onBegin}>
          {t('examEnd.partBegin', { index: examIndex })}
        </Button>
      }
    >
      <p>
        {t('examEnd.partNext')} <strong>{name}</strong>
      </p>
      <p>
        {t('examEnd.partQuestions', { count: paper.questions.length })}
        {clock && (
          <>
            {' · '}
            <TimeLeft clock={clock} />
          </>
        )}
      </p>
      <p>{t('examEnd.partTime')}</p>
    </StatusPanel>
  );
}
