import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paper, PaperQuestion } from '#web/features/exam/engine/exam-paper.ts';
import { FlagIcon } from '#web/ui/icons.tsx';
import classes from './question-overview.module.css';

/** The statuses of a question, in the order they are listed. */
const marks = ['forReview', 'unsent'] as const;
const progressStates = ['answered', 'skipped', 'unanswered'] as const;
type Progress = (typeof progressStates)[number];

const progressOf = ({ answered, skipped }: PaperQuestion): Progress =>
  answered ? 'answered' : skipped ? 'skipped' : 'unanswered';
const isUnsent = ({ unsent }: PaperQuestion): boolean => unsent.length > 0;

type MarkProps = {
  readonly progress: Progress;
  readonly forReview: boolean;
  readonly unsent: boolean;
  readonly current?: boolean;
  readonly children?: string | number;
};

/** The mark of one question: shape and fill show its status, a corner flag a review mark, a dot below an unsent save. */
function Mark({ progress, forReview, unsent, current, children }: MarkProps) {
  return (
    <span className={classes.mark} data-progress={progress} data-current={current || undefined}>
      {children}
      {forReview && <FlagIcon className={classes.flag} size={12} />}
      {unsent && <span className={classes.unsent} />}
    </span>
  );
}

type QuestionMarksProps = {
  readonly paper: Paper;
  /** The questions to show; all by default. */
  readonly questions?: readonly PaperQuestion[];
  readonly onChoose: (index: number) => void;
  readonly currentRef?: Ref<HTMLButtonElement>;
};

/** The mark an arrow key leads to; undefined for any other key. */
function afterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Marks that link to their questions: one Tab stop, arrow keys move between them. */
export function QuestionMarks({
  paper,
  questions = paper.questions,
  onChoose,
  currentRef,
}: QuestionMarksProps) {
  const { t } = useTranslation();
  const [focused, setFocused] = useState<number>();
  const current = Math.max(
    0,
    questions.findIndex(({ index }) => index === paper.at),
  );
  const stop = focused === undefined || focused >= questions.length ? current : focused;
  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const to = afterKey(event.key, stop, questions.length);
    if (to === undefined) return;
    // Here arrow keys move between marks, not between questions.
    event.preventDefault();
    setFocused(to);
    event.currentTarget.querySelectorAll('button')[to]?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLOListElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined);
  };
  const nameOf = (question: PaperQuestion) => {
    const progress = t(`exam.${progressOf(question)}`);
    const more = [
      ...(question.forReview ? [t('exam.forReview')] : []),
      ...(isUnsent(question) ? [t('exam.unsent')] : []),
    ];
    return `${t('exam.question', { index: question.index })}: ${[progress, ...more].join(', ')}`;
  };
  return (
    <ol className={classes.marks} onKeyDown={onKeyDown} onBlur={onBlur}>
      {questions.map((question, index) => (
        <li key={question.id}>
          <button
            type="button"
            ref={question.index === paper.at ? currentRef : undefined}
            className={classes.button}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => setFocused(index)}
            aria-label={nameOf(question)}
            aria-current={question.index === paper.at ? 'step' : undefined}
            onClick={() => onChoose(question.index)}
          >
            <Mark
              progress={progressOf(question)}
              forReview={question.forReview}
              unsent={isUnsent(question)}
              current={question.index === paper.at}
            >
              {question.index}
            </Mark>
          </button>
        </li>
      ))}
    </ol>
  );
}

type OverviewProps = { readonly paper: Paper; readonly onChoose: (index: number) => void };

/** All questions in at most two rows, scrolled to the current one. */
export function OverviewStrip({ paper, onChoose }: OverviewProps) {
  const { t } = useTranslation();
  const current = useRef<HTMLButtonElement>(null);
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the current question changes
  useEffect(() => {
    const button = current.current;
    const box = strip.current;
    if (!button || !box) return;
    const outside = button.offsetTop - box.scrollTop;
    if (outside < 0 || outside + button.offsetHeight > box.clientHeight) box.scrollTop = button.offsetTop;
  }, [paper.at]);
  return (
    <nav className={classes.strip} aria-label={t('exam.overview')} ref={strip}>
      <QuestionMarks paper={paper} onChoose={onChoose} currentRef={current} />
    </nav>
  );
}

/** All questions, with a legend of the marks. */
export function OverviewPanel({ paper, onChoose }: OverviewProps) {
  const { t } = useTranslation();
  return (
    <>
      <QuestionMarks paper={paper} onChoose={onChoose} />
      <ul className={classes.legend}>
        {progressStates.map((progress) => (
          <li key={progress}>
            <Mark progress={progress} forReview={false} unsent={false} />
            {t(`exam.${progress}`)}
          </li>
        ))}
        {marks.map((mark) => (
          <li key={mark}>
            <Mark progress="unanswered" forReview={mark === 'forReview'} unsent={mark === 'unsent'} />
            {t(`exam.${mark}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
