import { type FocusEvent, type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paper, PaperQuestion } from '#web/features/exam/engine/exam-paper.ts';
import { FlagIcon } from '#web/ui/icons.tsx';
import classes from './question-overview.module.css';

/** How a question stands, in the order it is said. */
const marks = ['flagged', 'unsent'] as const;
const standings = ['answered', 'skipped', 'unanswered'] as const;
type Standing = (typeof standings)[number];

const standingOf = ({ answered, skipped }: PaperQuestion): Standing =>
  answered ? 'answered' : skipped ? 'skipped' : 'unanswered';
const isUnsent = ({ unsent }: PaperQuestion): boolean => unsent.length > 0;

type MarkProps = {
  readonly standing: Standing;
  readonly flagged: boolean;
  readonly unsent: boolean;
  readonly current?: boolean;
  readonly children?: string | number;
};

/** One question as a sign: how it stands by shape and fill, a flag in the corner, a dot below while it waits to be sent. */
function Mark({ standing, flagged, unsent, current, children }: MarkProps) {
  return (
    <span className={classes.mark} data-standing={standing} data-current={current || undefined}>
      {children}
      {flagged && <FlagIcon className={classes.flag} size={12} />}
      {unsent && <span className={classes.unsent} />}
    </span>
  );
}

type QuestionMarksProps = {
  readonly paper: Paper;
  /** Those to show; all of them unless said. */
  readonly questions?: readonly PaperQuestion[];
  readonly onChoose: (index: number) => void;
  readonly currentRef?: Ref<HTMLButtonElement>;
};

/** Where an arrow key leads from one of so many marks; undefined for any other key. */
function afterKey(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/** Questions as signs that lead to them: one stop for the Tab key, arrows within. */
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
    // Here the arrows go from mark to mark; the keys of the exam leave them alone.
    event.preventDefault();
    setFocused(to);
    event.currentTarget.querySelectorAll('button')[to]?.focus();
  };
  const onBlur = (event: FocusEvent<HTMLOListElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined);
  };
  const nameOf = (question: PaperQuestion) => {
    const standing = t(`exam.${standingOf(question)}`);
    const more = [
      ...(question.flagged ? [t('exam.flagged')] : []),
      ...(isUnsent(question) ? [t('exam.unsent')] : []),
    ];
    return `${t('exam.question', { index: question.index })}: ${[standing, ...more].join(', ')}`;
  };
  return (
    <ol className={classes.marks} onKeyDown={onKeyDown} onBlur={onBlur}>
      {questions.map((question, place) => (
        <li key={question.id}>
          <button
            type="button"
            ref={question.index === paper.at ? currentRef : undefined}
            className={classes.button}
            tabIndex={place === stop ? 0 : -1}
            onFocus={() => setFocused(place)}
            aria-label={nameOf(question)}
            aria-current={question.index === paper.at ? 'step' : undefined}
            onClick={() => onChoose(question.index)}
          >
            <Mark
              standing={standingOf(question)}
              flagged={question.flagged}
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

/** All questions in two rows at most, the one on the screen always in sight. */
export function OverviewStrip({ paper, onChoose }: OverviewProps) {
  const { t } = useTranslation();
  const current = useRef<HTMLButtonElement>(null);
  const strip = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever another question is on the screen
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

/** All questions at once, with what the signs mean. */
export function OverviewPanel({ paper, onChoose }: OverviewProps) {
  const { t } = useTranslation();
  return (
    <>
      <QuestionMarks paper={paper} onChoose={onChoose} />
      <ul className={classes.legend}>
        {standings.map((standing) => (
          <li key={standing}>
            <Mark standing={standing} flagged={false} unsent={false} />
            {t(`exam.${standing}`)}
          </li>
        ))}
        {marks.map((mark) => (
          <li key={mark}>
            <Mark standing="unanswered" flagged={mark === 'flagged'} unsent={mark === 'unsent'} />
            {t(`exam.${mark}`)}
          </li>
        ))}
      </ul>
    </>
  );
}
