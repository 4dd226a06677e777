import './editor-styles.ts';
import { Alert, Anchor, Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HistoryIcon, InfoIcon, LockIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { addressOf, everything } from './list-address.ts';
import { useQuestion } from './question-calls.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionHistory } from './question-history.tsx';

/** One question of the bank, to be written anew. */
export function Screen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const id = Number(params.questionId);
  const question = useQuestion(id);
  const here = `/${id}/edit`;

  if (question.isPending) return <LoadingCircles text={t('common.loading')} />;
  if (question.isError) {
    const missing = question.error instanceof ApiError && question.error.code === 'resource.notFound';
    if (missing) return <NoRights />;
    return (
      <ErrorPanel onRetry={() => void question.refetch()}>
        {textsOfError(question.error).join(' ')}
      </ErrorPanel>
    );
  }
  const { pkDiscipline, disciplineDescription, chapterDescription, mayEdit, incomplete } = question.data;
  return (
    <Page
      title={t(mayEdit ? 'screens.EditQuestion' : 'questions.readOnlyTitle')}
      description={
        <>
          <Anchor
            component={PlaceLink}
            underline="always"
            address={addressOf({ ...everything, pkDiscipline })}
          >
            {disciplineDescription}
          </Anchor>{' '}
          · {chapterDescription}
        </>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<PreviewIcon />}
            component={PlaceLink}
            address={`/questionPreview?questionId=${id}`}
          >
            {t('questions.previewAction')}
          </Button>
          <Button
            variant="default"
            leftSection={<HistoryIcon />}
            onClick={() => void navigate({ to: here, search: { history: 'open' } })}
          >
            {t('questions.history')}
          </Button>
        </>
      }
    >
      {incomplete && mayEdit && (
        <Alert variant="light" color="gold" icon={<InfoIcon />} mb="md">
          {t('questions.incompleteHint')}
        </Alert>
      )}
      {mayEdit ? (
        <QuestionEditor key={id} question={question.data} />
      ) : (
        <EmptyState icon={<LockIcon size={28} />} title={t('questions.notYours')}>
          {t('questions.notYoursHint')}
        </EmptyState>
      )}
      <QuestionHistory
        questionId={search.history === undefined ? undefined : id}
        onClose={() => void navigate({ to: here, search: {} })}
      />
    </Page>
  );
}
