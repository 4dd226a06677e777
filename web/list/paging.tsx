import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { usePhone } from '#web/ui/phone.ts';
import { pageSizes, resized } from './list-query.ts';
import classes from './paging.module.css';
import type { ListState } from './use-list.ts';

type PagingProps = {
  readonly list: Pick<ListState<unknown>, 'query' | 'setQuery' | 'total' | 'lastPage'>;
  /** The name of the list: a page may have several. */
  readonly label: string;
};

/** The range of rows, the page navigation and the page size. */
export function Paging({ list, label }: PagingProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { query, setQuery, total, lastPage } = list;
  const shown = (value: number) => formatNumber(value, currentLanguage());
  const from = (query.page - 1) * query.pageSize + 1;
  const to = Math.min(total, query.page * query.pageSize);
  return (
    <Group className={classes.paging} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {t('crud.range', { from: shown(from), to: shown(to), total: shown(total) })}
      </Text>
      {lastPage > 1 && (
        <Pagination
          value={query.page}
          onChange={(page) => setQuery({ ...query, page })}
          total={lastPage}
          size="sm"
          siblings={phone ? 0 : 1}
          aria-label={t('crud.pages', { list: label })}
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
          value={String(query.pageSize)}
          onChange={(event) => setQuery(resized(query, Number(event.currentTarget.value)))}
          data={[...new Set([...pageSizes, query.pageSize])].sort((one, other) => one - other).map(String)}
        />
      )}
    </Group>
  );
}
