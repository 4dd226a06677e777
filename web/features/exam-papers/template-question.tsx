import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateQuestion } from '#contract/templates.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import classes from './exam-papers.module.css';

type TemplateQuestionViewProps = {
  readonly question: TemplateQuestion;
  /** Its number, which differs from the stored one after an unsaved move. */
  readonly number: number;
  readonly tools?: ReactNode;
  readonly note?: ReactNode;
  /** Shown next to each answer instead of the key. */
  readonly answerTools?: (answer: TemplateQuestion['answers'][number], letter: string) => ReactNode;
};

/** Whether an answer is correct by the key that scores now, and what was served when that differs. */
function AnswerKey({ answer }: { readonly answer: TemplateQuestion['answers'][number] }) {
  const { t } = useTranslation();
  const { isCorrect, wasCorrect, isRemoved } = answer;
  return (
    <>
      {isCorrect && !isRemoved && (
        <>
          {' '}
          <CheckIcon size={14} /> {t('templates.correct')}
        </>
      )}
      {isRemoved && <em className={classes.quiet}> {t('examPrint.removed')}</em>}
      {(isRemoved ? wasCorrect : isCorrect !== wasCorrect) && (
        <em className={classes.quiet}> {t(wasCorrect ? 'templates.wasCorrect' : 'templates.wasWrong')}</em>
      )}
    </>
  );
}

/** A question of a template with its answers and key. */
export function TemplateQuestionView({
  question,
  number,
  tools,
  note,
  answerTools,
}: TemplateQuestionViewProps) {
  const { t } = useTranslation();
  return (
    <li className={classes.question}>
      <div className={classes.questionHead}>
        <h3>{t('templates.question', { number })}</h3>
        <Badge>{t(`templates.kind_${question.kind}`)}</Badge>
        <span className={classes.quiet}>
          {[
            `${t('templates.originalNumber')} ${question.questionId}`,
            `${t('templates.chapter')} ${question.chapterCode}`,
            t('templates.points', { points: question.points }),
          ].join(' · ')}
        </span>
        {tools !== undefined && <span className={classes.questionTools}>{tools}</span>}
      </div>
      {!question.isCurrent && <p className={classes.quiet}>{t('templates.changedInBank')}</p>}
      {question.isSettled && answerTools === undefined && (
        <p className={classes.quiet}>{t('templates.keySettled')}</p>
      )}
      {note}
      <p className={classes.text}>
        <RichTextView text={question.text} />
      </p>
      {question.image !== null && <SignedImage name={question.image} alt="" className={classes.image} />}
      <ol className={classes.answers}>
        {question.answers.map((answer, index) => (
          <li key={answer.original} data-correct={(answer.isCorrect && !answer.isRemoved) || undefined}>
            <span>{letterOf(index)}.</span>
            <span>
              <RichTextView text={answer.text} />
              {answer.image !== null && <SignedImage name={answer.image} alt="" className={classes.image} />}
              {answerTools?.(answer, letterOf(index))}
              {answerTools === undefined && <AnswerKey answer={answer} />}
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}
