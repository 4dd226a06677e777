import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { DeleteIcon, EditIcon, HistoryIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';
import { questionName } from './question-name.ts';

type QuestionActionsProps = {
  readonly question: QuestionRow;
  readonly isDeleting: boolean;
  readonly onHistory: () => void;
  readonly onDelete: () => void;
};

/** Edit, history, preview and delete buttons, each labelled with its question. */
export function QuestionActions({ question, isDeleting, onHistory, onDelete }: QuestionActionsProps) {
  const { t } = useTranslation();
  const name = questionName(question);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {question.mayEdit && (
        <RowIcon
          tip={t('crud.editTip')}
          label={t('crud.editRow', { row: name })}
          icon={<EditIcon />}
          href={addressOf('EditQuestion', { questionId: question.id })}
        />
      )}
      <RowIcon
        tip={t('questions.previewTip')}
        label={t('questions.previewOf', { name })}
        icon={<PreviewIcon />}
        href={addressOf('QuestionPreview', { questionId: question.id })}
      />
      <RowIcon
        tip={t('questions.historyTip')}
        label={t('questions.historyOf', { name })}
        icon={<HistoryIcon />}
        onClick={onHistory}
      />
      {question.mayEdit && (
        <RowIcon
          tip={t('crud.delete')}
          label={t('crud.deleteRow', { row: name })}
          icon={<DeleteIcon />}
          color="red"
          disabled={isDeleting}
          onClick={onDelete}
        />
      )}
    </Group>
  );
}
