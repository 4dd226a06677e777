import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { BackLink } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { useExam, useOffers } from './exam-calls.ts';
import { ExamEditor } from './exam-editor.tsx';
import { copyOf, emptyForm, formOf } from './exam-form.ts';

/** Shown instead of the editor while the exam loads or after loading failed. */
function Waiting({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Page
      title={t('screens.CustomExams')}
      description={<BackLink href={addressOf('CustomExams')}>{t('customExams.all')}</BackLink>}
    >
      {error ? (
        <ErrorPanel onRetry={onRetry}>{textsOfError(error).join(' ')}</ErrorPanel>
      ) : (
        <div role="status">
          <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
          <Skeleton height="6rem" />
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  );
}

type OfExam = { readonly id: number };

export function ExamPage({ id }: OfExam) {
  const exam = useExam(id);
  if (!exam.data) return <Waiting error={exam.error} onRetry={() => void exam.refetch()} />;
  return <ExamEditor initial={formOf(exam.data)} item={exam.data} />;
}

/** A new exam prefilled from another one, with the disciplines of the latest university year. */
export function CopiedExamPage({ id }: OfExam) {
  const { t } = useTranslation();
  const exam = useExam(id);
  const offers = useOffers(exam.data?.sectionId ?? null);
  if (!exam.data || !offers.data)
    return (
      <Waiting
        error={exam.error ?? offers.error}
        onRetry={() => void (exam.isError ? exam.refetch() : offers.refetch())}
      />
    );
  const name = t('customExams.copyName', { name: exam.data.examName });
  return <ExamEditor initial={copyOf(formOf(exam.data), name, offers.data)} copied={exam.data.examName} />;
}

export const NewExamPage = () => <ExamEditor initial={emptyForm} />;
