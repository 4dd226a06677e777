import { Button, Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportProblemFilter, QuestionImport } from '#contract/imports.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { useListQuery, withFilters } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { usePhone } from '#web/ui/phone.ts';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { type ImportChange, importRowSource } from './import-calls.ts';
import classes from './import-page.module.css';
import { ImportRows } from './import-rows.tsx';
import { imagesOf } from './stored-question.tsx';

type FoundProps = { readonly found: QuestionImport };
type ChangingProps = FoundProps & { readonly onChange: (change: ImportChange) => Promise<void> };

type RowFilters = { readonly problems: ImportProblemFilter };

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

/** Optimistic ticks, shown until the server's rows include them. */
function useTicks(onChange: ChangingProps['onChange']) {
  const [ticks, setTicks] = useState<ReadonlyMap<number, boolean>>(new Map());
  const choose = async (position: number, chosen: boolean) => {
    setTicks((before) => new Map(before).set(position, chosen));
    await onChange({ choose: { kind: 'rows', positions: [position], chosen } });
    setTicks((before) => {
      const next = new Map(before);
      // Keep a newer tick of the same row until its own request ends.
      if (next.get(position) === chosen) next.delete(position);
      return next;
    });
  };
  return { ticks, choose: (position: number, chosen: boolean) => void choose(position, chosen) };
}

const pageSize = 50;

/** The questions of the file, filtered and paged, with their ticks. */
export function RowSection({ found, onChange }: ChangingProps) {
  const [query, setQuery] = useListQuery<RowFilters>({ problems: 'all' }, pageSize);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const source = importRowSource(found.id, `${found.state} ${found.written}`);
  const list = useList(source, [query, setQuery]);
  const { ticks, choose } = useTicks(onChange);
  const rows = list.rows.map((row) => ({ ...row, chosen: ticks.get(row.position) ?? row.chosen }));
  const addresses = useImageAddresses(imagesOf(rows.filter(({ position }) => opened.has(position))));

  const toggle = (position: number) =>
    setOpened((before) => {
      const next = new Set(before);
      if (!next.delete(position)) next.add(position);
      return next;
    });
  return (
    <>
      <div className={classes.bar}>
        <FilterChoice
          found={found}
          filter={query.filters.problems}
          onFilter={(problems) => setQuery(withFilters(query, { problems }))}
        />
        <ChoiceButtons found={found} onChange={onChange} />
      </div>
      <ImageAddressProvider value={addresses}>
        <ImportRows
          list={{ ...list, rows }}
          fixed={found.state !== 'ready'}
          finished={found.state === 'done'}
          isExpanded={(position) => opened.has(position)}
          onToggle={toggle}
          onChoose={choose}
        />
      </ImageAddressProvider>
    </>
  );
}
