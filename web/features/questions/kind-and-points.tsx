import { Alert, Checkbox, Group, NumberInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { kindByTicks } from '#domain/question-bank/question-draft.ts';
import { InfoIcon } from '#web/ui/icons.tsx';
import type { QuestionEditorState } from './editor-state.ts';
import classes from './question-editor.module.css';
import { writtenAnswers } from './question-form.ts';

type EditorProps = { readonly editor: QuestionEditorState };

/** Single or multiple choice, by the answers marked correct now (QUES-8). */
export function KindNotice({ editor }: EditorProps) {
  const { t } = useTranslation();
  const kind = kindByTicks(writtenAnswers(editor.form).filter((line) => line.text.trim() !== ''));
  return (
    <Alert
      variant="light"
      color="brand"
      icon={<InfoIcon />}
      role="status"
      py="xs"
      mt="md"
      className={classes.kind}
    >
      {t(
        kind === undefined
          ? 'questions.kindNone'
          : kind === 'simple'
            ? 'questions.kindSimple'
            : 'questions.kindMultiple',
      )}
    </Alert>
  );
}

export function PointsAndUse({ editor }: EditorProps) {
  const { t } = useTranslation();
  return (
    <Group align="flex-start" gap="xl" mt="lg">
      <NumberInput
        className={classes.points}
        label={t('questions.points')}
        required
        min={0}
        max={1000}
        decimalScale={2}
        value={editor.form.points ?? ''}
        error={editor.problemAt('points')}
        onBlur={() => editor.touch('points')}
        onChange={(value) => editor.change({ points: typeof value === 'number' ? value : null }, 'points')}
      />
      <Checkbox
        className={classes.examOnly}
        label={t('questions.examOnly')}
        description={t('questions.examOnlyHint')}
        checked={editor.form.examOnly}
        onChange={(event) => editor.change({ examOnly: event.currentTarget.checked })}
      />
    </Group>
  );
}
