import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import type { QuestionKind } from '#domain/question-bank/question-kind.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { RichTextView } from '#web/ui/rich-text.tsx';
import { ExamImage } from './exam-image.tsx';
import classes from './exam-question.module.css';

export type ShownAnswer = {
  readonly id: number;
  readonly text: string;
  /** The name of its image. */
  readonly image: string | null;
};

export type ShownQuestion = {
  readonly kind: QuestionKind;
  readonly text: string;
  readonly image: string | null;
  readonly answers: readonly ShownAnswer[];
};

type ExamQuestionProps = {
  readonly question: ShownQuestion;
  readonly ticked: ReadonlySet<number>;
  readonly onTick: (answerId: number) => void;
  /** A simple question shows radio buttons; otherwise checkboxes like a multiple question. */
  readonly roundMarks: boolean;
  /** Adds a star to the kind of a simple question. */
  readonly starred: boolean;
  /** The scoring mode, explained next to the kind; undefined shows no explanation. */
  readonly scoring?: ScoringMode;
  /** The question's heading where several are on a page. */
  readonly heading?: ReactNode;
  /** Shown while the text is empty. */
  readonly placeholder?: string;
};

type Key = { readonly key: string; readonly code: string };

/** The index of a key's answer, or -1; keyboards without Latin letters are read by key position. */
export function indexOfKey({ key, code }: Key): number {
  const letter = /^[a-z]$/i.test(key) ? key : key.length === 1 && /^Key[A-Z]$/.test(code) ? code.at(-1) : '';
  return letter ? letter.toUpperCase().charCodeAt(0) - 65 : -1;
}

/** Moves the focus between the answers of a question, wrapping at both ends. */
function focusAnswer(answers: HTMLFieldSetElement, step: 1 | -1): void {
  const inputs = [...answers.querySelectorAll('input')];
  const at = inputs.indexOf(document.activeElement as HTMLInputElement);
  const next = at < 0 && step < 0 ? inputs.length - 1 : (at + step + inputs.length) % inputs.length;
  inputs[next]?.focus();
}

/** The ticks after one answer was pressed: a simple question keeps one, a multiple one any number. */
export function afterTick(
  ticked: ReadonlySet<number>,
  answerId: number,
  kind: QuestionKind,
): ReadonlySet<number> {
  const others = kind === 'simple' ? [] : [...ticked].filter((id) => id !== answerId);
  return new Set(ticked.has(answerId) ? others : [...others, answerId]);
}

function KindMark({ kind, starred }: { readonly kind: QuestionKind; readonly starred: boolean }) {
  const { t } = useTranslation();
  const mark = kind === 'simple' ? `CS${starred ? '*' : ''}` : 'CM';
  const meaning = t(kind === 'simple' ? 'questions.simpleMeaning' : 'questions.multipleMeaning');
  return (
    <span className={classes.kind} data-kind={kind} title={meaning}>
      {mark}
      <VisuallyHidden>: {meaning}</VisuallyHidden>
    </span>
  );
}

/** A question as a student sees it: its kind, text and image, and its answers by letter, each a full-width target. */
export function ExamQuestion(props: ExamQuestionProps) {
  const { question, ticked, onTick, roundMarks, starred, scoring, heading, placeholder } = props;
  const { t } = useTranslation();
  const id = useId();
  const { kind, answers } = question;
  const round = kind === 'simple' && roundMarks;

  const onKeyDown = (event: KeyboardEvent<HTMLFieldSetElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      // By default arrow keys would also select a radio button; here they only move the focus.
      event.preventDefault();
      focusAnswer(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    }
    const answer = answers[indexOfKey(event)];
    if (answer === undefined) return;
    event.preventDefault();
    // A held key ticks once.
    if (!event.repeat) onTick(answer.id);
  };

  return (
    <div className={classes.question}>
      <div className={classes.top}>
        <div className={classes.words}>
          {heading !== undefined && <div className={classes.heading}>{heading}</div>}
          {scoring && (
            <p className={classes.scoring} id={`${id}-kind`}>
              <KindMark kind={kind} starred={starred} />
              {t(kind === 'simple' ? 'questions.scoring_simple' : `questions.scoring_${scoring}`)}
            </p>
          )}
          <div className={classes.text} id={id}>
            {!scoring && <KindMark kind={kind} starred={starred} />}
            {question.text.trim() === '' ? (
              <span className={classes.placeholder}>{placeholder}</span>
            ) : (
              <RichTextView text={question.text} />
            )}
          </div>
        </div>
        {question.image !== null && (
          <ExamImage name={question.image} alt={t('questions.questionImage')} size="question" />
        )}
      </div>
      <fieldset
        className={classes.answers}
        aria-labelledby={scoring ? `${id}-kind ${id}` : id}
        onKeyDown={onKeyDown}
      >
        {answers.map((answer, index) => (
          <div key={answer.id} className={classes.answer} data-ticked={ticked.has(answer.id) || undefined}>
            <label className={classes.line}>
              <input
                className={classes.input}
                type={round ? 'radio' : 'checkbox'}
                {...(round ? { name: id } : {})}
                checked={ticked.has(answer.id)}
                onChange={() => onTick(answer.id)}
              />
              <span className={classes.letter} data-round={round || undefined}>
                {letterOf(index)}
              </span>
              <span className={classes.description}>
                <RichTextView text={answer.text} />
              </span>
            </label>
            {answer.image !== null && (
              <div className={classes.answerImage}>
                <ExamImage
                  name={answer.image}
                  alt={t('questions.answerImage', { letter: letterOf(index) })}
                  size="answer"
                />
              </div>
            )}
          </div>
        ))}
      </fieldset>
    </div>
  );
}
