import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiSettings } from '#web/api/ui-settings.ts';
import type { PaperQuestion, Sitting } from '#web/features/exam/engine/exam-paper.ts';
import { ExamQuestion } from '#web/ui/exam-question/exam-question.tsx';
import { FlagIcon } from '#web/ui/icons.tsx';
import classes from './exam-screen.module.css';

type ExamQuestionCardProps = {
  readonly question: PaperQuestion;
  /** The number of questions, where the student may see it. */
  readonly count: number | undefined;
  readonly scoring: Sitting['scoringMode'];
  /** The heading of the page, or of one question among several. */
  readonly level: 'h1' | 'h2';
  readonly isCurrent: boolean;
  readonly onTick: (answerId: number) => void;
  readonly onReviewMark: () => void;
  readonly onEnter?: () => void;
};

/** Skeleton lines of a question and its answers. */
const bones = ['text', 'more text', 'A', 'B', 'C', 'D', 'E'] as const;

/** One question of the exam with its number and its review mark. */
export function ExamQuestionCard(props: ExamQuestionCardProps) {
  const { question, count, scoring, level: Heading, isCurrent, onTick, onReviewMark, onEnter } = props;
  const { t } = useTranslation();
  const settings = useUiSettings();
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef({ id: question.id, isCurrent });
  const ticked = useMemo(() => new Set(question.ticked), [question.ticked]);
  const { index, shown, forReview } = question;

  // Focus moves to the new question: screen readers announce it, and keyboard and eye start at its top.
  useEffect(() => {
    const { id, isCurrent: wasCurrent } = before.current;
    before.current = { id: question.id, isCurrent };
    if (id !== question.id) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    } else if (isCurrent && !wasCurrent && !card.current?.contains(document.activeElement)) {
      heading.current?.focus({ preventScroll: true });
      card.current?.scrollIntoView({ block: 'start' });
    }
  }, [isCurrent, question.id]);

  return (
    <article
      ref={card}
      className={classes.card}
      data-errored={question.errored || undefined}
      onFocus={onEnter}
      onPointerDown={onEnter}
    >
      <div className={classes.cardHead}>
        <Heading className={classes.number} tabIndex={-1} ref={heading} data-page-title>
          {count === undefined ? t('exam.question', { index }) : t('exam.questionOf', { index, count })}
        </Heading>
        <button type="button" className={classes.reviewMark} aria-pressed={forReview} onClick={onReviewMark}>
          <FlagIcon size={18} />
          {t(forReview ? 'exam.reviewMarked' : 'exam.reviewMark')}
        </button>
      </div>
      {shown ? (
        <ExamQuestion
          question={shown}
          ticked={ticked}
          onTick={onTick}
          roundMarks={settings?.questionRadioSimple ?? true}
          starred={settings?.markSingle ?? false}
          scoring={scoring}
        />
      ) : (
        <div className={classes.waiting} aria-busy="true">
          {bones.map((bone) => (
            <div key={bone} className={classes.bone} />
          ))}
        </div>
      )}
    </article>
  );
}
