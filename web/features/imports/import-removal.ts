import { useTranslation } from 'react-i18next';
import type { ImportSummary } from '#contract/imports.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useImportCalls } from './import-calls.ts';

const texts = {
  done: { students: 'studentImport.deleteDone', questions: 'importScreen.deleteDoneText' },
  paused: { students: 'studentImport.deletePaused', questions: 'importScreen.deletePausedText' },
  ready: { students: 'studentImport.deleteReady', questions: 'importScreen.deleteReadyText' },
} as const;
/** A paused import has already written some of its rows. */
const textOf = (state: ImportSummary['state']) =>
  texts[state === 'done' || state === 'paused' ? state : 'ready'];

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
    const text = textOf(state);
    const message = t(kind === 'students' ? text.students : text.questions, { name: fileName });
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
