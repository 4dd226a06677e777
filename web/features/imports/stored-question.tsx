import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportRow } from '#contract/imports.ts';
import { CheckIcon, CloseIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './stored-question.module.css';

type Question = NonNullable<ImportRow['question']>;
type Answer = Question['answers'][number];

/** The images of a page of questions. */
export const imagesOf = (rows: readonly ImportRow[]): string[] =>
  rows.flatMap(({ question }) =>
    question === null
      ? []
      : [question.image, ...question.answers.map(({ image }) => image)].filter((name) => name !== null),
  );

function Answers({ title, answers }: { readonly title: string; readonly answers: readonly Answer[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className={classes.heading}>
        {title} ({answers.length})
      </p>
      <ul className={classes.answers} aria-label={title}>
        {answers.map((answer) => (
          <li key={`${answer.text} ${answer.image}`} data-correct={answer.isCorrect || undefined}>
            {answer.isCorrect ? <CheckIcon size={16} /> : <CloseIcon size={16} />}
            <div>
              <VisuallyHidden>
                {t(answer.isCorrect ? 'questions.correct' : 'questions.false')}:{' '}
              </VisuallyHidden>
              <RichTextView text={answer.text} />
              {answer.image !== null && (
                <SignedImage
                  className={classes.image}
                  name={answer.image}
                  alt={t('importScreen.imageOfAnswer', { answer: answer.text })}
                />
              )}
              {answer.referenceTitle !== null && (
                <div className={classes.reference}>
                  {[answer.referenceTitle, answer.referencePage].filter((part) => part !== null).join(', ')}
                </div>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A question of the file exactly as it will be stored. */
export function StoredQuestion({
  question,
  position,
}: {
  readonly question: Question;
  readonly position: number;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.question}>
      <p className={classes.text}>
        <RichTextView text={question.text} />
      </p>
      {question.image !== null && (
        <SignedImage
          className={classes.image}
          name={question.image}
          alt={t('importScreen.imageOfQuestion', { position })}
        />
      )}
      <p className={classes.points}>{t('importScreen.points', { count: question.points })}</p>
      <div className={classes.groups}>
        <Answers
          title={t('importScreen.correctAnswers')}
          answers={question.answers.filter(({ isCorrect }) => isCorrect)}
        />
        <Answers
          title={t('importScreen.wrongAnswers')}
          answers={question.answers.filter(({ isCorrect }) => !isCorrect)}
        />
      </div>
    </div>
  );
}
