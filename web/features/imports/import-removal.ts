import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/imports.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useImportCalls } from './import-calls.ts';

/** Asks and forgets an import; says whether it is gone. */
export function useDeleteImport() {
  const { t } = useTranslation();
  const { remove } = useImportCalls();
  return async ({
    id,
    fileName,
    state,
  }: Pick<ImportSummary, 'id' | 'fileName' | 'state'>): Promise<boolean> => {
    const sure = await confirm({
      title: t('importScreen.deleteTitle'),
      message: t(state === 'done' ? 'importScreen.deleteDoneText' : 'importScreen.deleteReadyText', {
        name: fileName,
      }),
      confirmLabel: t('crud.delete'),
      danger: true,
    });
    if (!sure) return false;
    return remove(id).then(
      () => true,
      // The client has said what went wrong.
      () => false,
    );
  };
}
