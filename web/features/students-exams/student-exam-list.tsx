import { Anchor, Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StudentExam, StudentExamColumn } from '#contract/students-exams.ts';
import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { exportedExamColumns } from '#domain/exam-taking/result-columns.ts';
import { resultStates } from '#domain/exam-taking/result-state.ts';
import { formatDate, formatTime } from '#web/base/format.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { figure } from '#web/sittings/figure.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { GradeBookMenu } from './grade-book-menu.tsx';
import { type ResultFilters, studentExamSource, useFilterChoices } from './result-calls.ts';
import classes from './students-exams.module.css';
import { Totals } from './totals.tsx';

const filterNames = ['sessionId', 'examCustomId', 'pkDiscipline', 'seriesId'] as const;
const stateColors: Record<StudentExam['state'], string> = {
  running: 'gold',
  finished: 'brand',
  absent: 'gray',
  annulled: 'red',
};

const nameOf = ({ lastName, firstName }: StudentExam) => `${lastName} ${firstName}`;

/** The link to the sitting of a row, for users who may open it. */
function useHrefOf(): (row: StudentExam) => Address | undefined {
  const { query } = useScreenAddress('StudentsExams');
  return ({ groupId, mayOpen }) =>
    groupId === null || !mayOpen ? undefined : addressOf('StudentsExams', { ...(query as object), groupId });
}

function Name({ row, href }: { readonly row: StudentExam; readonly href: Address | undefined }) {
  const { t } = useTranslation();
  if (href === undefined) return <>{nameOf(row)}</>;
  return (
    <Anchor
      component={ScreenLink}
      href={href}
      fw={600}
      aria-label={t('studentsExams.open', { name: nameOf(row) })}
    >
      {nameOf(row)}
    </Anchor>
  );
}

function useColumns(hrefOf: (row: StudentExam) => Address | undefined): readonly Column<StudentExam>[] {
  const { t } = useTranslation();
  const column = (name: StudentExamColumn, more: Omit<Column<StudentExam>, 'name' | 'label'>) => ({
    name,
    label: t(`studentExamColumns.${name}`),
    isSortable: true,
    ...more,
  });
  return [
    column('examId', { cell: ({ examId }) => examId ?? '-', className: classes.quiet }),
    column('lastName', { cell: (row) => <Name row={row} href={hrefOf(row)} />, only: 'table' }),
    column('numarMatricol', { cell: ({ numarMatricol }) => numarMatricol ?? '-' }),
    column('year', { cell: ({ year }) => year, isFigure: true }),
    column('series', { cell: ({ series }) => series }),
    column('disciplineName', {
      cell: (row) => (
        <>
          {row.disciplineName}
          {row.examName !== row.disciplineName && <span className={classes.partOf}>{row.examName}</span>}
        </>
      ),
      wraps: true,
    }),
    column('date', { cell: ({ date }) => formatDate(date) }),
    column('serverStartTime', { cell: ({ serverStartTime }) => formatTime(serverStartTime) }),
    column('serverStopTime', { cell: ({ serverStopTime }) => formatTime(serverStopTime) }),
    column('state', {
      cell: ({ state }) => <Badge color={stateColors[state]}>{t(`studentExamColumns.state_${state}`)}</Badge>,
    }),
    column('score', {
      cell: (row) => (
        <>
          {figure(row.score)}
          {row.maxPoints !== null && row.score !== null && (
            <span className={classes.quiet}> / {figure(row.maxPoints)}</span>
          )}
          {row.isPartial && <span className={classes.partOf}>{t('studentsExams.partial')}</span>}
        </>
      ),
      isFigure: true,
    }),
    column('grade', { cell: ({ grade }) => figure(grade), isFigure: true, className: classes.grade }),
    {
      name: 'contests',
      label: t('studentExamColumns.contests'),
      cell: ({ contests }) =>
        contests.length === 0
          ? '-'
          : contests.map(({ id, status }) => (
              <Anchor
                key={id}
                component={ScreenLink}
                inherit
                className={classes.contest}
                href={addressOf('ExamContest', { examContestId: id })}
              >
                {t(`studentExamColumns.contest_${status}`)}
              </Anchor>
            )),
    },
  ];
}

type FilterProps = {
  readonly filters: ResultFilters;
  readonly onFilters: (change: Partial<Omit<ResultFilters, 'state'>>) => void;
  readonly onState: (state: ResultFilters['state']) => void;
};

