import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOfCode } from '#web/base/error-text.ts';
import type { ExamState } from '#web/features/exam/engine/exam-reducer.ts';
import { HomeButton } from '#web/ui/home-button.tsx';
import { CheckIcon, WarningIcon } from '#web/ui/icons.tsx';
import { StatusPanel } from './status-panel.tsx';

type UnavailableProps = {
  readonly state: Extract<ExamState, { status: 'unavailable' }>;
  readonly onRetry: () => void;
};

/** The exam no longer exists. */
export function Gone() {
  const { t } = useTranslation();
  return (
    <StatusPanel icon={<CheckIcon size={28} />} title={t('exam.goneTitle')} actions={<HomeButton />}>
      <p>{t('exam.goneText')}</p>
    </StatusPanel>
  );
}

export function Unavailable({ state, onRetry }: UnavailableProps) {
  const { t } = useTranslation();
  const isAway = state.error === 'server.unavailable' || state.error === 'server.failed';
  return (
    <StatusPanel
      icon={<WarningIcon size={28} />}
      title={t('exam.unavailableTitle')}
      actions={isAway ? <Button onClick={onRetry}>{t('exam.tryNow')}</Button> : <HomeButton />}
    >
      <p>{isAway ? t('exam.unavailableWait') : textOfCode(state.error)}</p>
    </StatusPanel>
  );
}
