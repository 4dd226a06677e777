import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '#web/list/column-chooser.tsx';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { SearchBox } from '#web/list/search-box.tsx';
import { AddIcon } from '#web/ui/icons.tsx';
import { useLabels } from './labels.ts';
import { RowFilters } from './row-filters.tsx';
import type { TableState } from './table-state.ts';

type StateProps = { readonly state: TableState };

/** The search of a table, and with `isWhole` its column chooser and export. */
export function Toolbar({
  state,
  isWhole,
  withSlash,
}: StateProps & { isWhole: boolean; withSlash: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { entity, list, columns, shownColumns, toggleColumn } = state;
  const { query, setQuery } = list;
  return (
    <>
      <SearchBox
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
        label={`${t('crud.search')}${t('common.colon')} ${labels.many(entity)}`}
        withSlash={withSlash}
      />
      {entity.filters && <RowFilters entity={entity} filters={query.filters} onChange={state.filterBy} />}
      {isWhole && (
        <ColumnChooser
          columns={columns.map((name) => ({ name, label: labels.field(entity, name) }))}
          shown={shownColumns}
          onToggle={toggleColumn}
        />
      )}
      {isWhole && <ExportMenu path={entity.path} query={query} columns={shownColumns} />}
    </>
  );
}

export function AddButton({ state, quiet }: StateProps & { readonly quiet?: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels();
  if (!state.mayWrite) return null;
  return (
    <Button
      leftSection={<AddIcon />}
      onClick={state.add}
      {...(quiet ? { variant: 'default', size: 'compact-sm' } : {})}
    >
      {t('crud.add', { entity: labels.a(state.entity) })}
    </Button>
  );
}
