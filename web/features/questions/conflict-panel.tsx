import { Alert, Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textOfCode } from '#web/base/error-text.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import { VersionChanges } from '#web/ui/version-changes.tsx';
import type { Conflict } from './editor-state.ts';
import { draftOf, type QuestionForm } from './question-form.ts';

type ConflictPanelProps = {
  readonly conflict: Conflict;
  readonly form: QuestionForm;
  readonly onSaveMine: () => void;
  readonly onTakeTheirs: () => void;
};

/**
 * Shown when another user saved the question in the meantime: a word diff of both versions and a choice between them.
 */
export function ConflictPanel({ conflict, form, onSaveMine, onTakeTheirs }: ConflictPanelProps) {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" variant="light" icon={<WarningIcon />} title={t('questions.conflictTitle')} mb="md">
      <p>{textOfCode('question.changed', { by: conflict.by })}</p>
      <p>{t('questions.conflictHint')}</p>
      <VersionChanges before={conflict.theirs} after={draftOf(form)} />
      <Group gap="sm" mt="md">
        <Button onClick={onSaveMine}>{t('questions.saveMine')}</Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('questions.takeTheirs')}
        </Button>
      </Group>
    </Alert>
  );
}
