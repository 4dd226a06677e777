import './editor-styles.ts';
import { Alert, Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionVersion } from '#contract/questions.ts';
import { addressOf, bankAddress } from '#domain/access/addresses.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { HistoryIcon, InfoIcon, LockIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { LoadingCircles } from '#web/ui/loading-circles.tsx';
import { NoRights } from '#web/ui/no-rights.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useQuestion } from './question-calls.ts';
import { QuestionEditor } from './question-editor.tsx';
import { QuestionHistory } from './question-history.tsx';

/** Edits one question of the bank. */
export function Screen() {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { params, query } = useScreenAddress('EditQuestion');
  const id = Number(params.questionId);
  const question = useQuestion(id);
  const [restored, setRestored] = useState<QuestionVersion>();

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
  const closeHistory = () => void goTo(addressOf('EditQuestion', { questionId: id }));
  return (
    <Page
      title={t(mayEdit ? 'screens.EditQuestion' : 'questions.readOnlyTitle')}
      description={
        <>
          <Anchor component={ScreenLink} underline="always" href={bankAddress({ pkDiscipline })}>
            {disciplineDescription}
          </Anchor>{' '}
          · {chapterDescription}
        </>
      }
      actions={
        <>
          <Anchor component={ScreenLink} href={bankAddress({ pkDiscipline })}>
            {t('questions.backToList')}
          </Anchor>
          <Button
            variant="default"
            leftSection={<PreviewIcon />}
            component={ScreenLink}
            href={addressOf('QuestionPreview', { questionId: id })}
          >
            {t('questions.previewAction')}
          </Button>
          <Button
            variant="default"
            leftSection={<HistoryIcon />}
            onClick={() => void goTo(addressOf('EditQuestion', { questionId: id, history: 'open' }))}
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
        <QuestionEditor key={id} question={question.data} restored={restored} />
      ) : (
        <EmptyState icon={<LockIcon size={28} />} title={t('questions.notYours')}>
          {t('questions.notYoursHint')}
        </EmptyState>
      )}
      <QuestionHistory
        questionId={query.history === undefined ? undefined : id}
        onClose={closeHistory}
        {...(mayEdit && {
          onRestore: (version: QuestionVersion) => {
            // A new object each time, so that the same version can be requested again.
            setRestored({ ...version });
            closeHistory();
          },
        })}
      />
    </Page>
  );
}
