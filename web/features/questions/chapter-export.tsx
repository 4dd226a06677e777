import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ChapterExportFormat, exportChapter } from '#contract/imports.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { notifyWarning } from '#web/base/notify.ts';
import { DownloadMenu } from '#web/ui/download-menu.tsx';

const formatNames = (t: TFunction): Readonly<Record<ChapterExportFormat, string>> => ({
  xlsx: t('importScreen.export_xlsx'),
  csv: t('importScreen.export_csv'),
  moodle: t('importScreen.export_moodle'),
  gift: t('importScreen.export_gift'),
  aiken: t('importScreen.export_aiken'),
  qti21: t('importScreen.export_qti21'),
  qti30: t('importScreen.export_qti30'),
});

/**
 * Exports the questions of a chapter in any format that can also be imported; warns about what a format cannot
 * represent.
 */
export function ChapterExport({ chapterId }: { readonly chapterId: number }) {
  const { t } = useTranslation();
  const fetchFile = async (format: ChapterExportFormat) => {
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
  };
  return (
    <DownloadMenu label={t('importScreen.exportChapter')} formats={formatNames(t)} fetchFile={fetchFile} />
  );
}
