import { useTranslation } from 'react-i18next';
import type { YearSeries as Series, SeriesStudent } from '#contract/year-copies.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column } from '#web/list/column.ts';
import { useExpanded } from '#web/list/expansion.ts';
import { List } from '#web/list/list.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import classes from './year-copy.module.css';
import { seriesSource, studentSource } from './year-copy-calls.ts';

/** The selected series with the students who repeat the year. */
export type ChosenSeries = ReadonlyMap<
  number,
  { readonly students: number; readonly staying: ReadonlySet<number> }
>;

type Props = {
  readonly fromYearId: number;
  readonly toYearId: number;
  readonly chosen: ChosenSeries;
  readonly onChoose: (chosen: ChosenSeries) => void;
};

function SeriesStudents({ series, toYearId, chosen, onChoose }: Props & { readonly series: Series }) {
  const { t } = useTranslation();
  const list = useList(studentSource(toYearId, series.id), useListQuery({}, 25));
  const staying = chosen.get(series.id)?.staying ?? new Set<number>();
  const isChosen = chosen.has(series.id);
  const move = (rows: readonly SeriesStudent[], moves: boolean) => {
    const next = new Set(staying);
    for (const { id } of rows) {
      if (moves) next.delete(id);
      else next.add(id);
    }
    onChoose(new Map(chosen).set(series.id, { students: series.students, staying: next }));
  };
  const nameOf = ({ lastName, firstName }: SeriesStudent) => `${lastName} ${firstName}`;
  const columns: readonly Column<SeriesStudent>[] = [
    { name: 'name', label: t('yearCopy.student'), cell: nameOf, isRowName: true, only: 'table' },
    { name: 'number', label: t('yearCopy.number'), cell: ({ nrMatricol }) => nrMatricol ?? '-' },
    { name: 'email', label: t('yearCopy.email'), cell: ({ email }) => email },
  ];
  return (
    <List
      list={list}
      label={t('yearCopy.studentsOf', { series: series.name })}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      cardTitle={nameOf}
      empty={{ title: t('yearCopy.noStudents') }}
      isNested
      selection={{
        isSelected: ({ id }) => isChosen && !staying.has(id),
        select: (row, moves) => move([row], moves),
        selectPage: move,
        isReadOnly: !isChosen,
        label: (row) => t('yearCopy.moveStudent', { name: nameOf(row) }),
      }}
    />
  );
}

/** The series whose students can move up; none is selected at first. */
export function YearSeries(props: Props) {
  const { t } = useTranslation();
  const { fromYearId, toYearId, chosen, onChoose } = props;
  const list = useList(seriesSource({ fromYearId, toYearId }), useListQuery({}));
  const { isExpanded, toggle } = useExpanded();
  const figure = (value: number) => formatNumber(value, currentLanguage());
  const choose = (rows: readonly Series[], isChosen: boolean) => {
    const next = new Map(chosen);
    for (const { id, students } of rows) {
      if (isChosen) next.set(id, { students, staying: new Set() });
      else next.delete(id);
    }
    onChoose(next);
  };
  const titleOf = ({ sectionName, name }: Series) => `${sectionName}, ${name}`;
  const columns: readonly Column<Series>[] = [
    { name: 'name', label: t('yearCopy.series'), cell: titleOf, isRowName: true, only: 'table' },
    { name: 'college', label: t('yearCopy.college'), cell: ({ collegeName }) => collegeName },
    {
      name: 'year',
      label: t('yearCopy.year'),
      cell: ({ year, hasNext }) =>
        t(hasNext ? 'yearCopy.yearUp' : 'yearCopy.yearUpNew', { from: year, to: year + 1 }),
    },
    {
      name: 'students',
      label: t('yearCopy.students'),
      cell: ({ students }) => figure(students),
      isFigure: true,
    },
    {
      name: 'booked',
      label: t('yearCopy.booked'),
      hint: t('yearCopy.bookedHint'),
      cell: ({ booked }) => figure(booked),
      isFigure: true,
    },
  ];
  return (
    <section aria-labelledby="year-series" className={classes.section}>
      <div className={classes.head}>
        <h2 id="year-series">{t('yearCopy.seriesTitle')}</h2>
        <SearchBox
          search={list.query.search}
          onSearch={(search) => list.setQuery({ ...list.query, search, page: 1 })}
          label={t('yearCopy.searchSeries')}
        />
      </div>
      <p className={classes.hint}>{t('yearCopy.seriesHint')}</p>
      <List
        list={list}
        label={t('yearCopy.seriesTitle')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={titleOf}
        cardTitle={titleOf}
        empty={{ title: t('yearCopy.noSeries') }}
        expansion={{
          isExpanded,
          toggle,
          label: (row) => t('yearCopy.studentsOf', { series: titleOf(row) }),
          render: (row) => <SeriesStudents {...props} series={row} />,
        }}
        selection={{
          isSelected: ({ id }) => chosen.has(id),
          select: (row, isChosen) => choose([row], isChosen),
          selectPage: choose,
          label: (row) => t('yearCopy.moveSeries', { series: titleOf(row) }),
        }}
      />
    </section>
  );
}
