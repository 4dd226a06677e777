import { Anchor, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedColumn, ComparedGroup, SessionStatistics } from '#contract/session-statistics.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { type GroupFigures, isTooFew } from '#domain/statistics/group-figures.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import { type ListQuery, useListQuery } from '#web/list/list-query.ts';
import { type ListState, usePagedResult } from '#web/list/use-list.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import shared from '../students-exams.module.css';
import { Histogram } from './histogram.tsx';
import { PendingStatistics } from './pending-statistics.tsx';
import classes from './statistics.module.css';
import { type Compared, useSessionStatistics } from './statistics-calls.ts';

/** The figures of a group as texts; those of too few exams say so. */
function useFigureTexts() {
  const { t } = useTranslation();
  const percent = (value: number) => t('statistics.percent', { value: Math.round(100 * value) });
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const textsOf = { meanShare: percent, meanGrade: number, passRate: percent };
  return {
    number,
    figure: (group: GroupFigures, name: keyof typeof textsOf) => {
      const value = group[name];
      if (value !== null) return textsOf[name](value);
      return t(isTooFew(group, name) ? 'statistics.tooFew' : 'statistics.unknown');
    },
  };
}

type GroupNameProps = { readonly group: ComparedGroup; readonly sessionId: number };

function GroupName({ group: { id, partId, name, partName }, sessionId }: GroupNameProps) {
  const { t } = useTranslation();
  const what = partId === null ? { pkDiscipline: id } : { examCustomId: id, partId };
  return (
    <>
      <Anchor
        component={ScreenLink}
        fw={600}
        href={addressOf('StudentsExams', { ...what, sessionId, view: 'statistics' })}
        aria-label={t('statistics.openGroup', { name: partName === null ? name : `${name}, ${partName}` })}
      >
        {name}
      </Anchor>
      {partName !== null && <span className={shared.partOf}>{partName}</span>}
    </>
  );
}

function useColumns(sessionId: number, of: Compared): readonly Column<ComparedGroup>[] {
  const { t } = useTranslation();
  const { number, figure: textOf } = useFigureTexts();
  const figure = (name: Exclude<ComparedColumn, 'name'>, cell: Column<ComparedGroup>['cell']) => ({
    name,
    label: t(`statistics.${name}`),
    cell,
    isSortable: true,
    isFigure: true,
  });
  return [
    {
      name: 'name',
      label: t(of === 'exams' ? 'statistics.part' : 'studentExamColumns.disciplineName'),
      cell: (group) => <GroupName group={group} sessionId={sessionId} />,
      isSortable: true,
      wraps: true,
      only: 'table',
    },
    figure('exams', ({ exams }) => exams),
    ...(['meanShare', 'meanGrade', 'passRate'] as const).map((name) =>
      figure(name, (group) => textOf(group, name)),
    ),
    figure('reliability', ({ reliability, why }) =>
      reliability === null ? t(`statistics.${why ?? 'unknown'}`) : number(reliability),
    ),
  ];
}

type ExportProps = {
  readonly sessionId: number;
  readonly of: Compared;
  readonly table: 'figures' | 'groups' | 'distribution' | 'scores';
  readonly order?: Pick<ListQuery, 'sort' | 'desc'>;
  readonly label: string;
};

const unsorted = { sort: undefined, desc: false } as const;

const TableExport = ({ sessionId, of, table, order = unsorted, label }: ExportProps) => (
  <ExportMenu
    path={`statistics/sessions/${sessionId}`}
    query={{ search: '', sort: order.sort, desc: order.desc, filters: { of, table } }}
    columns={[]}
    label={label}
  />
);

type ViewProps = {
  readonly sessionId: number;
  readonly statistics: SessionStatistics;
  readonly list: ListState<ComparedGroup>;
  readonly of: Compared;
  readonly onOf: (of: Compared) => void;
};

