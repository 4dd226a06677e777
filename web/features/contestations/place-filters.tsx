import { useTranslation } from 'react-i18next';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { type ListQueryState, withFilters } from '#web/list/list-query.ts';
import { useContestChoices } from './contest-calls.ts';

/** The filters by discipline and session of the list and of the groups. */
export function PlaceFilters({ state: [query, setQuery] }: { readonly state: ListQueryState }) {
  const { t } = useTranslation();
  const choices = useContestChoices().data;
  const byId = (
    name: 'sessionId' | 'pkDiscipline',
    label: string,
    rows: readonly { readonly id: number; readonly name: string }[] = [],
  ) => (
    <FilterSelect<string>
      label={label}
      value={query.filters[name] === undefined ? undefined : String(query.filters[name])}
      data={rows.map(({ id, name: text }) => ({ value: String(id), label: text }))}
      onChange={(id) => setQuery(withFilters(query, { [name]: id === undefined ? undefined : Number(id) }))}
    />
  );
  return (
    <>
      {byId('pkDiscipline', t('contestationColumns.discipline'), choices?.disciplines)}
      {byId('sessionId', t('contestationColumns.examSession'), choices?.sessions)}
    </>
  );
}
