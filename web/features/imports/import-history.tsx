import { Anchor, Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportState, ImportSummary } from '#contract/imports.ts';
import { may } from '#domain/access/permissions.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import type { Column } from '#web/list/column.ts';
import { List } from '#web/list/list.tsx';
import type { ListQueryState } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { DeleteIcon } from '#web/ui/icons.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { importSource } from './import-calls.ts';
import guide from './import-guide.module.css';
import { useDeleteImport } from './import-removal.ts';
import { useImportsHome } from './imports-home.ts';

const colors: Record<ImportState, string> = {
  reading: 'gray',
  checking: 'brand',
  ready: 'yellow',
  writing: 'brand',
  paused: 'yellow',
  done: 'green',
};

function StateBadge({ state }: { readonly state: ImportState }) {
  const { t } = useTranslation();
  return <Badge color={colors[state]}>{t(`importScreen.state_${state}`)}</Badge>;
}

type ItemProps = { readonly item: ImportSummary };

function OpenLink({ item }: ItemProps) {
  const home = useImportsHome();
  return (
    <Anchor component={ScreenLink} href={home(item.id)} underline="hover">
      {item.fileName}
    </Anchor>
  );
}

function DeleteButton({ item }: ItemProps) {
  const { t } = useTranslation();
  const remove = useDeleteImport();
  return (
    <RowIcon
      tip={t('crud.delete')}
      label={t('importScreen.deleteImport', { name: item.fileName })}
      icon={<DeleteIcon />}
      color="red"
      disabled={item.state === 'reading' || item.state === 'writing'}
      onClick={() => void remove(item)}
    />
  );
}

/** Earlier imports, which can be reopened: the user's own, for administrators everybody's. */
export function ImportHistory({ query }: { readonly query: ListQueryState }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const home = useImportsHome();
  const list = useList(importSource, query);
  const seesAll = may(useActor(), 'student.import');
  const title = t(seesAll ? 'studentImport.historyAll' : 'importScreen.history');
  const shown = (value: number) => formatNumber(value, currentLanguage());
  const columns: readonly Column<ImportSummary>[] = [
    { name: 'file', label: t('importScreen.file'), cell: (item) => <OpenLink item={item} />, only: 'table' },
    {
      name: 'kind',
      label: t('studentImport.what'),
      cell: ({ kind }) => t(`studentImport.${kind}`),
    },
    {
      name: 'format',
      label: t('importScreen.format'),
      cell: ({ format }) => t(`importScreen.format_${format}`),
      only: 'table',
    },
    ...(seesAll
      ? [{ name: 'madeBy', label: t('studentImport.madeBy'), cell: ({ madeBy }: ImportSummary) => madeBy }]
      : []),
    { name: 'madeAt', label: t('importScreen.madeAt'), cell: ({ madeAt }) => formatDateTime(madeAt) },
    {
      name: 'status',
      label: t('importScreen.status'),
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      name: 'rows',
      label: t('importScreen.rowCount'),
      cell: ({ rows }) => shown(rows),
      isFigure: true,
    },
    {
      name: 'written',
      label: t('importScreen.writtenCount'),
      cell: ({ written }) => shown(written),
      isFigure: true,
    },
  ];
  return (
    <section aria-labelledby="import-history" className={guide.guide}>
      <h2 id="import-history" className={guide.heading}>
        {title}
      </h2>
      <List
        list={list}
        label={title}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ fileName }) => fileName}
        empty={{ title: t('importScreen.historyEmpty'), hint: t('importScreen.historyEmptyHint') }}
        cardTitle={(item) => <OpenLink item={item} />}
        opens={(item) => () => void goTo(home(item.id))}
        rowActions={(item) => <DeleteButton item={item} />}
      />
    </section>
  );
}