function SessionView({ sessionId, statistics, list, of, onOf }: ViewProps) {
  const { t } = useTranslation();
  const { figure } = useFigureTexts();
  const columns = useColumns(sessionId, of);
  const { sittings, exams, graded } = statistics;
  if (exams === 0)
    return (
      <EmptyState icon={<CheckIcon size={28} />} title={t('statistics.sessionNobody')}>
        {t('statistics.nobodyHint')}
      </EmptyState>
    );
  const facts = [
    ['sessionSittings', sittings],
    ['exams', exams],
    ['meanGrade', figure(statistics, 'meanGrade')],
    ['meanShare', figure(statistics, 'meanShare')],
    ['passRate', figure(statistics, 'passRate')],
  ] as const;
  const bins = [
    ...(graded > 0 ? ([['distribution', graded, 'exportDistribution']] as const) : []),
    ['scores', exams, 'exportScores'] as const,
  ];
  return (
    <div className={classes.page}>
      <FactList
        facts={facts.map(([name, value]) => [t(`statistics.${name}`), value])}
        className={shared.facts}
      />
      {graded < exams && <p className={classes.note}>{t('statistics.sessionPartial')}</p>}
      {bins.map(([name, count, label]) => (
        <Histogram
          key={name}
          of={name}
          bins={statistics[name]}
          sittings={count}
          actions={
            <TableExport sessionId={sessionId} of={of} table={name} label={t(`statistics.${label}`)} />
          }
        />
      ))}
      <section aria-labelledby="statistics-comparison">
        <div className={classes.bar}>
          <h2 id="statistics-comparison" className={shared.heading}>
            {t('statistics.comparison')}
          </h2>
          <SegmentedControl
            aria-label={t('statistics.comparison')}
            value={of}
            onChange={onOf}
            data={[
              { value: 'exams', label: t('statistics.compareExams') },
              { value: 'disciplines', label: t('statistics.compareDisciplines') },
            ]}
          />
          <TableExport
            sessionId={sessionId}
            of={of}
            table="groups"
            order={list.query}
            label={t('statistics.exportComparison')}
          />
        </div>
        <p className={classes.note}>{t('statistics.sessionReliability')}</p>
        <List
          list={list}
          label={t('statistics.comparison')}
          columns={columns}
          idOf={({ id, partId }) => `${id} ${partId}`}
          nameOf={({ name }) => name}
          cardTitle={(group) => <GroupName group={group} sessionId={sessionId} />}
          defaultSort={{ name: 'name', label: t('statistics.compared') }}
          empty={{ title: t('statistics.sessionNobody') }}
        />
      </section>
    </div>
  );
}

/** The statistics of a session: grades and scores of all its exams, and its exams or disciplines side by side (RESU-5). */
export function SessionPage({ sessionId }: { readonly sessionId: number }) {
  const { t } = useTranslation();
  const [of, setOf] = useState<Compared>('exams');
  const state = useListQuery({});
  const [query, setQuery] = state;
  const found = useSessionStatistics(sessionId, of, query);
  const list = usePagedResult(state, found, ({ groups, total }) => ({ rows: groups, total }));
  return (
    <Page
      title={found.data?.sessionName ?? t('statistics.title')}
      description={
        <DescriptionParts>
          <BackLink href={addressOf('StudentsExams', { sessionId })} data-print="hidden">
            {t('statistics.back')}
          </BackLink>
          <span>{t('statistics.ofSession')}</span>
        </DescriptionParts>
      }
      actions={
        found.data && (
          <TableExport sessionId={sessionId} of={of} table="figures" label={t('statistics.exportFigures')} />
        )
      }
    >
      {found.data ? (
        <SessionView
          sessionId={sessionId}
          statistics={found.data}
          list={list}
          of={of}
          onOf={(next) => {
            setOf(next);
            setQuery({ ...query, page: 1 });
          }}
        />
      ) : (
        <PendingStatistics error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Page>
  );
}
