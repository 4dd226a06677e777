import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServedQuestion } from '#contract/questions.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './contest.module.css';

type ServedQuestionViewProps = {
  readonly served: ServedQuestion;
  /** Shown next to the number. */
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
};

/** A question as served, with its ticks; it does not reveal the key. */
export function ServedQuestionView({ served, aside, children }: ServedQuestionViewProps) {
  const { t } = useTranslation();
  const { index, question, answerExams } = served;
  const heading = t('examResult.question', { index });
  return (
    <article className={classes.question} aria-label={heading}>
      <header className={classes.head}>
        <h2 className={classes.number}>{heading}</h2>
        {aside}
      </header>
      <div className={classes.text}>
        <RichTextView text={question.text} />
      </div>
      {question.attachmentName !== null && (
        <SignedImage
          className={classes.image}
          name={question.attachmentName}
          alt={t('questions.questionImage')}
        />
      )}
      <ol className={classes.answers}>
        {answerExams.map(({ id, isChecked, answer }, index) => (
          <li key={id} className={classes.answer} data-ticked={isChecked || undefined}>
            <span className={classes.letter}>{letterOf(index)}</span>
            <span className={classes.words}>
              <RichTextView text={answer.description} />
              {answer.answerAttachment !== null && (
                <SignedImage
                  className={classes.image}
                  name={answer.answerAttachment}
                  alt={t('questions.answerImage', { letter: letterOf(index) })}
                />
              )}
            </span>
            {isChecked && (
              <span className={classes.tick}>
                <CheckIcon size={16} />
                <VisuallyHidden>{t('contestation.tickedHere')}</VisuallyHidden>
              </span>
            )}
          </li>
        ))}
      </ol>
      {!answerExams.some(({ isChecked }) => isChecked) && (
        <p className={classes.quiet}>{t('contestation.noTicks')}</p>
      )}
      {children}
    </article>
  );
}
