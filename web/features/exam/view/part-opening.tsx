import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from '#web/base/store.ts';
import { secondsLeft } from '#web/features/exam/engine/exam-clock.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import type { Paper } from '#web/features/exam/engine/exam-paper.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { StatusPanel } from './status-panel.tsx';

type PartOpeningProps = {
  readonly paper: Paper;
  readonly controller: ExamController;
  readonly onBegin: () => void;
};

/** The page between two parts: what was handed in, what comes next and its duration (EXAM-16). */
export function PartOpening({ paper, controller, onBegin }: PartOpeningProps) {
  const { t } = useTranslation();
  const clock = useStore(controller.clock);
  const { examIndex, name } = paper.sitting;
  const facts = [
    t('examEnd.partQuestions', { count: paper.questions.length }),
    ...(clock
      ? [t('examEnd.partMinutes', { count: Math.ceil(secondsLeft(clock, performance.now()) / 60) })]
      : []),
  ];
  return (
    <StatusPanel
      icon={<CheckIcon size={28} />}
      title={t('examEnd.partHandedIn', { place: examIndex - 1 })}
      actions={
        <Button size="md" autoFocus onClick={onBegin}>
          {t('examEnd.partBegin', { place: examIndex })}
        </Button>
      }
    >
      <p>
        {t('examEnd.partNext')} <strong>{name}</strong>
      </p>
      <p>{facts.join(' · ')}</p>
      <p>{t('examEnd.partTime')}</p>
    </StatusPanel>
  );
}
