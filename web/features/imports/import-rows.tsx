import { Badge, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportRow, ImportRowState } from '#contract/imports.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import type { ListState } from '#web/list/use-list.ts';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { FindingList } from './finding-list.tsx';
import classes from './import-rows.module.css';
import { StoredQuestion } from './stored-question.tsx';

type RowProps = { readonly row: ImportRow };

const colors: Record<ImportRowState, string> = {
  ready: 'gray',
  rejected: 'red',
  waiting: 'brand',
  written: 'green',
  failed: 'red',
};

function RowState({ row, finished }: RowProps & { readonly finished: boolean }) {
  const { t } = useTranslation();
  const outcome = row.state === 'ready' && finished ? 'leftOut' : row.state;
  if (outcome === 'ready') return null;
  return (
    <Badge color={colors[row.state]} className={classes.state}>
      {t(`importScreen.row_${outcome}`)}
    </Badge>
  );
}

/** The text of the question; one that cannot be imported has only its name in the file. */
const Shown = ({ row }: RowProps) =>
  row.question === null ? row.label : <RichTextView text={row.question.text.replaceAll(/\s*\n\s*/g, ' ')} />;

const correctIn = ({ question }: ImportRow) =>
  question?.answers.filter(({ isCorrect }) => isCorrect).length ?? 0;

function Chapter({ row }: RowProps) {
  if (row.chapterId === null) return <span className={classes.quiet}>{row.fileChapter.at(-1) ?? '-'}</span>;
  return (
    <>
      <span className={classes.quiet}>{row.chapterCode}</span> {row.chapterDescription}
    </>
  );
}

function useColumns(finished: boolean): readonly Column<ImportRow>[] {
  const { t } = useTranslation();
  return [
    { name: 'position', label: t('importScreen.position'), isFigure: true, cell: ({ position }) => position },
    {
      name: 'question',
      label: t('importScreen.question'),
      className: classes.text,
      cell: (row) => <Shown row={row} />,
    },
    {
      name: 'counts',
      label: t('questions.counts'),
      hint: t('questions.countsHint'),
      isFigure: true,
      cell: (row) =>
        row.question !== null && `${correctIn(row)}/${row.question.answers.length - correctIn(row)}`,
    },
    {
      name: 'chapter',
      label: t('importScreen.chapter'),
      className: classes.chapter,
      cell: (row) => <Chapter row={row} />,
    },
    {
      name: 'reasons',
      label: t('importScreen.reasons'),
      className: classes.problems,
      cell: (row) => (
        <>
          <RowState row={row} finished={finished} />
          <FindingList findings={row.findings} />
        </>
      ),
    },
  ];
}

type ImportRowsProps = {
  readonly list: ListState<ImportRow>;
  /** The choice can no longer be changed. */
  readonly fixed: boolean;
  readonly finished: boolean;
  readonly isExpanded: (position: number) => boolean;
  readonly onToggle: (position: number) => void;
  readonly onChoose: (position: number, chosen: boolean) => void;
};

/** The questions of a file, each with a checkbox to import it. */
export function ImportRows({ list, fixed, finished, isExpanded, onToggle, onChoose }: ImportRowsProps) {
  const { t } = useTranslation();
  return (
    <List
      list={list}
      label={t('importScreen.rows')}
      columns={useColumns(finished)}
      idOf={({ position }) => position}
      nameOf={({ label }) => label}
      empty={{ title: t('importScreen.noRows') }}
      expansion={{
        isExpanded: (position) => isExpanded(Number(position)),
        toggle: (position) => onToggle(Number(position)),
        canExpand: ({ question }) => question !== null,
        label: ({ position }) => t('importScreen.showRow', { position }),
        render: ({ question, position }) =>
          question && <StoredQuestion question={question} position={position} />,
      }}
      selection={{
        isSelected: ({ chosen }) => chosen,
        select: ({ position }, chosen) => onChoose(position, chosen),
        canSelect: ({ question }) => question !== null,
        isReadOnly: fixed,
        label: ({ position }) => t('importScreen.chooseRow', { position }),
      }}
      card={(row, { select, expand }) => (
        <>
          <div className={classes.cardHead}>
            {select}
            <span className={classes.cardPosition}>
              <VisuallyHidden>{t('importScreen.position')} </VisuallyHidden>
              {row.position}
            </span>
            <span className={classes.cardCounts}>
              {row.question !== null &&
                t('importScreen.answerCounts', {
                  correct: correctIn(row),
                  wrong: row.question.answers.length - correctIn(row),
                })}
            </span>
            {expand}
          </div>
          <div className={classes.cardText}>
            <Shown row={row} />
          </div>
          <RowState row={row} finished={finished} />
          <FindingList findings={row.findings} />
        </>
      )}
      waiting={{ count: 1, height: '12rem' }}
    />
  );
}
