import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeImport } from '#contract/imports.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { DeleteIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { useDeleteImport } from './import-removal.ts';
import { useImportsHome } from './imports-home.ts';

type ImportActionsProps = { readonly found: WholeImport; readonly report: ReactNode };

/** The way back to the list, the report, and deleting an import that nothing works on. */
export function ImportActions({ found, report }: ImportActionsProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const home = useImportsHome();
  const remove = useDeleteImport();
  const isUnderWay = found.state === 'reading' || found.state === 'writing';
  const forget = async () => {
    if (await remove(found)) void goTo(home());
  };
  return (
    <>
      <Button variant="default" component={ScreenLink} href={home()}>
        {t(found.state === 'done' ? 'importScreen.another' : 'importScreen.backToList')}
      </Button>
      {report}
      {!isUnderWay && (
        <Button
          variant="default"
          leftSection={<DeleteIcon />}
          aria-label={t('importScreen.deleteImport', { name: found.fileName })}
          onClick={() => void forget()}
        >
          {t('crud.delete')}
        </Button>
      )}
    </>
  );
}
