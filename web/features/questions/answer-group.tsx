import { Button } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { neededAnswers } from '#domain/question-bank/question-draft.ts';
import { AddIcon, CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import classes from './answer-group.module.css';
import { AnswerLineField } from './answer-line.tsx';
import type { QuestionEditorState } from './editor-state.ts';
import { linesOf, nextLine } from './question-form.ts';

type AnswerGroupProps = { readonly editor: QuestionEditorState; readonly isCorrect: boolean };

/** The correct or the false answers, with their count and how many are missing. */
export function AnswerGroup({ editor, isCorrect }: AnswerGroupProps) {
  const { t } = useTranslation();
  const headingId = useId();
  const lines = linesOf(editor.form, isCorrect);
  const written = lines.filter((line) => line.text.trim() !== '').length;
  const missing = isCorrect ? editor.missing.correct : editor.missing.wrong;
  const last = lines.at(-1);
  return (
    <section
      className={classes.group}
      aria-labelledby={headingId}
      data-kind={isCorrect ? 'correct' : 'false'}
    >
      <header className={classes.head}>
        <h2 className={classes.heading} id={headingId}>
          <span className={classes.sign}>
            {isCorrect ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
          </span>
          {t(isCorrect ? 'questions.correctAnswers' : 'questions.falseAnswers')}
        </h2>
        <span className={classes.counter} data-short={missing > 0 || undefined}>
          {written}/{neededAnswers}
          {missing > 0 && (
            <span className={classes.missing}>{t('questions.missing', { count: missing })}</span>
          )}
        </span>
      </header>
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <AnswerLineField key={line.key} editor={editor} line={line} number={index + 1} />
        ))}
      </ol>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<AddIcon size={16} />}
        onClick={() => last && editor.step((form) => nextLine(form, last.key))}
      >
        {t(isCorrect ? 'questions.addCorrect' : 'questions.addFalse')}
      </Button>
    </section>
  );
}
