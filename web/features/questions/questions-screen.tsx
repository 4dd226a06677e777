import './editor-styles.ts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { useDisciplines, useHoldsDiscipline } from '#web/api/discipline-choices.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { AddIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ChapterExport } from './chapter-export.tsx';
import {
  importAddress,
  listAddress,
  narrowed,
  newQuestionAddress,
  type QuestionsView,
  viewOf,
} from './list-address.ts';
import { useQuestions } from './question-calls.ts';
import { QuestionFilters } from './question-filters.tsx';
import { QuestionHistory } from './question-history.tsx';
import { QuestionList } from './question-list.tsx';

/** The view of the bank for the current address, and a setter that changes the address. */
function useView() {
  const goTo = useGoTo();
  const { params, query } = useScreenAddress('Questions');
  const view = viewOf(params, query);
  const show = (next: QuestionsView, replace = false) =>
    void goTo(listAddress(next), { replace, resetScroll: false });
  return { view, show };
}

/** The bank: every question a teacher may see, with server-side search, filters and paging. */
export function Screen() {
  const { t } = useTranslation();
  const { view, show } = useView();
  const list = useQuestions(view, show);
  const isHolder = useHoldsDiscipline();
  // A dean may read the bank without working in any discipline.
  const mayAdd = useDisciplines().data?.length !== 0;
  return (
    <Page
      title={t('screens.Questions')}
      actions={
        <>
          {view.chapterId !== undefined && <ChapterExport chapterId={view.chapterId} />}
          {isHolder && (
            <Button variant="default" component={ScreenLink} href={importAddress(view)}>
              {t('questions.import')}
            </Button>
          )}
          {view.pkDiscipline > 0 && (
            <Button
              variant="default"
              component={ScreenLink}
              href={addressOf('QuestionPreview', { disciplineId: view.pkDiscipline })}
            >
              {t('questions.sampleExam')}
            </Button>
          )}
          {mayAdd && (
            <Button component={ScreenLink} href={newQuestionAddress(view)} leftSection={<AddIcon />}>
              {t('questions.add')}
            </Button>
          )}
        </>
      }
      filters={<QuestionFilters view={view} onChange={(change) => show(narrowed(view, change), true)} />}
    >
      <QuestionList list={list} view={view} show={show} mayAdd={mayAdd} />
      <QuestionHistory questionId={view.history} onClose={() => show({ ...view, history: undefined })} />
    </Page>
  );
}