function Filters({ filters, onFilters, onState }: FilterProps) {
  const { t } = useTranslation();
  const choices = useFilterChoices().data;
  const select = (
    name: (typeof filterNames)[number],
    label: string,
    rows: readonly { readonly id: number; readonly name: string }[] = [],
  ) => (
    <FilterSelect<string>
      label={label}
      value={filters[name] === undefined ? undefined : String(filters[name])}
      data={rows.map(({ id, name: text }) => ({ value: String(id), label: text }))}
      onChange={(id) => onFilters({ [name]: id === undefined ? undefined : Number(id) })}
    />
  );
  return (
    <>
      {select('sessionId', t('studentExamColumns.examSession'), choices?.sessions)}
      {select('examCustomId', t('studentExamColumns.examName'), choices?.customExams)}
      {select('pkDiscipline', t('studentExamColumns.disciplineName'), choices?.disciplines)}
      {select('seriesId', t('studentExamColumns.series'), choices?.series)}
      <FilterSelect<string>
        label={t('studentExamColumns.state')}
        value={filters.state}
        data={resultStates.map((state) => ({ value: state, label: t(`studentExamColumns.state_${state}`) }))}
        onChange={(state) => onState(resultStates.find((one) => one === state))}
      />
    </>
  );
}

const stateIn = ({ state }: ScreenQuery<'StudentsExams'>) => resultStates.find((one) => one === state);

/** The exams of students with filters, totals and exports (RESU-3). */
export function StudentExamList() {
  const { t } = useTranslation();
  const actor = useActor();
  const goTo = useGoTo();
  const [query, setQuery] = useAddressQuery('StudentsExams', filterNames);
  const address = useScreenAddress('StudentsExams').query;
  const state = stateIn(address);
  const filters: ResultFilters = { ...query.filters, state };
  const list = useList(studentExamSource(state), [query, setQuery]);
  const hrefOf = useHrefOf();
  const { sessionId, examCustomId, pkDiscipline, seriesId } = filters;
  const isStudied = examCustomId !== undefined || pkDiscipline !== undefined || sessionId !== undefined;
  const studied = examCustomId !== undefined ? { examCustomId } : { pkDiscipline };
  return (
    <Page
      title={t('screens.StudentsExams')}
      description={t('studentsExams.lead')}
      actions={
        <>
          {may(actor, 'gradeBook.export') && (
            <GradeBookMenu sessionId={sessionId} examCustomId={examCustomId} seriesId={seriesId} />
          )}
          {may(actor, 'paper.enter') && (
            <Button
              component={ScreenLink}
              variant="default"
              href={addressOf('StudentsExams', { view: 'paper' })}
            >
              {t('studentsExams.paper')}
            </Button>
          )}
          {may(actor, 'statistics.read') && isStudied && (
            <Button
              component={ScreenLink}
              variant="default"
              href={addressOf('StudentsExams', { ...studied, sessionId, view: 'statistics' })}
            >
              {t('studentsExams.statistics')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <SearchBox
            search={query.search}
            onSearch={(search) => setQuery({ ...query, search, page: 1 })}
            label={t('crud.search')}
            withSlash
          />
          <Filters
            filters={filters}
            onFilters={(change) => setQuery(withFilters(query, change))}
            onState={(next) =>
              void goTo(
                addressOf('StudentsExams', { ...(address as object), page: undefined, state: next }),
                { resetScroll: false },
              )
            }
          />
          <ExportMenu
            path="studentsExams"
            query={{ ...query, filters: { ...query.filters, state } }}
            columns={exportedExamColumns}
          />
        </>
      }
    >
      <Totals filters={{ ...filters, search: query.search.trim() }} />
      <List
        list={list}
        label={t('screens.StudentsExams')}
        columns={useColumns(hrefOf)}
        idOf={({ id }) => id}
        nameOf={nameOf}
        cardTitle={(row) => <Name row={row} href={hrefOf(row)} />}
        cardAside={({ state, grade }) => (
          <span className={classes.grade}>
            {state === 'finished' && grade !== null ? figure(grade) : t(`studentExamColumns.state_${state}`)}
          </span>
        )}
        opens={(row) => {
          const href = hrefOf(row);
          return href === undefined ? undefined : () => void goTo(href);
        }}
        empty={{
          title: t('studentsExams.empty'),
          hint: t('studentsExams.emptyHint'),
          icon: <CheckIcon size={28} />,
        }}
      />
    </Page>
  );
}
