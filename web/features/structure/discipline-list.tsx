import { useTranslation } from 'react-i18next';
import { discipline } from '#contract/entities/discipline.ts';
import type { DisciplineListRow } from '#contract/structure.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { List } from '#web/list/list.tsx';
import type { ListQueryState } from '#web/list/list-query.ts';
import { SearchBox } from '#web/list/search-box.tsx';
import { useList } from '#web/list/use-list.ts';
import { Page } from '#web/ui/page.tsx';
import {
  DisciplineLink,
  exportedColumns,
  exportedSort,
  useDisciplineColumns,
} from './discipline-columns.tsx';
import { listAddress, listQueryOf } from './list-address.ts';
import { disciplineSource } from './structure-calls.ts';

/** The list as the address asks for it, and a way to ask for another part of it. */
function useAddressQuery(): ListQueryState {
  const goTo = useGoTo();
  return [
    listQueryOf(useScreenAddress('DisciplineList').query),
    (next) => void goTo(listAddress(next), { replace: true, resetScroll: false }),
  ];
}

/** Every discipline somebody may see the structure of. */
export function DisciplineList() {
  const { t } = useTranslation();
  const list = useList<DisciplineListRow>(disciplineSource, useAddressQuery());
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
        columns={useDisciplineColumns()}
        idOf={({ id }) => id}
        nameOf={({ disciplineDescription }) => disciplineDescription}
        empty={{ title: t('examStructure.empty'), hint: t('examStructure.emptyHint') }}
        cardTitle={(row) => <DisciplineLink row={row} />}
      />
    </Page>
  );
}
