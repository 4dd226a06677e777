import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { importReport } from '#contract/imports.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';

/** Downloads the report of an import as a workbook or as CSV. */
export function ReportMenu({ importId, label }: { readonly importId: number; readonly label: string }) {
  const { t } = useTranslation();
  const fetchFile = (format: 'xlsx' | 'csv') =>
    // The API client reports the error.
    downloadCall<typeof importReport>('GET imports/:id/report', {
      params: { id: importId },
      query: { format, lang: currentLanguage() },
    }).catch(() => undefined);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void fetchFile('xlsx')}>{t('crud.exportExcel')}</Menu.Item>
        <Menu.Item onClick={() => void fetchFile('csv')}>{t('crud.exportCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
