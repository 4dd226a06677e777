import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { QuestionEditorState } from './editor-state.ts';
import classes from './question-editor.module.css';

/** Why the question cannot be saved yet, in one line. */
function useMissingParts(editor: QuestionEditorState): string {
  const { t } = useTranslation();
  const { correct, wrong } = editor.missing;
  const reasons = [
    editor.form.chapterId === null && t('questions.needsChapter'),
    editor.form.text.trim() === '' && t('questions.needsText'),
    correct > 0 && t('questions.needsCorrect', { count: correct }),
    wrong > 0 && t('questions.needsFalse', { count: wrong }),
    editor.uploads.isRunning && t('questions.needsUpload'),
  ].filter((reason) => reason !== false);
  if (reasons.length > 0) return t('questions.missingList', { list: reasons.join(', ') });
  if (!editor.mayBeSaved && !editor.saving) return t('questions.needsCorrection');
  return editor.dirty ? t('questions.draftKept') : '';
}

type EditorFooterProps = {
  readonly editor: QuestionEditorState;
  readonly isSavable: boolean;
  readonly onSaveAnother: () => void;
};

/** What is missing, and the buttons that save. */
export function EditorFooter({ editor, isSavable, onSaveAnother }: EditorFooterProps) {
  const { t } = useTranslation();
  const missing = useMissingParts(editor);
  return (
    <div className={classes.footer}>
      <Text size="sm" className={classes.missing} role="status" id="question-missing">
        {missing}
      </Text>
      <Group gap="sm" ml="auto">
        <Button
          variant="default"
          disabled={!isSavable}
          aria-describedby="question-missing"
          onClick={onSaveAnother}
        >
          {t('questions.saveAndAnother')}
        </Button>
        <Button
          type="submit"
          disabled={!isSavable}
          loading={editor.saving}
          aria-describedby="question-missing"
          aria-keyshortcuts="Control+S"
        >
          {t('questions.save')}
        </Button>
      </Group>
    </div>
  );
}
