import './editor-styles.ts';
import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { Paging } from '#web/crud/paging.tsx';
import { usePhone } from '#web/crud/phone.ts';
import rows from '#web/crud/rows.module.css';
import { confirm } from '#web/ui/confirm.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { AddIcon } from '#web/ui/icons.tsx';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { ChapterExport } from './chapter-export.tsx';
import { addressOf, narrowed, type QuestionsView, viewOf } from './list-address.ts';
import { useQuestionCalls, useQuestions } from './question-calls.ts';
import { QuestionCards } from './question-cards.tsx';
import { QuestionFilters } from './question-filters.tsx';
import { QuestionHistory } from './question-history.tsx';
import { questionName } from './question-name.ts';
import { QuestionTable } from './question-table.tsx';

/** What part of the bank the address asks for, and a way to ask for another. */
function useView() {
  const navigate = useNavigate();
  const view = viewOf(useParams({ strict: false }), useSearch({ strict: false }));
  const show = (next: QuestionsView, replace = false) =>
    void navigate({ href: addressOf(next), replace, resetScroll: false });
  return { view, show };
}

/** Asks, deletes, and says what came of it. */
function useDelete() {
  const { t } = useTranslation();
  const { remove } = useQuestionCalls();
  const [deleting, setDeleting] = useState<number>();
  const askAndDelete = async (row: QuestionRow) => {
    const name = questionName(row);
    setDeleting(row.id);
    try {
      const sure = await confirm({
        title: t('questions.deleteTitle'),
        message: t('questions.deleteText', { name }),
        confirmLabel: t('crud.delete'),
        danger: true,
      });
      if (!sure) return;
      await remove(row.id);
      notifySuccess(t('crud.removed', { row: name }));
    } catch (error) {
      notifyError([t('crud.couldNotDelete'), ...textsOfError(error)].join(' '));
    } finally {
      setDeleting(undefined);
    }
  };
  return { deleting, askAndDelete: (row: QuestionRow) => void askAndDelete(row) };
}

function NoQuestions({ view }: { readonly view: QuestionsView }) {
  const { t } = useTranslation();
  if (view.search !== '')
    return (
      <EmptyState title={t('crud.noMatch', { search: view.search })}>{t('crud.noMatchHint')}</EmptyState>
    );
  return (
    <EmptyState
      title={t('questions.empty')}
      action={
        <Button component={PlaceLink} address={newAddress(view)} leftSection={<AddIcon />}>
          {t('questions.add')}
        </Button>
      }
    >
      {t('questions.emptyHint')}
    </EmptyState>
  );
}

/** A new question begins in the discipline and chapter being looked at. */
function newAddress(view: QuestionsView): string {
  if (view.pkDiscipline === 0) return '/new-question';
  const chapter = view.chapterId === undefined ? '' : `&chapterId=${view.chapterId}`;
  return `/new-question?disciplineId=${view.pkDiscipline}${chapter}`;
}

/** The bank: every question a teacher may see, searched, filtered and paged by the server. */
export function Screen() {
  const { t } = useTranslation();
  const phone = usePhone();
  const { view, show } = useView();
  const questions = useQuestions(view);
  const { deleting, askAndDelete } = useDelete();
  const total = questions.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / view.take));
  const page = Math.floor(view.skip / view.take) + 1;

  // The last row of the last page may have just been deleted.
  useEffect(() => {
    if (questions.isSuccess && !questions.isPlaceholderData && total > 0 && view.skip >= total)
      show({ ...view, skip: (lastPage - 1) * view.take }, true);
  });

  const listProps = {
    questions: questions.data?.data ?? [],
    view,
    show,
    deleting,
    onDelete: askAndDelete,
  };
  return (
    <Page
      title={t('screens.Questions')}
      actions={
        <>
          {view.chapterId !== undefined && <ChapterExport chapterId={view.chapterId} />}
          {view.pkDiscipline > 0 && (
            <Button
              variant="default"
              component={PlaceLink}
              address={`/questionPreview?disciplineId=${view.pkDiscipline}`}
            >
              {t('questions.sampleExam')}
            </Button>
          )}
          <Button component={PlaceLink} address={newAddress(view)} leftSection={<AddIcon />}>
            {t('questions.add')}
          </Button>
        </>
      }
      filters={<QuestionFilters view={view} onChange={(change) => show(narrowed(view, change), true)} />}
    >
      {questions.isPending && <WaitingRows count={6} height="3rem" />}
      {questions.isError && (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void questions.refetch()}>
          {textsOfError(questions.error).join(' ')}
        </ErrorPanel>
      )}
      {questions.isSuccess && questions.data.data.length === 0 && <NoQuestions view={view} />}
      {questions.isSuccess && questions.data.data.length > 0 && (
        <div className={rows.rows} data-stale={questions.isPlaceholderData || undefined}>
          {phone ? <QuestionCards {...listProps} /> : <QuestionTable {...listProps} />}
          <Paging
            state={{
              view: { search: view.search, page, pageSize: view.take, sort: view.sort, desc: view.desc },
              setView: (next) =>
                show({ ...view, skip: (next.page - 1) * next.pageSize, take: next.pageSize }),
              total,
              lastPage,
              parent: undefined,
            }}
          />
        </div>
      )}
      <QuestionHistory questionId={view.history} onClose={() => show({ ...view, history: undefined })} />
    </Page>
  );
}
