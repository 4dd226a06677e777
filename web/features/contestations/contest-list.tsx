import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestColumn, ContestRow } from '#contract/contestation-list.ts';
import { type Address, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { contestExportColumns } from '#domain/contestations/columns.ts';
import { contestStatuses, contestTypes } from '#domain/contestations/contestation.ts';
import { formatDate, formatDateTime } from '#web/base/format.ts';
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
import { StatusBadge } from '#web/sittings/contest-status.tsx';
import { figure } from '#web/sittings/figure.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './contest.module.css';
import { contestSource } from './contest-calls.ts';
import { PlaceFilters } from './place-filters.tsx';

const filterNames = ['sessionId', 'pkDiscipline', 'dueWithin', 'examId'] as const;
const dueChoices = [1, 3, 7] as const;

const nameOf = ({ student }: ContestRow) => (student ? `${student.lastName} ${student.firstName}` : '');

/** Resolvers open the desk, everyone else the read-only page. */
function useHrefOf(): (row: ContestRow) => Address {
  const actor = useActor();
  return ({ id, mine }) =>
    mine > 0 && may(actor, 'contestation.resolve')
      ? addressOf('ResolveContest', { examContestId: id })
      : addressOf('ExamContest', { examContestId: id });
}

function useColumns(isStaff: boolean, hrefOf: (row: ContestRow) => Address): readonly Column<ContestRow>[] {
  const { t } = useTranslation();
  const column = (name: ContestColumn, more: Omit<Column<ContestRow>, 'name' | 'label'>) => ({
    name,
    label: t(`contestationColumns.${name}`),
    isSortable: true,
    ...more,
  });
  const staff: Column<ContestRow>[] = [
    column('lastName', {
      cell: (row) => (
        <>
          {nameOf(row) || '-'}
          {row.student?.numarMatricol && <span className={classes.partOf}>{row.student.numarMatricol}</span>}
        </>
      ),
      inLine: (row) => nameOf(row) || '-',
    }),
  ];
  return [
    column('id', {
      cell: (row) => (
        <Anchor
          component={ScreenLink}
          href={hrefOf(row)}
          fw={600}
          aria-label={t(row.mine > 0 ? 'contestation.resolveOne' : 'contestation.open', { id: row.id })}
        >
          {row.id}
        </Anchor>
      ),
      only: 'table',
    }),
    column('status', { cell: ({ status }) => <StatusBadge status={status} />, only: 'table' }),
    ...(isStaff ? staff : []),
    column('examId', {
      cell: ({ exam, examName, disciplines }) => (
        <>
          {exam ? `${exam.id} · ${examName ?? exam.name}` : '-'}
          <span className={classes.partOf}>{disciplines.join(', ') || exam?.name}</span>
        </>
      ),
      inLine: ({ exam, examName }) => examName ?? exam?.name ?? '-',
      wraps: true,
    }),
    column('examDate', { cell: ({ exam }) => (exam ? formatDate(exam.date) : '-') }),
    {
      name: 'type',
      label: t('contestationColumns.type'),
      cell: ({ type, mine }) => (
        <>
          {t(`contestationColumns.type_${type}`)}
          {mine > 0 && <span className={classes.partOf}>{t('contestation.mine', { count: mine })}</span>}
        </>
      ),
    },
    column('filedAt', { cell: ({ filedAt }) => formatDateTime(filedAt) }),
    ...(isStaff
      ? [
          column('resolveUntil', {
            cell: ({ status, resolveUntil }) => (status === 'DP' ? formatDateTime(resolveUntil) : '-'),
          }),
        ]
      : []),
    column('scoreBefore', { cell: ({ scoreBefore }) => figure(scoreBefore), isFigure: true }),
    column('scoreAfter', { cell: ({ scoreAfter }) => figure(scoreAfter), isFigure: true }),
  ];
}

const statusIn = ({ status }: ScreenQuery<'Contestations'>) => contestStatuses.find((one) => one === status);
const typeIn = ({ type }: ScreenQuery<'Contestations'>) => contestTypes.find((one) => one === type);

/** The list with its filters in the address. */
export function ContestList({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const isStaff = may(useActor(), 'contestation.resolve');
  const [query, setQuery] = useAddressQuery('Contestations', filterNames);
  const address = useScreenAddress('Contestations').query;
  const filters = { status: statusIn(address), type: typeIn(address) };
  const list = useList(contestSource(filters), [query, setQuery]);
  const isNarrowed = Object.values({ ...query.filters, ...filters }).some((value) => value !== undefined);
  const hrefOf = useHrefOf();
  const turn = (change: object) =>
    void goTo(addressOf('Contestations', { ...(address as object), page: undefined, ...change }), {
      resetScroll: false,
    });
  return (
    <Page
      title={t('screens.Contestations')}
      description={t(isStaff ? 'contestation.lead' : 'contestation.leadOwn')}
      actions={views}
      filters={
        <>
          {isStaff && (
            <SearchBox
              search={query.search}
              onSearch={(search) => setQuery({ ...query, search, page: 1 })}
              label={t('crud.search')}
              withSlash
            />
          )}
          <FilterSelect<string>
            label={t('contestationColumns.status')}
            value={filters.status}
            data={contestStatuses.map((value) => ({
              value,
              label: t(`contestationColumns.status_${value}`),
            }))}
            onChange={(status) => turn({ status })}
          />
          {isStaff && (
            <>
              <FilterSelect<string>
                label={t('contestationColumns.type')}
                value={filters.type}
                data={contestTypes.map((value) => ({ value, label: t(`contestationColumns.type_${value}`) }))}
                onChange={(type) => turn({ type })}
              />
              <PlaceFilters state={[query, setQuery]} />
              <FilterSelect<string>
                label={t('contestation.due')}
                value={query.filters.dueWithin === undefined ? undefined : String(query.filters.dueWithin)}
                data={dueChoices.map((days) => ({
                  value: String(days),
                  label: t(`contestation.due_${days}`),
                }))}
                onChange={(days) =>
                  setQuery(withFilters(query, { dueWithin: days === undefined ? undefined : Number(days) }))
                }
              />
            </>
          )}
          <ExportMenu
            path="examContests"
            query={{ ...query, filters: { ...query.filters, ...filters } }}
            columns={contestExportColumns}
          />
        </>
      }
    >
      <List
        list={list}
        label={t('screens.Contestations')}
        columns={useColumns(isStaff, hrefOf)}
        idOf={({ id }) => id}
        nameOf={(row) => t('contestation.viewTitle', { id: row.id })}
        cardTitle={(row) => (
          <Anchor component={ScreenLink} href={hrefOf(row)} fw={600}>
            {t('contestation.viewTitle', { id: row.id })}
          </Anchor>
        )}
        cardAside={({ status }) => <StatusBadge status={status} />}
        opens={(row) => () => void goTo(hrefOf(row))}
        empty={{
          title: t(isStaff ? 'contestation.empty' : 'contestation.emptyOwn'),
          hint: t(
            isNarrowed
              ? 'contestation.emptyHint'
              : isStaff
                ? 'contestation.emptyAllHint'
                : 'contestation.emptyOwnHint',
          ),
          icon: <CheckIcon size={28} />,
          action: !isStaff && (
            <Button component={ScreenLink} variant="default" href={addressOf('ExamsPreview')}>
              {t('contestation.toResults')}
            </Button>
          ),
        }}
      />
    </Page>
  );
}
