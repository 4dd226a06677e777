import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { discipline } from '#contract/entities/discipline.ts';
import { screens } from '#domain/access/screens.ts';
import { textsOfError } from '#web/base/error-text.ts';
import type { ListView } from '#web/crud/list-view.ts';
import { Paging } from '#web/crud/paging.tsx';
import { usePhone } from '#web/crud/phone.ts';
import rows from '#web/crud/rows.module.css';
import { ExportMenu } from '#web/crud/toolbar.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { SearchIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';
import { DisciplineCards } from './discipline-cards.tsx';
import { DisciplineTable, exportedColumns, exportedSort } from './discipline-table.tsx';
import { queryOf, viewOf } from './list-address.ts';
import classes from './structure.module.css';
import { useDisciplineRows } from './structure-calls.ts';

const typingMilliseconds = 300;
/** The list as the address asks for it, and a way to ask for another part of it. */
function useView() {
  const navigate = useNavigate();
  const view = viewOf(useSearch({ strict: false }));
  const setView = (next: ListView) =>
    void navigate({
      to: screens.DisciplineList.path,
      search: queryOf(next),
      replace: true,
      resetScroll: false,
    });
  return { view, setView };
}

function SearchBox({ view, setView }: ReturnType<typeof useView>) {
  const { t } = useTranslation();
  const [text, setText] = useState(view.search);
  const search = useDebouncedCallback(
    (typed: string) => setView({ ...view, search: typed.trim(), page: 1 }),
    typingMilliseconds,
  );
  return (
    <TextInput
      className={classes.search}
      role="searchbox"
      aria-label={t('crud.search')}
      placeholder={t('crud.search')}
      value={text}
      leftSection={<SearchIcon />}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}

/** Every discipline somebody may see the structure of, as a dense table. */
export function DisciplineList() {
  const { t } = useTranslation();
  const phone = usePhone();
  const { view, setView } = useView();
  const list = useDisciplineRows(view);
  const total = list.data?.total ?? 0;
  const items = list.data?.data ?? [];
  return (
    <Page
      title={t('screens.DisciplineList')}
      description={t('examStructure.lead')}
      filters={
        <>
          <SearchBox view={view} setView={setView} />
          <ExportMenu
            state={{
              entity: discipline,
              view: { ...view, sort: exportedSort(view.sort) },
              columns: exportedColumns,
            }}
          />
        </>
      }
    >
      {list.isPending && <WaitingRows />}
      {list.isError && (
        <ErrorPanel title={t('crud.loadFailed')} onRetry={() => void list.refetch()}>
          {textsOfError(list.error).join(' ')}
        </ErrorPanel>
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState
          title={view.search === '' ? t('examStructure.empty') : t('crud.noMatch', { search: view.search })}
        >
          {view.search === '' ? t('examStructure.emptyHint') : t('crud.noMatchHint')}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className={rows.rows} data-stale={list.isPlaceholderData || undefined}>
          {phone ? (
            <DisciplineCards items={items} />
          ) : (
            <DisciplineTable items={items} view={view} setView={setView} />
          )}
          <Paging
            state={{
              view,
              setView,
              total,
              lastPage: Math.max(1, Math.ceil(total / view.pageSize)),
              parent: undefined,
            }}
          />
        </div>
      )}
    </Page>
  );
}
