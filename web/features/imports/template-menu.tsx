import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { importTemplate } from '#contract/imports.ts';
import type { studentTemplate } from '#contract/student-imports.ts';
import type { ImportKind } from '#domain/imports/import-kind.ts';
import { downloadCall } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';

const templates = { xlsx: 'templateExcel', csv: 'templateCsv' } as const;

/** Empty tables to fill in. */
export function TemplateMenu({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation();
  const fetchFile = (format: keyof typeof templates) =>
    // The API client reports the error.
    downloadCall<typeof importTemplate | typeof studentTemplate>(
      kind === 'students' ? 'GET imports/students/template' : 'GET imports/template',
      { query: { format, lang: currentLanguage() } },
    ).catch(() => undefined);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<DownloadIcon />}>
          {t('importScreen.templates')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void fetchFile(format)}>
            {t(`importScreen.${templates[format]}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
