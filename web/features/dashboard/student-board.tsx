import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { useCanSimulate } from '#web/api/can-simulate.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { type ClockReading, useServerTime } from '#web/base/server-clock.ts';
import { useSimulationChoices } from '#web/sittings/simulation-choices.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { CalendarIcon, ClockIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useBoard } from './board-calls.ts';
import { FurtherExams } from './further-exams.tsx';
import { NextCard } from './next-card.tsx';
import { appointedExams } from './next-exam.ts';
import classes from './student-board.module.css';
import { useAppointedExams } from './student-calls.ts';

function BoardSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height="14rem" />
    </div>
  );
}

/** Whether there is something that the student may simulate now. */
function useCanPractise(): boolean {
  const { data } = useSimulationChoices(useCanSimulate() ?? false);
  return data !== undefined && data.disciplines.length + data.exams.length > 0;
}

function ToBook() {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={<CalendarIcon size={28} />}
      title={t('dashboard.toBookTitle')}
      action={
        <Button component={ScreenLink} href={addressOf('ExamAppointments')} size="md">
          {t('dashboard.toBook')}
        </Button>
      }
    >
      {t('dashboard.toBookText')}
    </EmptyState>
  );
}

/** Without an appointment: booking one comes first, then practice. */
function WithoutAppointment() {
  const board = useBoard();
  if (board.isLoading && board.failureCount === 0) return <BoardSkeleton />;
  return (board.data?.student?.booking.length ?? 0) > 0 ? <ToBook /> : <NothingNext />;
}

function NothingNext() {
  const { t } = useTranslation();
  const canPractise = useCanPractise();
  return (
    <EmptyState
      icon={<ClockIcon size={28} />}
      title={t('dashboard.nextTitle')}
      action={
        canPractise && (
          <Button component={ScreenLink} href={addressOf('ExamSimulation')} variant="default">
            {t('dashboard.practise')}
          </Button>
        )
      }
    >
      {t('dashboard.nextText')}
    </EmptyState>
  );
}

type BoardProps = { readonly exams: readonly ExamAppointment[]; readonly clock: ClockReading };

function Board({ exams, clock }: BoardProps) {
  const now = useServerTime(clock);
  const { next, further } = appointedExams(exams, now);
  return (
    <div className={classes.board}>
      {next === undefined ? <WithoutAppointment /> : <NextCard appointed={next} now={now} />}
      {further.length > 0 && <FurtherExams appointed={further} now={now} />}
    </div>
  );
}

/** The student's upcoming exams on the server's clock: the next one large, then the others (HOME-1). */
export function StudentBoard() {
  const { t } = useTranslation();
  const appointed = useAppointedExams();
  if (appointed.isSuccess) return <Board exams={appointed.data.detail.exams} clock={appointed.data.clock} />;
  if (appointed.isError)
    return (
      <ErrorPanel title={t('dashboard.nextFailed')} onRetry={() => void appointed.refetch()}>
        {textsOfError(appointed.error).join(' ')}
      </ErrorPanel>
    );
  return <BoardSkeleton />;
}
