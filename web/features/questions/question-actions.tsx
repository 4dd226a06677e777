import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { DeleteIcon, EditIcon, HistoryIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { questionName } from './question-name.ts';

type QuestionActionsProps = {
  readonly question: QuestionRow;
  readonly isDeleting: boolean;
  readonly onHistory: () => void;
  readonly onDelete: () => void;
};

/** Edit, history, preview and delete, each named with the question it is about. */
export function QuestionActions({ question, isDeleting, onHistory, onDelete }: QuestionActionsProps) {
  const { t } = useTranslation();
  const name = questionName(question);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {question.mayEdit && (
        <ActionIcon
          variant="subtle"
          component={ScreenLink}
          href={addressOf('EditQuestion', { questionId: question.id })}
          aria-label={t('crud.editRow', { row: name })}
        >
          <EditIcon />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        component={ScreenLink}
        href={addressOf('QuestionPreview', { questionId: question.id })}
        aria-label={t('questions.previewOf', { name })}
      >
        <PreviewIcon />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('questions.historyOf', { name })} onClick={onHistory}>
        <HistoryIcon />
      </ActionIcon>
      {question.mayEdit && (
        <ActionIcon
          variant="subtle"
          color="red"
          disabled={isDeleting}
          aria-label={t('crud.deleteRow', { row: name })}
          onClick={onDelete}
        >
          <DeleteIcon />
        </ActionIcon>
      )}
    </Group>
  );
}
