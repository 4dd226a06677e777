import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';
import type { ListQuery } from './list-query.ts';

const formats = { xlsx: 'exportExcel', csv: 'exportCsv' } as const;

type ExportMenuProps = {
  /** The path of the list; its export is one level below. */
  readonly path: string;
  readonly query: Pick<ListQuery, 'search' | 'sort' | 'desc' | 'filters'>;
  readonly columns: readonly string[];
  /** What is exported, on a page with several exports. */
  readonly label?: string;
};

/** Downloads the whole list with its search, filters, sorting and shown columns. */
export function ExportMenu({ path, query, columns, label }: ExportMenuProps) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchFile = async (format: keyof typeof formats) => {
    setFetching(true);
    try {
      await download(`${path}/export`, {
        query: {
          format,
          search: query.search.trim(),
          sort: query.sort,
          desc: query.desc ? 'true' : undefined,
          ...query.filters,
          columns: columns.join(','),
          lang: currentLanguage(),
        },
        fileName: `${path}.${format}`,
      });
    } catch {
      // The API client reports the error.
    } finally {
      setFetching(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} loading={fetching}>
          {label ?? t('crud.export')}
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
