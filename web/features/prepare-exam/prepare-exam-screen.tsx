import '@mantine/core/styles/Skeleton.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ExamAppointment, getExamUserDetail } from '#contract/exam-taking.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { type ClockReading, readClock, useServerTime } from '#web/base/server-clock.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HomeButton } from '#web/ui/home-button.tsx';
import { CalendarIcon, ErrorIcon, WarningIcon } from '#web/ui/icons.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ExamFacts } from './exam-facts.tsx';
import { ExamRules } from './exam-rules.tsx';
import classes from './prepare-exam.module.css';
import { examToPrepare, type Readiness, readinessOf } from './readiness.ts';
import { StartCountdown } from './start-countdown.tsx';
import { usePreparing } from './use-preparing.ts';

const minute = 60_000;

const useAppointedExams = () =>
  useQuery({
    queryKey: ['examsToPrepare'],
    queryFn: async ({ signal }) => {
      const detail = await call<typeof getExamUserDetail>('GET getExamUserDetail', { signal, handled: true });
      const { exams, now, recordingRetentionDays } = detail;
      return { exams, clock: readClock(now), recordingDays: recordingRetentionDays };
    },
    staleTime: 0,
    refetchInterval: minute,
    // The page's clock may have stopped while the computer slept.
    refetchOnWindowFocus: 'always',
  });

/** The message about starting now: too early, too late, starting late or over. */
function ReadinessLine({ readiness }: { readonly readiness: Readiness }) {
  const { t } = useTranslation();
  const text = () => {
    switch (readiness.status) {
      case 'early':
        return t('prepareExam.notYet', { startsAt: formatDateTime(new Date(readiness.startsAt)) });
      case 'missed':
        return t('prepareExam.missed', { endedAt: formatDateTime(new Date(readiness.endedAt)) });
      case 'finished':
        return t('prepareExam.finished');
      case 'open':
        return readiness.minutes < readiness.whole
          ? t('prepareExam.late', { left: readiness.minutes, whole: readiness.whole })
          : undefined;
      case 'running':
        return undefined;
    }
  };
  const status = text();
  return status === undefined ? null : (
    <p className={classes.readiness} data-status={readiness.status}>
      {status}
    </p>
  );
}

type PreparedProps = {
  readonly exam: ExamAppointment;
  readonly clock: ClockReading;
  readonly recordingDays: number | undefined;
};

function Prepared({ exam, clock, recordingDays }: PreparedProps) {
  const { t } = useTranslation();
  const readiness = readinessOf(exam, useServerTime(clock));
  const { isPreparing, answered, begin } = usePreparing(exam.examId);
  const mayBegin = readiness.status === 'open' || readiness.status === 'running';
  if (isPreparing) return <LoadingCircles text={t('prepareExam.preparing')} />;
  return (
    <div className={classes.columns}>
      <section className={classes.card} aria-labelledby="exam-name">
        <div className={classes.head}>
          <h2 id="exam-name" className={classes.name}>
            {exam.examName}
          </h2>
          <StartCountdown readiness={readiness} clock={clock} />
        </div>
        <ExamFacts exam={exam} />
        <div className={classes.start}>
          <ReadinessLine readiness={readiness} />
          {answered && (
            <Alert
              color={answered.kind === 'error' ? 'red' : 'yellow'}
              variant="light"
              icon={answered.kind === 'error' ? <ErrorIcon /> : <WarningIcon />}
              role="alert"
            >
              {answered.text}
            </Alert>
          )}
          {readiness.status === 'finished' && exam.groupId !== null ? (
            <Button
              size="lg"
              component={ScreenLink}
              href={addressOf('ExamResult', { groupId: exam.groupId })}
            >
              {t('prepareExam.result')}
            </Button>
          ) : (
            <>
              {readiness.status !== 'running' && (
                <p className={classes.readiness}>{t('prepareExam.consent')}</p>
              )}
              <Button size="lg" disabled={!mayBegin} onClick={begin}>
                {t(readiness.status === 'running' ? 'prepareExam.resume' : 'prepareExam.begin')}
              </Button>
            </>
          )}
        </div>
      </section>
      <ExamRules scoringMode={exam.scoringMode} recordingDays={recordingDays} />
    </div>
  );
}

/** The student's exam: content, time, place, rules and the start button. */
export function Screen() {
  const { t } = useTranslation();
  const appointed = useAppointedExams();
  const { query } = useScreenAddress('PrepareExam');
  const { exams, clock, recordingDays } = appointed.data ?? {};
  const exam = exams && clock && examToPrepare(exams, clock.serverTime, Number(query.examId) || undefined);
  const lead = () => {
    if (exam?.status === 'Finished') return undefined;
    return t(exam?.status === 'Started' ? 'prepareExam.leadRunning' : 'prepareExam.lead');
  };
  const body = () => {
    if (appointed.isPending) return <Skeleton height="20rem" radius="lg" />;
    if (appointed.isError)
      return (
        <ErrorPanel title={t('prepareExam.failed')} onRetry={() => void appointed.refetch()}>
          {textsOfError(appointed.error).join(' ')}
        </ErrorPanel>
      );
    return exam && clock ? (
      <Prepared key={exam.examId} exam={exam} clock={clock} recordingDays={recordingDays} />
    ) : (
      <EmptyState icon={<CalendarIcon size={28} />} title={t('messages.noExams')} action={<HomeButton />}>
        {t('prepareExam.noneHint')}
      </EmptyState>
    );
  };
  return (
    <Page title={t('screens.PrepareExam')} description={lead()}>
      {body()}
    </Page>
  );
}
