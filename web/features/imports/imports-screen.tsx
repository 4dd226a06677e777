import './import-styles.ts';
import { Button, Menu, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { FileDrop } from './file-drop.tsx';
import type { ImportKind } from './file-upload.ts';
import { ImportGuide } from './import-guide.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportPage } from './import-page.tsx';
import { StudentGuide } from './student-guide.tsx';

const kinds: readonly ImportKind[] = ['questions', 'students'];
const templates = { xlsx: 'templateExcel', csv: 'templateCsv' } as const;

function TemplateMenu({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation();
  const path = kind === 'students' ? 'imports/students/template' : 'imports/template';
  const fetchFile = (format: keyof typeof templates) =>
    // The API client reports the error.
    download(path, { query: { format, lang: currentLanguage() } }).catch(() => undefined);
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

/** Imports: upload a file, review it, choose the chapter, then import. The address names the open import. */
export function Screen() {
  useNoStrayDrops();
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [kind, setKind] = useState<ImportKind>('questions');
  const open = Number(useScreenAddress('Imports').query.import);
  const show = (id: number) => void goTo(addressOf('Imports', { import: id }));
  if (Number.isInteger(open) && open > 0) return <ImportPage key={open} id={open} />;
  const notSaved = t(kind === 'students' ? 'studentImport.notSaved' : 'importScreen.notSaved');
  return (
    <Page title={t('screens.Imports')} description={notSaved} actions={<TemplateMenu kind={kind} />}>
      <SegmentedControl
        mb="sm"
        aria-label={t('studentImport.what')}
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        data={kinds.map((value) => ({ value, label: t(`studentImport.${value}`) }))}
      />
      <FileDrop key={kind} kind={kind} onRead={show} />
      <ImportHistory />
      {kind === 'students' ? <StudentGuide /> : <ImportGuide />}
    </Page>
  );
}
