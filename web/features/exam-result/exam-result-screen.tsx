import '#web/sittings/result-styles.ts';
import { Badge, Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamResults } from '#contract/exam-results.ts';
import { addressOf, type PlainScreen } from '#domain/access/addresses.ts';
import type { ExamKind } from '#domain/exam-taking/sitting.ts';
import { useCanSimulate } from '#web/api/can-simulate.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { scheduleSignOut } from '#web/api/scheduled-sign-out.ts';
import { useUiSettings } from '#web/api/ui-settings.ts';
import { formatDate, formatTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { HomeButton } from '#web/ui/home-button.tsx';
import { PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ExamSummary } from '#web/ui/question-result/exam-summary.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { PaperResult } from '#web/ui/question-result/paper-result.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './exam-result.module.css';
import { requestedResult } from './result-address.ts';
import { useScore, useSitting } from './result-calls.ts';
import {
  KeyNotice,
  NoResultRequested,
  ResultFailure,
  ResultWaiting,
  StillRunning,
} from './result-states.tsx';
import { SittingList } from './sitting-list.tsx';

/** The next step after an exam of each kind. */
const onward = {
  official: { screen: 'ExamsPreview', words: 'examResult.toResults' },
  simulation: { screen: 'ExamSimulation', words: 'examResult.anotherSimulation' },
  trial: { screen: 'TeacherExams', words: 'examResult.toTrials' },
} as const satisfies Record<ExamKind, { screen: PlainScreen; words: string }>;

/** The next step, if it is still open: simulations may have been closed since. */
function NextLinks({ kind }: { readonly kind: ExamKind }) {
  const { t } = useTranslation();
  const canSimulate = useCanSimulate();
  const next = onward[kind];
  if (kind === 'simulation' && !canSimulate) return <HomeButton />;
  return (
    <Button component={ScreenLink} href={addressOf(next.screen)}>
      {t(next.words)}
    </Button>
  );
}

/** Marks practice as such. */
function KindNote({ kind }: { readonly kind: Exclude<ExamKind, 'official'> }) {
  const { t } = useTranslation();
  return (
    <span className={classes.kind}>
      <Badge component="span" color="gold">
        {t(`examResult.${kind}`)}
      </Badge>
      {t(`examResult.${kind}Hint`)}
    </span>
  );
}

/**
 * In exam-application mode the result is shown for a limited time, then the computer is free for the next student
 * (EXAM-13).
 */
function useSignOutAfterResults(): void {
  const isApplication = useUiSettings()?.examApplicationMode ?? false;
  useEffect(() => {
    if (isApplication) scheduleSignOut();
  }, [isApplication]);
}

function Result({ results }: { readonly results: ExamResults }) {
  const { t } = useTranslation();
  const { exam, questionExams, groupExams, keyFrom } = results;
  const addresses = useImageAddresses(imagesOfPaper(questionExams));
  useSignOutAfterResults();
  return (
    <Page
      title={exam.examName}
      description={exam.kind === 'official' ? undefined : <KindNote kind={exam.kind} />}
      actions={
        <div className={classes.actions} data-print="hidden">
          <Button variant="default" leftSection={<PrintIcon size={16} />} onClick={() => window.print()}>
            {t('examResult.print')}
          </Button>
          {exam.kind === 'official' && keyFrom === null && (
            <Button
              component={ScreenLink}
              variant="default"
              href={addressOf('ExamContestEdit', { examId: exam.id })}
            >
              {t('examResult.contest')}
            </Button>
          )}
          <NextLinks kind={exam.kind} />
          {exam.kind === 'official' && keyFrom !== null && (
            <ScreenLink
              className={classes.contestLater}
              href={addressOf('ExamContestEdit', { examId: exam.id })}
            >
              {t('examResult.contestFrom', { day: formatDate(keyFrom), time: formatTime(keyFrom) })}
            </ScreenLink>
          )}
        </div>
      }
    >
      <div className={classes.result}>
        {groupExams.length > 1 && <SittingList examIds={groupExams} currentId={exam.id} />}
        {exam.name !== exam.examName && (
          <h2 className={classes.name} data-listed={groupExams.length > 1 || undefined}>
            {exam.name}
          </h2>
        )}
        <ExamSummary exam={exam} />
        {questionExams.length === 0 ? (
          <KeyNotice keyFrom={keyFrom} />
        ) : (
          <ImageAddressProvider value={addresses}>
            <PaperResult key={exam.id} questions={questionExams} />
          </ImageAddressProvider>
        )}
      </div>
    </Page>
  );
}

function ExamById({ examId }: { readonly examId: number }) {
  const score = useScore(examId);
  if (score.isPending) return <ResultWaiting />;
  if (score.isError) return <ResultFailure error={score.error} onRetry={() => void score.refetch()} />;
  return <Result results={score.data} />;
}

function SittingById({ groupId }: { readonly groupId: number }) {
  const sitting = useSitting(groupId);
  if (sitting.isPending) return <ResultWaiting />;
  if (sitting.isError) return <ResultFailure error={sitting.error} onRetry={() => void sitting.refetch()} />;
  const first = sitting.data.groupExams[0];
  if (first === undefined || sitting.data.status !== 'Finished') return <StillRunning groupId={groupId} />;
  return <ExamById examId={first} />;
}

/** The result of an exam, shown after its end and on every later visit (RESU-1). */
export function Screen() {
  const requested = requestedResult(useScreenAddress('ExamResult').query);
  if (requested.of === 'exam') return <ExamById examId={requested.examId} />;
  if (requested.of === 'sitting') return <SittingById groupId={requested.groupId} />;
  return <NoResultRequested />;
}
