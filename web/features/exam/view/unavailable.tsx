import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOfCode } from '#web/base/error-text.ts';
import type { ExamFlow } from '#web/features/exam/engine/exam-reducer.ts';
import { HomeButton } from '#web/ui/home-button.tsx';
import { WarningIcon } from '#web/ui/icons.tsx';
import { StatusPanel } from './status-panel.tsx';

type UnavailableProps = {
  readonly flow: Extract<ExamFlow, { is: 'unavailable' }>;
  readonly onRetry: () => void;
};

export function Unavailable({ flow, onRetry }: UnavailableProps) {
  const { t } = useTranslation();
  const isAway = flow.error === 'server.unavailable' || flow.error === 'server.failed';
  return (
    <StatusPanel
      icon={<WarningIcon size={28} />}
      title={t('exam.unavailableTitle')}
      actions={isAway ? <Button onClick={onRetry}>{t('exam.tryNow')}</Button> : <HomeButton />}
    >
      <p>{isAway ? t('exam.unavailableWait') : textOfCode(flow.error)}</p>
    </StatusPanel>
  );
}
