import './import-styles.ts';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { download } from '#web/api/client.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { DownloadIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportGuide } from './import-guide.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportPage } from './import-page.tsx';

const templates = { xlsx: 'templateExcel', csv: 'templateCsv' } as const;

function TemplateMenu() {
  const { t } = useTranslation();
  const fetchFile = (format: keyof typeof templates) =>
    // The client says what went wrong.
    download('imports/template', { query: { format, lang: currentLanguage() } }).catch(() => undefined);
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

/** Imports: a file is dropped, looked at, placed and only then imported; the address says which one is open. */
export function Screen() {
  useNoStrayDrops();
  const { t } = useTranslation();
  const goTo = useGoTo();
  const open = Number(useScreenAddress('Imports').query.import);
  const show = (id: number) => void goTo(addressOf('Imports', { import: id }));
  if (Number.isInteger(open) && open > 0) return <ImportPage key={open} id={open} />;
  return (
    <Page title={t('screens.Imports')} description={t('importScreen.notSaved')} actions={<TemplateMenu />}>
      <FileDrop onRead={show} />
      <ImportHistory />
      <ImportGuide />
    </Page>
  );
}
