import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestGroup, contestGroups } from '#contract/contestation-desk.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import { type ListSource, useList } from '#web/list/use-list.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './contest.module.css';
import { PlaceFilters } from './place-filters.tsx';

const source: ListSource<typeof contestGroups> = {
  path: 'examContests/groups',
  cacheKey: ['examContests', 'groups'],
  staleTime: 0,
};
const hrefOf = ({ contests, versionId }: ContestGroup) =>
  addressOf('ResolveContest', { examContestId: contests[0] ?? 0, version: versionId ?? undefined });

/** A contestation of several questions is the first of several groups. */
const idOf = ({ versionId, ticked, contests }: ContestGroup) =>
  [versionId, ticked.letters, contests[0]].join(' ');

/** The waiting appeals, grouped by question and ticks (CONT-8). */
export function ContestGroups({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const state = useAddressQuery('Contestations', ['sessionId', 'pkDiscipline']);
  const list = useList(source, state);
  const textOf = ({ text }: ContestGroup) => text ?? t('contestationColumns.type_technical');
  const columns: readonly Column<ContestGroup>[] = [
    {
      name: 'text',
      label: t('contestationColumns.questions'),
      cell: (row) => (
        <>
          <Anchor component={ScreenLink} href={hrefOf(row)} fw={600}>
            {textOf(row)}
          </Anchor>
          <span className={classes.partOf}>
            {[row.discipline, row.examSession].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
      wraps: true,
      only: 'table',
    },
    {
      name: 'ticked',
      label: t('contestation.view_groups'),
      isLabelHidden: true,
      cell: ({ ticked: { letters, answers } }) =>
        letters === ''
          ? t('contestation.tickedNone')
          : t('contestation.ticked', { answers: answers.join('; ') }),
      wraps: true,
    },
    {
      name: 'contests',
      label: t('screens.Contestations'),
      cell: ({ contests }) => t('contestation.appeals', { count: contests.length }),
    },
    {
      name: 'until',
      label: t('contestationColumns.resolveUntil'),
      cell: ({ resolveUntil }) => formatDateTime(resolveUntil),
    },
  ];
  return (
    <Page
      title={t('screens.Contestations')}
      description={t('contestation.groupsLead')}
      actions={views}
      filters={<PlaceFilters state={state} />}
    >
      <List
        list={list}
        label={t('contestation.view_groups')}
        columns={columns}
        idOf={idOf}
        nameOf={textOf}
        cardTitle={(row) => (
          <Anchor component={ScreenLink} href={hrefOf(row)} fw={600}>
            {textOf(row)}
          </Anchor>
        )}
        opens={(row) => () => void goTo(hrefOf(row))}
        empty={{
          title: t('contestation.groupsEmpty'),
          hint: t('contestation.groupsEmptyHint'),
          icon: <CheckIcon size={28} />,
        }}
      />
    </Page>
  );
}
