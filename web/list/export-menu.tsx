import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';
import type { Filters, ListQuery } from './list-query.ts';

const formats = { xlsx: 'exportExcel', csv: 'exportCsv' } as const;

type ExportMenuProps = {
  /** Where the list is; its export is one step below. */
  readonly path: string;
  readonly query: Pick<ListQuery, 'search' | 'sort' | 'desc'>;
  readonly columns: readonly string[];
  /** Filters of the list, as its call takes them. */
  readonly filters?: Filters;
};

/** Downloads the whole list as searched and sorted, with the shown columns. */
export function ExportMenu({ path, query, columns, filters }: ExportMenuProps) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchFile = async (format: keyof typeof formats) => {
    setFetching(true);
    try {
      await download(`${path}/export`, {
        query: {
          ...filters,
          format,
          search: query.search.trim(),
          sort: query.sort,
          desc: query.desc ? 'true' : undefined,
          columns: columns.join(','),
          lang: currentLanguage(),
        },
        fileName: `${path}.${format}`,
      });
    } catch {
      // The client has said what went wrong.
    } finally {
      setFetching(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} loading={fetching}>
          {t('crud.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void fetchFile(format)}>
            {t(`crud.${formats[format]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
