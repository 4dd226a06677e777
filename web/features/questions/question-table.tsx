import { Anchor, Box, Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { formatDateTime } from '#web/base/format.ts';
import frame from '#web/crud/row-table.module.css';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SortHeader, sortedAs } from '#web/ui/sort-header.tsx';
import type { QuestionsOrder, QuestionsView } from './list-address.ts';
import { QuestionActions, type QuestionListProps } from './question-actions.tsx';
import classes from './question-list.module.css';
import { QuestionMarks } from './question-marks.tsx';
import { questionName } from './question-name.ts';

type HeaderProps = Pick<QuestionListProps, 'view' | 'show'> & {
  readonly order: QuestionsOrder;
  readonly label: string;
};

/** The first press sorts upwards, the second downwards, the third goes back to the bank's own order. */
function sortedBy(view: QuestionsView, order: QuestionsOrder): QuestionsView {
  if (view.sort !== order) return { ...view, sort: order, desc: false, skip: 0 };
  return view.desc ? { ...view, sort: undefined, desc: false, skip: 0 } : { ...view, desc: true, skip: 0 };
}

function SortableHeader({ view, show, order, label }: HeaderProps) {
  return (
    <SortHeader label={label} sorted={sortedAs(view, order)} onSort={() => show(sortedBy(view, order))} />
  );
}

function Row({
  question,
  ...rest
}: Omit<QuestionListProps, 'questions'> & { readonly question: QuestionRow }) {
  const name = questionName(question);
  const text = <RichTextView text={question.text.replaceAll(/\s*\n\s*/g, ' ')} />;
  const address = question.mayEdit ? `/${question.id}/edit` : `/questionPreview?questionId=${question.id}`;
  return (
    <Table.Tr>
      <Table.Td className={classes.text}>
        <Anchor component={PlaceLink} address={address} className={classes.link} underline="hover">
          {text}
        </Anchor>
      </Table.Td>
      <Table.Td className={classes.chapter}>
        <span className={classes.code}>{question.chapterCode}</span> {question.chapterDescription}
        <span className={classes.discipline}>{question.disciplineDescription}</span>
      </Table.Td>
      <Table.Td data-figure>
        {question.correctCount}/{question.wrongCount}
      </Table.Td>
      <Table.Td>
        <QuestionMarks question={question} />
      </Table.Td>
      <Table.Td data-figure>{question.version}</Table.Td>
      <Table.Td>
        {formatDateTime(question.changedAt)}
        <span className={classes.by}>{question.changedBy ?? '-'}</span>
      </Table.Td>
      <Table.Td className={`${frame.actions} ${classes.actions}`}>
        <QuestionActions question={question} name={name} {...rest} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The questions as a dense table, two lines of text each. */
export function QuestionTable({ questions, ...rest }: QuestionListProps) {
  const { t } = useTranslation();
  const { view, show } = rest;
  return (
    // A table wider than the page has to be scrolled with the keyboard too.
    <Box component="section" className={frame.frame} aria-label={t('screens.Questions')} tabIndex={0}>
      <Table className={frame.table} highlightOnHover verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <SortableHeader view={view} show={show} order="text" label={t('questions.text')} />
            <SortableHeader view={view} show={show} order="chapter" label={t('questions.chapter')} />
            <Table.Th scope="col" data-figure title={t('questions.countsHint')}>
              {t('questions.counts')}
            </Table.Th>
            <Table.Th scope="col">
              <VisuallyHidden>{t('questions.marks')}</VisuallyHidden>
            </Table.Th>
            <Table.Th scope="col" data-figure>
              {t('questions.version')}
            </Table.Th>
            <SortableHeader view={view} show={show} order="changedAt" label={t('questions.changed')} />
            <Table.Th scope="col" className={`${frame.actions} ${classes.actions}`}>
              <VisuallyHidden>{t('crud.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {questions.map((question) => (
            <Row key={question.id} question={question} {...rest} />
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
