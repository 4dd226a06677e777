import { useTranslation } from 'react-i18next';
import type { importTemplate } from '#contract/imports.ts';
import type { studentTemplate } from '#contract/student-imports.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadMenu } from '#web/ui/download-menu.tsx';

/** Empty tables to fill in. */
export function TemplateMenu({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation();
  return (
    <DownloadMenu
      label={t('importScreen.templates')}
      formats={{ xlsx: t('importScreen.templateExcel'), csv: t('importScreen.templateCsv') }}
      fetchFile={(format) =>
        downloadCall<typeof importTemplate | typeof studentTemplate>(
          kind === 'students' ? 'GET imports/students/template' : 'GET imports/template',
          { query: { format, lang: currentLanguage() } },
        )
      }
    />
  );
}
