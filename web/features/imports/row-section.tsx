import { Button, Group, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProblemFilter, WholeImport } from '#contract/imports.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { Paging } from '#web/crud/paging.tsx';
import { usePhone } from '#web/crud/phone.ts';
import rowStyles from '#web/crud/rows.module.css';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { type ImportChange, useImportRows } from './import-calls.ts';
import classes from './import-desk.module.css';
import { ImportCards, ImportTable } from './import-rows.tsx';
import { imagesOf } from './stored-question.tsx';

type FoundProps = { readonly found: WholeImport };
type ChangingProps = FoundProps & { readonly onChange: (change: ImportChange) => Promise<void> };

const filters: readonly ImportProblemFilter[] = ['all', 'problems', 'rejected', 'duplicates'];

function FilterChoice({
  found,
  filter,
  onFilter,
}: FoundProps & {
  readonly filter: ImportProblemFilter;
  readonly onFilter: (filter: ImportProblemFilter) => void;
}) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { counts } = found;
  const totals: Record<ImportProblemFilter, number> = {
    all: found.rows,
    problems: counts.withProblems,
    rejected: counts.rejected + counts.failed,
    duplicates: counts.duplicates,
  };
  const data = filters
    .filter((value) => value === 'all' || value === filter || totals[value] > 0)
    .map((value) => ({ value, label: t(`importScreen.filter_${value}`, { total: totals[value] }) }));
  if (data.length === 1) return null;
  return phone ? (
    <NativeSelect
      aria-label={t('importScreen.show')}
      value={filter}
      data={data}
      onChange={(event) => onFilter(event.currentTarget.value as ImportProblemFilter)}
    />
  ) : (
    <SegmentedControl
      aria-label={t('importScreen.show')}
      value={filter}
      data={data}
      onChange={(value) => onFilter(value as ImportProblemFilter)}
    />
  );
}

function ChoiceButtons({ found, onChange }: ChangingProps) {
  const { t } = useTranslation();
  if (found.state !== 'ready') return null;
  const { counts } = found;
  return (
    <Group gap="xs">
      {counts.duplicates > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => void onChange({ choose: { kind: 'withoutDuplicates' } })}
        >
          {t('importScreen.chooseNew')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        disabled={counts.chosen === counts.importable}
        onClick={() => void onChange({ choose: { kind: 'all' } })}
      >
        {t('importScreen.chooseAll')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={counts.chosen === 0}
        onClick={() => void onChange({ choose: { kind: 'none' } })}
      >
        {t('importScreen.chooseNone')}
      </Button>
    </Group>
  );
}

/** Ticks as they were just set, shown until the server's rows have them. */
function useTicks(onChange: ChangingProps['onChange']) {
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const choose = async (position: number, chosen: boolean) => {
    setTicks((before) => new Map(before).set(position, chosen));
    await onChange({ choose: { kind: 'rows', positions: [position], chosen } });
    setTicks((before) => {
      const next = new Map(before);
      // A tick set anew meanwhile waits for its own answer.
      if (next.get(position) === chosen) next.delete(position);
      return next;
    });
  };
  return { ticks, choose: (position: number, chosen: boolean) => void choose(position, chosen) };
}

const firstPage = { page: 1, pageSize: 50 };

/** The questions of the file, filtered and paged, with their ticks. */
export function RowSection({ found, onChange }: ChangingProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const [filter, setFilter] = useState<ImportProblemFilter>('all');
  const [{ page, pageSize }, setPage] = useState(firstPage);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const view = { filter, skip: (page - 1) * pageSize, take: pageSize };
  const rows = useImportRows(found.id, view, `${found.state} ${found.written}`);
  const { ticks, choose } = useTicks(onChange);
  const data = (rows.data?.data ?? []).map((row) => ({
    ...row,
    chosen: ticks.get(row.position) ?? row.chosen,
  }));
  const addresses = useImageAddresses(imagesOf(data.filter(({ position }) => opened.has(position))));
  const total = rows.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / pageSize));

  const toggle = (position: number) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(position)) next.add(position);
      return next;
    });
  const listProps = {
    rows: data,
    fixed: found.state !== 'ready',
    finished: found.state === 'done',
    opened,
    onToggle: toggle,
    onChoose: choose,
  };
  return (
    <>
      <div className={classes.bar}>
        <FilterChoice
          found={found}
          filter={filter}
          onFilter={(next) => {
            setFilter(next);
            setPage({ ...firstPage, pageSize });
          }}
        />
        <ChoiceButtons found={found} onChange={onChange} />
      </div>
      {rows.isPending && <Skeleton height="12rem" />}
      {rows.isError && (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void rows.refetch()}>
          {textsOfError(rows.error).join(' ')}
        </ErrorPanel>
      )}
      {rows.isSuccess && total === 0 && <EmptyState title={t('importScreen.noRows')} />}
      {rows.isSuccess && total > 0 && (
        <div className={rowStyles.rows} data-stale={rows.isPlaceholderData || undefined}>
          <ImageAddressProvider value={addresses}>
            {phone ? <ImportCards {...listProps} /> : <ImportTable {...listProps} />}
          </ImageAddressProvider>
          <Paging
            state={{
              view: { search: '', page, pageSize, sort: undefined, desc: false },
              setView: (next) => setPage({ page: next.page, pageSize: next.pageSize }),
              total,
              lastPage,
              parent: undefined,
            }}
          />
        </div>
      )}
    </>
  );
}
