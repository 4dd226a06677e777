import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { notifyError, notifySuccess } from '#web/base/notify.ts';
import { confirm } from '#web/ui/confirm.ts';
import { useQuestionCalls } from './question-calls.ts';
import { questionName } from './question-name.ts';

/** Confirms, deletes and reports the outcome. */
export function useDeleteQuestion() {
  const { t } = useTranslation();
  const { remove } = useQuestionCalls();
  const [deleting, setDeleting] = useState<number>();
  const askAndDelete = async (row: QuestionRow) => {
    const name = questionName(row);
    setDeleting(row.id);
    try {
      const sure = await confirm({
        title: t('questions.deleteTitle'),
        message: t('questions.deleteText', { name }),
        confirmLabel: t('crud.delete'),
        danger: true,
      });
      if (!sure) return;
      await remove(row.id);
      notifySuccess(t('crud.removed', { row: name }));
    } catch (error) {
      notifyError([t('crud.couldNotDelete'), ...textsOfError(error)].join(' '));
    } finally {
      setDeleting(undefined);
    }
  };
  return { deleting, askAndDelete };
}
