import { ActionIcon, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionRow } from '#contract/questions.ts';
import { DeleteIcon, EditIcon, HistoryIcon, PreviewIcon } from '#web/ui/icons.tsx';
import { PlaceLink } from '#web/ui/place-link.tsx';
import type { QuestionsView } from './list-address.ts';

/** What the table and the cards of the list are given. */
export type QuestionListProps = {
  readonly questions: readonly QuestionRow[];
  readonly view: QuestionsView;
  readonly show: (view: QuestionsView) => void;
  readonly deleting: number | undefined;
  readonly onDelete: (question: QuestionRow) => void;
};

type QuestionActionsProps = Omit<QuestionListProps, 'questions'> & {
  readonly question: QuestionRow;
  readonly name: string;
};

/** Edit, history, preview and delete, each named with the question it is about. */
export function QuestionActions({ question, name, view, show, deleting, onDelete }: QuestionActionsProps) {
  const { t } = useTranslation();
  const busy = deleting === question.id;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {question.mayEdit && (
        <ActionIcon
          variant="subtle"
          component={PlaceLink}
          address={`/${question.id}/edit`}
          aria-label={t('crud.editRow', { row: name })}
        >
          <EditIcon />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        component={PlaceLink}
        address={`/questionPreview?questionId=${question.id}`}
        aria-label={t('questions.previewOf', { name })}
      >
        <PreviewIcon />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t('questions.historyOf', { name })}
        onClick={() => show({ ...view, history: question.id })}
      >
        <HistoryIcon />
      </ActionIcon>
      {question.mayEdit && (
        <ActionIcon
          variant="subtle"
          color="red"
          disabled={busy}
          aria-label={t('crud.deleteRow', { row: name })}
          onClick={() => onDelete(question)}
        >
          <DeleteIcon />
        </ActionIcon>
      )}
    </Group>
  );
}
