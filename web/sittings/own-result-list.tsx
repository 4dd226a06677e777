import { useTranslation } from 'react-i18next';
import type { ResultRow } from '#contract/exam-results.ts';
import type { ListScreen } from '#domain/access/addresses.ts';
import { formatDate, formatTime } from '#web/base/format.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import type { Empty } from '#web/list/list-props.ts';
import { useList } from '#web/list/use-list.ts';
import { figure } from './figure.ts';
import { type ResultsOf, resultSource } from './own-result-calls.ts';
import type { HrefOf } from './result-href.ts';
import { ResultName } from './result-name.tsx';
import classes from './results.module.css';

function useColumns(hrefOf: HrefOf): readonly Column<ResultRow>[] {
  const { t } = useTranslation();
  const stop = ({ exam }: ResultRow) =>
    exam.serverStopTime === null ? t('examResult.notFinished') : formatTime(exam.serverStopTime);
  const id = { name: 'id', label: t('examResult.id'), cell: ({ exam }: ResultRow) => exam.id };
  return [
    { ...id, className: classes.quiet, only: 'table' },
    {
      name: 'discipline',
      label: t('examResult.discipline'),
      cell: (row) => (
        <>
          <ResultName row={row} hrefOf={hrefOf} className={classes.name} />
          {row.examName !== row.disciplineName && <span className={classes.partOf}>{row.examName}</span>}
        </>
      ),
      wraps: true,
      only: 'table',
    },
    { name: 'exam', label: t('examResult.exam'), cell: ({ examName }) => examName, only: 'card' },
    { name: 'date', label: t('examResult.date'), cell: ({ exam }) => formatDate(exam.date) },
    { name: 'start', label: t('examResult.start'), cell: ({ exam }) => formatTime(exam.serverStartTime) },
    { name: 'stop', label: t('examResult.stop'), cell: stop },
    {
      name: 'score',
      label: t('examResult.score'),
      cell: ({ exam }) => (
        <>
          {figure(exam.score)}
          <span className={classes.quiet}> / {figure(exam.maxPoints)}</span>
        </>
      ),
      isFigure: true,
    },
    {
      name: 'grade',
      label: t('examResult.grade'),
      cell: ({ grade, exam }) => (exam.annulled ? t('examResult.annulled') : figure(grade)),
      isFigure: true,
      className: classes.grade,
      only: 'table',
    },
    { ...id, name: 'cardId', only: 'card' },
  ];
}

type ResultListProps = {
  /** The screen whose address keeps the page of the list. */
  readonly screen: ListScreen;
  readonly of: ResultsOf;
  readonly hrefOf: HrefOf;
  readonly label: string;
  readonly empty: Empty;
};

/** The user's results, newest first, with paging (RESU-2). */
export function ResultList({ screen, of, hrefOf, label, empty }: ResultListProps) {
  const { t } = useTranslation();
  const list = useList(resultSource(of), useAddressQuery(screen));
  return (
    <List
      list={list}
      label={label}
      columns={useColumns(hrefOf)}
      idOf={({ exam }) => exam.id}
      nameOf={({ disciplineName }) => disciplineName}
      empty={empty}
      cardTitle={(row) => <ResultName row={row} hrefOf={hrefOf} />}
      cardAside={({ grade, exam }) => (
        <span className={classes.cardGrade}>
          <span className={classes.cardGradeLabel}>{t('examResult.grade')}</span>{' '}
          {exam.annulled ? t('examResult.annulled') : figure(grade)}
        </span>
      )}
    />
  );
}
