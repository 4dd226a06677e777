import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChapterExportFormat, exportChapter } from '#contract/imports.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifyWarning } from '#web/base/notify.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';

const formats = [
  'xlsx',
  'csv',
  'moodle',
  'gift',
  'aiken',
  'qti21',
  'qti30',
] as const satisfies readonly ChapterExportFormat[];

/**
 * Exports the questions of a chapter in any format that can also be imported; warns about what a format cannot
 * represent.
 */
export function ChapterExport({ chapterId }: { readonly chapterId: number }) {
  const { t } = useTranslation();
  const [fetching, setFetching] = useState(false);
  const fetchFile = async (format: ChapterExportFormat) => {
    setFetching(true);
    try {
      const headers = await downloadCall<typeof exportChapter>('GET chapters/:id/export', {
        params: { id: chapterId },
        query: { format, lang: currentLanguage() },
      });
      const leftOut = Number(headers.get('x-left-out'));
      const reduced = Number(headers.get('x-reduced'));
      const notes = [
        ...(leftOut > 0 ? [t('importScreen.exportLeftOut', { count: leftOut })] : []),
        ...(reduced > 0 ? [t('importScreen.exportReduced', { count: reduced })] : []),
      ];
      if (notes.length > 0) notifyWarning(notes.join(' '));
    } catch {
      // The API client has reported the error.
    } finally {
      setFetching(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />} loading={fetching}>
          {t('importScreen.exportChapter')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void fetchFile(format)}>
            {t(`importScreen.export_${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
