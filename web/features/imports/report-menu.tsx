import { useTranslation } from 'react-i18next';
import type { importReport } from '#contract/imports.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadMenu } from '#web/ui/download-menu.tsx';

/** Downloads the report of an import as a workbook or as CSV. */
export function ReportMenu({ importId, label }: { readonly importId: number; readonly label: string }) {
  const { t } = useTranslation();
  return (
    <DownloadMenu
      label={label}
      formats={{ xlsx: t('crud.exportExcel'), csv: t('crud.exportCsv') }}
      fetchFile={(format) =>
        downloadCall<typeof importReport>('GET imports/:id/report', {
          params: { id: importId },
          query: { format, lang: currentLanguage() },
        })
      }
    />
  );
}
