import { useTranslation } from 'react-i18next';
import { discipline } from '#contract/entities/discipline.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import { useColumnChoice } from '#web/list/column-choice.ts';
import { ColumnChooser } from '#web/list/column-chooser.tsx';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { Page } from '#web/ui/page.tsx';
import {
  DisciplineLink,
  disciplineColumnNames,
  exportedColumns,
  exportedSort,
  hiddenColumns,
  useDisciplineColumns,
} from './discipline-columns.tsx';
import { disciplineSource } from './structure-calls.ts';

/** Every discipline whose structure the user may see. */
export function DisciplineList() {
  const { t } = useTranslation();
  const list = useList(disciplineSource, useAddressQuery('DisciplineList'));
  const goTo = useGoTo();
  const columns = useDisciplineColumns();
  const { shown, toggle } = useColumnChoice('structure.columns', disciplineColumnNames, hiddenColumns);
  const { query, setQuery } = list;
  return (
    <Page
      title={t('screens.DisciplineList')}
      description={t('examStructure.lead')}
      filters={
        <>
          <SearchBox
            search={query.search}
            onSearch={(search) => setQuery({ ...query, search, page: 1 })}
            label={t('crud.search')}
            withSlash
          />
          <ColumnChooser columns={columns} shown={shown} onToggle={toggle} />
          <ExportMenu
            path={discipline.path}
            query={{ ...query, sort: exportedSort(query.sort) }}
            columns={exportedColumns}
          />
        </>
      }
    >
      <List
        list={list}
        label={t('screens.DisciplineList')}
        columns={columns.filter(({ name }) => shown.includes(name))}
        idOf={({ id }) => id}
        nameOf={({ disciplineDescription }) => disciplineDescription}
        empty={{ title: t('examStructure.empty'), hint: t('examStructure.emptyHint') }}
        opens={(row) => () => void goTo(addressOf('DisciplineList', { disciplineId: row.id }))}
        defaultSort={columns[0]}
        cardTitle={(row) => <DisciplineLink row={row} />}
      />
    </Page>
  );
}
