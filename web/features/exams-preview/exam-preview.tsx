import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamResults, previewExam } from '#contract/exam-results.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { call } from '#web/api/client.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { resultsKey } from '#web/sittings/own-result-calls.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { LockIcon, PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ExamSummary } from '#web/ui/question-result/exam-summary.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { PaperResult } from '#web/ui/question-result/paper-result.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './exam-preview.module.css';

function BackToList() {
  const { t } = useTranslation();
  return (
    <BackLink href={addressOf('ExamsPreview')} data-print="hidden">
      {t('examResult.backToList')}
    </BackLink>
  );
}

/** A page that only shows a reason. */
function Without({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Page title={t('screens.ExamResult')} description={<BackToList />}>
      {children}
    </Page>
  );
}

type FailureProps = { readonly examId: number; readonly error: unknown; readonly onRetry: () => void };

/** The key is hidden, which is not an error: the score is still visible. */
function Failure({ examId, error, onRetry }: FailureProps) {
  const { t } = useTranslation();
  const text = textsOfError(error).join(' ');
  if (!(error instanceof ApiError && error.code === 'exam.previewClosed'))
    return <ErrorPanel onRetry={onRetry}>{text}</ErrorPanel>;
  return (
    <EmptyState
      icon={<LockIcon size={28} />}
      title={text}
      action={
        <Button component={ScreenLink} variant="default" href={addressOf('ExamResult', { examId })}>
          {t('examResult.seeScore')}
        </Button>
      }
    >
      {t('examResult.previewClosedHint')}
    </EmptyState>
  );
}

function Preview({ results }: { readonly results: ExamResults }) {
  const { t } = useTranslation();
  const { exam, questionExams, student } = results;
  const addresses = useImageAddresses(imagesOfPaper(questionExams));
  return (
    <Page
      title={exam.name}
      description={
        <DescriptionParts>
          <BackToList />
          {student && (
            <span>
              {student.lastName} {student.firstName}
              {student.numarMatricol !== null && ` (${student.numarMatricol})`}
            </span>
          )}
          {exam.examName !== exam.name && exam.examName}
        </DescriptionParts>
      }
      actions={
        <Button
          variant="default"
          data-print="hidden"
          leftSection={<PrintIcon size={16} />}
          onClick={() => window.print()}
        >
          {t('examResult.print')}
        </Button>
      }
    >
      <div className={classes.preview}>
        <ExamSummary exam={exam} />
        <ImageAddressProvider value={addresses}>
          <PaperResult questions={questionExams} />
        </ImageAddressProvider>
      </div>
    </Page>
  );
}

/** One finished exam with its questions, ticks and key (RESU-2). */
export function ExamPreview({ examId }: { readonly examId: number }) {
  const { t } = useTranslation();
  const preview = useQuery({
    queryKey: [resultsKey, 'preview', examId],
    queryFn: ({ signal }) =>
      call<typeof previewExam>('GET previewExam', { query: { examId }, signal, handled: true }),
  });
  if (preview.isSuccess) return <Preview results={preview.data} />;
  return (
    <Without>
      {preview.isError ? (
        <Failure examId={examId} error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="9rem" mb="lg" />
          <Skeleton height="16rem" />
        </div>
      )}
    </Without>
  );
}
