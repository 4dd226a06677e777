import './import-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { type ImportKind, importKinds } from '#domain/imports/import-kind.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { useAddressQuery } from '#web/list/address-query.ts';
import { Page } from '#web/ui/page.tsx';
import { useNoStrayDrops } from '#web/ui/stray-drops.ts';
import { FileDrop } from './file-drop.tsx';
import { ImportGuide } from './import-guide.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportPage } from './import-page.tsx';
import { StudentGuide } from './student-guide.tsx';
import { TemplateMenu } from './template-menu.tsx';

/** Imports: upload a file, review it, choose the chapter, then import. The address names the open import. */
export function Screen() {
  useNoStrayDrops();
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [kind, setKind] = useState<ImportKind>('questions');
  const open = Number(useScreenAddress('Imports').query.import);
  const history = useAddressQuery('Imports');
  const show = (id: number) => void goTo(addressOf('Imports', { import: id }));
  if (Number.isInteger(open) && open > 0) return <ImportPage key={open} id={open} />;
  const notSaved = t(kind === 'students' ? 'studentImport.notSaved' : 'importScreen.notSaved');
  return (
    <Page title={t('screens.Imports')} description={notSaved} actions={<TemplateMenu kind={kind} />}>
      <SegmentedControl
        mb="sm"
        data-tour="import-kind"
        aria-label={t('studentImport.what')}
        value={kind}
        onChange={(value) => setKind(value as ImportKind)}
        data={importKinds.map((value) => ({ value, label: t(`studentImport.${value}`) }))}
      />
      <FileDrop key={kind} kind={kind} onRead={show} />
      <ImportHistory query={history} />
      {kind === 'students' ? <StudentGuide /> : <ImportGuide />}
    </Page>
  );
}
