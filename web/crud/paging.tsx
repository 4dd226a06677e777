import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { type ListView, pageSizes, resized } from './list-view.ts';
import classes from './paging.module.css';
import { usePhone } from './phone.ts';
import type { TableState } from './table-state.ts';

type PagingState = Pick<TableState, 'view' | 'total' | 'lastPage' | 'parent'> & {
  readonly setView: (view: ListView) => void;
};

/** Which rows of how many, other pages, and how many rows a page has. */
export function Paging({ state }: { readonly state: PagingState }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { view, setView, total, lastPage, parent } = state;
  if (parent !== undefined && lastPage === 1) return null;
  const shown = (value: number) => formatNumber(value, currentLanguage());
  const from = (view.page - 1) * view.pageSize + 1;
  const to = Math.min(total, view.page * view.pageSize);
  return (
    <Group className={classes.paging} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {t('crud.range', { from: shown(from), to: shown(to), total: shown(total) })}
      </Text>
      {lastPage > 1 && (
        <Pagination
          value={view.page}
          onChange={(page) => setView({ ...view, page })}
          total={lastPage}
          size="sm"
          siblings={phone ? 0 : 1}
          aria-label={t('crud.pages')}
          role="navigation"
          getItemProps={(page) => ({ 'aria-label': t('crud.page', { page }) })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? t('crud.previousPage') : t('crud.nextPage'),
          })}
        />
      )}
      {total > pageSizes[0] && (
        <NativeSelect
          size="xs"
          aria-label={t('crud.pageSize')}
          value={String(view.pageSize)}
          onChange={(event) => setView(resized(view, Number(event.currentTarget.value)))}
          data={[...new Set([...pageSizes, view.pageSize])].sort((one, other) => one - other).map(String)}
        />
      )}
    </Group>
  );
}
