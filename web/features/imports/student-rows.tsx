import { Badge, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentImportRow, StudentOutcome } from '#contract/student-imports.ts';
import { headingOf } from '#domain/imports/students/student-columns.ts';
import { isRefusal } from '#domain/imports/students/student-problems.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import type { ListState } from '#web/list/use-list.ts';
import { ErrorIcon, InfoIcon } from '#web/ui/icons.tsx';
import findings from './finding-list.module.css';
import classes from './import-rows.module.css';
import { studentProblemText } from './student-problem.ts';

type RowProps = { readonly row: StudentImportRow };

const colors: Record<StudentOutcome, string> = {
  create: 'green',
  change: 'brand',
  same: 'gray',
  refused: 'red',
};

function Outcome({ row }: RowProps) {
  const { t } = useTranslation();
  const isFailed = row.state === 'failed';
  return (
    <Badge color={isFailed ? 'red' : colors[row.outcome]} className={classes.state}>
      {isFailed ? t('studentImport.row_failed') : t(`studentImport.outcome_${row.outcome}`)}
    </Badge>
  );
}

/** The changed cells with old and new values, and the problems of the row. */
function Details({ row }: RowProps) {
  const { t } = useTranslation();
  const shown = (value: string) => (value === '' ? t('studentImport.nothing') : value);
  return (
    <ul className={findings.findings}>
      {row.problems.map((problem) => (
        <li key={JSON.stringify(problem)} data-error={isRefusal(problem) || undefined}>
          {isRefusal(problem) ? <ErrorIcon size={16} /> : <InfoIcon size={16} />}
          <VisuallyHidden>
            {t(isRefusal(problem) ? 'importScreen.error' : 'importScreen.notice')}:{' '}
          </VisuallyHidden>
          <span>{studentProblemText(t, problem)}</span>
        </li>
      ))}
      {row.changes.map(({ column, from, to }) => (
        <li key={column}>
          <span />
          <span>
            {headingOf(column, currentLanguage())}:{' '}
            {t('studentImport.changed', { from: shown(from), to: shown(to) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

const placeOf = ({ cells }: StudentImportRow) =>
  [cells.faculty, cells.section, cells.series, cells.year].filter((cell) => cell !== '').join(' · ');

/** The rows of a student file and what each one changes. */
export function StudentRows({ list }: { readonly list: ListState<StudentImportRow> }) {
  const { t } = useTranslation();
  const columns: readonly Column<StudentImportRow>[] = [
    { name: 'line', label: t('studentImport.line'), isFigure: true, cell: ({ line }) => line },
    { name: 'student', label: t('studentImport.student'), cell: ({ label }) => label, only: 'table' },
    { name: 'email', label: t('studentImport.email'), cell: ({ cells }) => cells.email },
    {
      name: 'place',
      label: t('studentImport.place'),
      className: classes.chapter,
      cell: placeOf,
    },
    {
      name: 'outcome',
      label: t('studentImport.whatHappens'),
      className: classes.problems,
      cell: (row) => (
        <>
          <Outcome row={row} />
          <Details row={row} />
        </>
      ),
    },
  ];
  return (
    <List
      list={list}
      label={t('studentImport.rows')}
      columns={columns}
      idOf={({ position }) => position}
      nameOf={({ label }) => label}
      cardTitle={({ label }) => label}
      empty={{ title: t('studentImport.noRows') }}
      waiting={{ count: 1, height: '12rem' }}
    />
  );
}
