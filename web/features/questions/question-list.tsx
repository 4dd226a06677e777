import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { useSelection } from '#web/list/selection.ts';
import type { ListState } from '#web/list/use-list.ts';
import { AddIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { newQuestionAddress, type QuestionsView } from './list-address.ts';
import { QuestionActions } from './question-actions.tsx';
import classes from './question-list.module.css';
import { QuestionMarks } from './question-marks.tsx';
import { questionName } from './question-name.ts';
import { useDeleteQuestion } from './question-removal.ts';
import { SelectedQuestions } from './selected-questions.tsx';

const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ');

/** The link to read or edit a question, depending on the user's rights. */
const pageOf = ({ id, mayEdit }: QuestionRow) =>
  mayEdit ? addressOf('EditQuestion', { questionId: id }) : addressOf('QuestionPreview', { questionId: id });

function useColumns(): readonly Column<QuestionRow>[] {
  const { t } = useTranslation();
  return [
    {
      name: 'text',
      label: t('questions.text'),
      isSortable: true,
      className: classes.text,
      cell: (question) => (
        <Anchor component={ScreenLink} href={pageOf(question)} className={classes.link} underline="hover">
          <RichTextView text={oneLine(question.text)} />
        </Anchor>
      ),
    },
    {
      name: 'chapter',
      label: t('questions.chapter'),
      isSortable: true,
      className: classes.chapter,
      cell: (question) => (
        <>
          <span className={classes.code}>{question.chapterCode}</span> {question.chapterDescription}
          <span className={classes.discipline}>{question.disciplineDescription}</span>
        </>
      ),
    },
    {
      name: 'counts',
      label: t('questions.counts'),
      hint: t('questions.countsHint'),
      isFigure: true,
      cell: ({ correctCount, wrongCount }) => `${correctCount}/${wrongCount}`,
    },
    {
      name: 'marks',
      label: t('questions.marks'),
      isLabelHidden: true,
      cell: (question) => <QuestionMarks question={question} />,
    },
    {
      name: 'version',
      label: t('questions.version'),
      isFigure: true,
      cell: ({ version }) => version,
    },
    {
      name: 'changedAt',
      label: t('questions.changed'),
      isSortable: true,
      cell: ({ changedAt, changedBy }) => (
        <>
          {formatDateTime(changedAt)}
          <span className={classes.by}>{changedBy ?? '-'}</span>
        </>
      ),
    },
  ];
}

type QuestionListProps = {
  readonly list: ListState<QuestionRow>;
  readonly view: QuestionsView;
  readonly show: (view: QuestionsView) => void;
  readonly mayAdd: boolean;
};

/** The questions as a dense table with two lines of text each, or as cards. */
export function QuestionList({ list, view, show, mayAdd }: QuestionListProps) {
  const { t } = useTranslation();
  const { deleting, askAndDelete } = useDeleteQuestion();
  const goTo = useGoTo();
  const selected = useSelection<QuestionRow>({
    idOf: ({ id }) => id,
    label: (question) => t('questions.select', { name: questionName(question) }),
  });
  return (
    <>
      <List
        list={list}
        label={t('screens.Questions')}
        columns={useColumns()}
        idOf={({ id }) => id}
        nameOf={questionName}
        empty={{
          title: t('questions.empty'),
          hint: t('questions.emptyHint'),
          action: mayAdd && (
            <Button component={ScreenLink} href={newQuestionAddress(view)} leftSection={<AddIcon />}>
              {t('questions.add')}
            </Button>
          ),
        }}
        opens={(question) => () => void goTo(pageOf(question))}
        rowActions={(question) => (
          <QuestionActions
            question={question}
            isDeleting={deleting === question.id}
            onHistory={() => show({ ...view, history: question.id })}
            onDelete={() => void askAndDelete(question)}
          />
        )}
        actionsWidth="9.5rem"
        card={(question, { actions, select }) => (
          <>
            <div className={classes.cardText}>
              <RichTextView text={oneLine(question.text)} />
            </div>
            <div className={classes.cardFacts}>
              <span className={classes.code}>{question.chapterCode}</span> {question.chapterDescription}
              {' · '}
              {t('questions.countsShort', { correct: question.correctCount, wrong: question.wrongCount })}
              {' · '}
              {formatDateTime(question.changedAt)}
            </div>
            <div className={classes.cardFoot}>
              {select}
              <QuestionMarks question={question} />
              {actions}
            </div>
          </>
        )}
        waiting={{ count: 6, height: '3rem' }}
        selection={{ ...selected.selection, canSelect: ({ mayEdit }) => mayEdit }}
      />
      <SelectedQuestions rows={selected.rows} onDone={selected.clear} />
    </>
  );
}
