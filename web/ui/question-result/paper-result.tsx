import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { ScoredQuestion } from '#contract/exam-results.ts';
import { questionMarks } from './marks.ts';
import classes from './paper-result.module.css';
import { markOf, QuestionMarkIcon, QuestionResult } from './question-result.tsx';

type QuestionFilter = 'all' | 'lost';

const withLostPoints = (questions: readonly ScoredQuestion[]) =>
  questions.filter((question) => markOf(question) !== 'full');

type OverviewProps = {
  readonly questions: readonly ScoredQuestion[];
  readonly onChoose: (question: ScoredQuestion) => void;
};

/** All questions as a row of numbers with their outcomes; each links to its question. */
function Overview({ questions, onChoose }: OverviewProps) {
  const { t } = useTranslation();
  const counted = questionMarks
    .map((mark) => ({ mark, count: questions.filter((question) => markOf(question) === mark).length }))
    .filter(({ count }) => count > 0);
  return (
    <nav className={classes.overview} aria-label={t('examResult.overview')} data-print="hidden">
      <ol className={classes.chips}>
        {questions.map((question) => {
          const mark = markOf(question);
          return (
            <li key={question.id}>
              <UnstyledButton
                className={classes.chip}
                data-mark={mark}
                aria-label={t('examResult.questionWent', {
                  index: question.index,
                  went: t(`examResult.went_${mark}`),
                })}
                onClick={() => onChoose(question)}
              >
                {question.index}
                <QuestionMarkIcon mark={mark} size={12} />
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
      <ul className={classes.legend}>
        {counted.map(({ mark, count }) => (
          <li key={mark} data-mark={mark}>
            <QuestionMarkIcon mark={mark} size={14} />
            {t('examResult.wentCount', { went: t(`examResult.went_${mark}`), count })}
          </li>
        ))}
      </ul>
    </nav>
  );
}

type PaperResultProps = {
  readonly questions: readonly ScoredQuestion[];
  /** The reader is not the student. */
  readonly forStaff?: boolean;
};

/** A whole paper with its results: an overview, then question by question. */
export function PaperResult({ questions, forStaff }: PaperResultProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<QuestionFilter>('all');
  const list = useRef<HTMLOListElement>(null);
  const lost = withLostPoints(questions);
  const visible = shown === 'lost' ? lost : questions;

  const lead = (question: ScoredQuestion) => {
    // The target may be filtered out.
    if (!visible.includes(question)) flushSync(() => setShown('all'));
    const target = list.current?.querySelector<HTMLElement>(`[data-question="${question.id}"]`);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'start' });
  };

  return (
    <section aria-label={t('examResult.questions')}>
      <div className={classes.bar}>
        <h2 className={classes.heading}>{t('examResult.questions')}</h2>
        {lost.length > 0 && lost.length < questions.length && (
          <SegmentedControl
            data-print="hidden"
            aria-label={t('examResult.show')}
            value={shown}
            onChange={setShown}
            data={[
              { value: 'all', label: t('examResult.showAll', { count: questions.length }) },
              { value: 'lost', label: t('examResult.showLost', { count: lost.length }) },
            ]}
          />
        )}
      </div>
      {questions.length > 1 && <Overview questions={questions} onChoose={lead} />}
      <ol className={classes.list} ref={list}>
        {visible.map((question) => (
          <li key={question.id}>
            <QuestionResult scored={question} forStaff={forStaff} />
          </li>
        ))}
      </ol>
    </section>
  );
}
