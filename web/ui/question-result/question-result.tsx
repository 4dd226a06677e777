import { VisuallyHidden } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScoredQuestion } from '#contract/exam-results.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { BookIcon, CheckIcon, CloseIcon, HalfIcon, MissedIcon, SkippedIcon } from '#web/ui/icons.tsx';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { SignedImage } from '#web/ui/signed-image.tsx';
import { type AnswerMark, markOfAnswer, markOfQuestion, type QuestionMark } from './marks.ts';
import classes from './question-result.module.css';

const answerIcons: Record<Exclude<AnswerMark, 'leftOut'>, typeof CheckIcon> = {
  correct: CheckIcon,
  wrong: CloseIcon,
  shouldHaveSelected: MissedIcon,
  removed: SkippedIcon,
};

const questionIcons: Record<QuestionMark, typeof CheckIcon> = {
  full: CheckIcon,
  part: HalfIcon,
  none: CloseIcon,
  unanswered: SkippedIcon,
};

/** The icon of a question's outcome; used next to text or a number. */
export function QuestionMarkIcon({ mark, size }: { readonly mark: QuestionMark; readonly size?: number }) {
  const Icon = questionIcons[mark];
  return <Icon size={size ?? 16} />;
}

/** The outcome of a scored question. */
export const markOf = ({ points, question, haveAnyAnswer }: ScoredQuestion): QuestionMark =>
  markOfQuestion({ points, maxPoints: question.points, answered: haveAnyAnswer });

type ScoredAnswer = ScoredQuestion['answerExams'][number];

/** The bibliography reference of an answer. */
function Reference({ answer }: { readonly answer: ScoredAnswer['answer'] }) {
  const { t } = useTranslation();
  if (answer.referenceTitle === null) return null;
  return (
    <span className={classes.reference}>
      <BookIcon size={14} />
      <span>
        {answer.referenceTitle}
        {answer.referencePage !== null && `, ${t('examResult.page', { page: answer.referencePage })}`}
      </span>
    </span>
  );
}

function MarkWords({ mark }: { readonly mark: AnswerMark }) {
  const { t } = useTranslation();
  if (mark === 'leftOut') return <VisuallyHidden>{t('examResult.mark_leftOut')}</VisuallyHidden>;
  const Icon = answerIcons[mark];
  return (
    <span className={classes.mark}>
      <Icon size={18} strokeWidth={2.25} />
      {t(`examResult.mark_${mark}`)}
    </span>
  );
}

type AnswerLineProps = {
  readonly scored: ScoredAnswer;
  readonly index: number;
  readonly round: boolean;
  readonly keyOnly: boolean;
};

function AnswerLine({ scored, index, round, keyOnly }: AnswerLineProps) {
  const { t } = useTranslation();
  const { answer, isChecked } = scored;
  const mark = markOfAnswer(answer.isCorrect, isChecked, answer.removed);
  return (
    <li className={classes.answer} data-mark={mark} data-selected={isChecked || undefined}>
      <span className={classes.letter} data-round={round || undefined}>
        {letterOf(index)}
      </span>
      <div className={classes.body}>
        <span className={classes.description}>
          <RichTextView text={answer.description} />
        </span>
        {answer.answerAttachment !== null && (
          <SignedImage
            className={classes.image}
            name={answer.answerAttachment}
            alt={t('questions.answerImage', { letter: letterOf(index) })}
          />
        )}
        <Reference answer={answer} />
      </div>
      {!keyOnly && <MarkWords mark={mark} />}
      {keyOnly && answer.isCorrect && (
        <span className={classes.mark}>
          <CheckIcon size={18} strokeWidth={2.25} />
          {t('questions.correct')}
        </span>
      )}
    </li>
  );
}

type QuestionResultProps = {
  readonly scored: ScoredQuestion;
  /** The reader is not the student. */
  readonly forStaff?: boolean | undefined;
  /** Shows only the question with its key, without ticks and points. */
  readonly keyOnly?: boolean | undefined;
};

/**
 * A question with its points, text and image, and each answer marked as correct, wrong, selected or missed (RESU-1).
 */
export function QuestionResult({ scored, forStaff, keyOnly = false }: QuestionResultProps) {
  const { t } = useTranslation();
  const id = useId();
  const { question, answerType, answerExams, index } = scored;
  const mark = markOf(scored);
  const points = (value: number) => formatNumber(value, currentLanguage(), 2);
  return (
    <article className={classes.question} aria-labelledby={id} tabIndex={-1} data-question={scored.id}>
      <header className={classes.head}>
        <h3 className={classes.number} id={id}>
          {t('examResult.question', { index })}
        </h3>
        <span className={classes.kind}>
          {t(answerType === 'simple' ? 'questions.simpleMeaning' : 'questions.multipleMeaning')}
        </span>
        {!keyOnly && (
          <span className={classes.points} data-mark={mark}>
            <QuestionMarkIcon mark={mark} />
            {t('examResult.pointsOf', { points: points(scored.points), most: points(question.points) })}
          </span>
        )}
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
      {scored.fullPoints && <p className={classes.unanswered}>{t('examResult.fullPoints')}</p>}
      {!scored.haveAnyAnswer && !keyOnly && (
        <p className={classes.unanswered}>
          {t(forStaff ? 'examResult.went_unanswered' : 'examResult.unanswered')}
        </p>
      )}
      <ol className={classes.answers}>
        {answerExams.map((answer, index) => (
          <AnswerLine
            key={answer.id}
            scored={answer}
            index={index}
            round={answerType === 'simple'}
            keyOnly={keyOnly}
          />
        ))}
      </ol>
    </article>
  );
}
