import { Alert, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxEntries } from '#domain/audit/log-search.ts';
import { auditWords } from '#i18n/en/audit-words.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { useEntryName, useLogColumns, useLogText } from '#web/records/log-entries.tsx';
import { DayInput } from '#web/ui/day-input.tsx';
import { HistoryIcon } from '#web/ui/icons.tsx';
import classes from './administration.module.css';
import { logSource } from './administration-calls.ts';
import { textIn, useAdminQuery } from './administration-query.ts';

const namesOf = (kind: string) =>
  Object.keys(auditWords)
    .filter((word) => word.startsWith(`${kind}.`))
    .map((word) => word.slice(kind.length + 1));

/** A filter by exact text, applied after a pause in typing. */
function TextFilter(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { label, value = '', onChange } = props;
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = useDebouncedCallback((next: string) => onChange(next.trim() || undefined), 300);
  return (
    <TextInput
      w="10.5rem"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        apply(event.currentTarget.value);
      }}
    />
  );
}

function LogFilters({ state: [query, setQuery] }: { readonly state: ListQueryState }) {
  const { t } = useTranslation();
  const text = useLogText();
  const filter = (name: string) => textIn(query.filters[name]);
  const set = (name: string) => (value: string | undefined) =>
    setQuery(withFilters(query, { [name]: value }));
  const sorted = (names: readonly string[], label: (name: string) => string) =>
    names
      .map((value) => ({ value, label: label(value) }))
      .toSorted((one, other) => one.label.localeCompare(other.label, currentLanguage()));
  return (
    <div className={classes.filters}>
      <SearchBox
        search={filter('who') ?? ''}
        onSearch={(who) => set('who')(who || undefined)}
        label={t('administration.who')}
        placeholder={t('administration.who')}
        withSlash
      />
      <FilterSelect<string>
        label={t('auditWords.column.what')}
        value={filter('action')}
        data={sorted(namesOf('action'), text.action)}
        onChange={set('action')}
      />
      <FilterSelect<string>
        label={t('auditWords.column.table')}
        value={filter('entity')}
        data={sorted(namesOf('table'), text.table)}
        onChange={set('entity')}
      />
      <TextFilter label={t('administration.rowId')} value={filter('entityId')} onChange={set('entityId')} />
      {(['from', 'to'] as const).map((name) => (
        <DayInput
          key={name}
          className={classes.day ?? ''}
          label={t(`administration.${name}`)}
          isLabelHidden
          value={filter(name)}
          opensAt={name === 'to' ? filter('from') : undefined}
          onChange={set(name)}
        />
      ))}
      <ExportMenu path="administration/log" query={query} columns={[]} />
    </div>
  );
}

/** The audit log: who changed what, which row and when. */
export function LogPart() {
  const { t } = useTranslation();
  const state = useAdminQuery('log', ['who', 'action', 'entity', 'entityId', 'from', 'to']);
  const list = useList(logSource, state);
  const isFiltered = Object.values(state[0].filters).some((value) => value !== undefined);
  return (
    <>
      <LogFilters state={state} />
      {list.total >= maxEntries && (
        <Alert color="brand" variant="light" mb="sm">
          {t('administration.manyEntries', { count: maxEntries })}
        </Alert>
      )}
      <List
        list={list}
        label={t('administration.part_log')}
        columns={useLogColumns()}
        idOf={({ id }) => id}
        nameOf={useEntryName()}
        empty={{
          title: t(isFiltered ? 'administration.noEntries' : 'administration.emptyLog'),
          hint: t('administration.noEntriesHint'),
          icon: <HistoryIcon size={28} />,
        }}
      />
    </>
  );
}
