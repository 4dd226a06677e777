import { useTranslation } from 'react-i18next';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadMenu } from '#web/ui/download-menu.tsx';
import type { ListQuery } from './list-query.ts';

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
  return (
    <DownloadMenu
      label={label ?? t('crud.export')}
      formats={{ xlsx: t('crud.exportExcel'), csv: t('crud.exportCsv') }}
      fetchFile={(format) =>
        download(`${path}/export`, {
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
        })
      }
    />
  );
}
