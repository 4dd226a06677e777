import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/imports.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useImportCalls } from './import-calls.ts';

/** Confirms and deletes an import; resolves to whether it is gone. */
export function useDeleteImport() {
  const { t } = useTranslation();
  const { remove } = useImportCalls();
  return async ({
    id,
    fileName,
    kind,
    state,
  }: Pick<ImportSummary, 'id' | 'fileName' | 'kind' | 'state'>): Promise<boolean> => {
    const isDone = state === 'done';
    const message =
      kind === 'students'
        ? t(isDone ? 'studentImport.deleteDone' : 'studentImport.deleteReady', { name: fileName })
        : t(isDone ? 'importScreen.deleteDoneText' : 'importScreen.deleteReadyText', { name: fileName });
    const sure = await confirm({
      title: t('importScreen.deleteTitle'),
      message,
      confirmLabel: t('crud.delete'),
      danger: true,
    });
    if (!sure) return false;
    return remove(id).then(
      () => true,
      // The API client has reported the error.
      () => false,
    );
  };
}
