import { Button } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { indexAfter, type Paper, tallyOf } from '#web/features/exam/engine/exam-paper.ts';
import { ChevronLeftIcon, ChevronRightIcon, GridIcon } from '#web/ui/icons.tsx';
import classes from './exam-foot.module.css';
import { OverviewPanel, OverviewStrip } from './question-overview.tsx';
import { type ExamSteps, finishLabel } from './use-exam-steps.ts';

type ExamFootProps = {
  readonly paper: Paper;
  readonly steps: ExamSteps;
  readonly whole: boolean;
  /** Overlays the page just above the bar, so that it never moves an answer. */
  readonly over?: ReactNode;
  /** Stays visible above the bar. */
  readonly children?: ReactNode;
};

/** Navigation through the questions: back, overview, skip, next; and handing in. */
export function ExamFoot({ paper, steps, whole, over, children }: ExamFootProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isSummary = paper.page === 'summary';
  const { answered } = tallyOf(paper);
  const progress = t('exam.progress', { answered, count: paper.questions.length });

  const choose = (index: number) => {
    setOpen(false);
    steps.jump(index);
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false);
  };

  return (
    <div className={classes.foot}>
      <div className={classes.over} role="status">
        {over}
      </div>
      {isOpen && (
        <section className={classes.panel} aria-label={t('exam.overview')} onKeyDown={closeOnEscape}>
          <p className={classes.progress}>{progress}</p>
          <OverviewPanel paper={paper} onChoose={choose} />
        </section>
      )}
      {children}
      <div className={classes.bar}>
        <Button
          className={classes.back}
          variant="default"
          size="md"
          leftSection={<ChevronLeftIcon size={18} />}
          disabled={paper.at === 1 && !isSummary}
          onClick={steps.back}
        >
          {isSummary ? t('exam.backTo', { index: paper.at }) : t('exam.previous')}
        </Button>
        <button
          type="button"
          className={classes.all}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={closeOnEscape}
        >
          <GridIcon size={18} />
          <span className={classes.allText}>{t('exam.overviewOpen')}</span>
          <span className={classes.count} aria-hidden="true">
            {answered}/{paper.questions.length}
          </span>
        </button>
        {isOpen ? <div className={classes.gap} /> : <OverviewStrip paper={paper} onChoose={choose} />}
        <div className={classes.on}>
          {!whole && !isSummary && (
            <Button variant="subtle" size="md" onClick={steps.skip}>
              {t('exam.skip')}
            </Button>
          )}
          {isSummary ? (
            <Button size="md" onClick={steps.finish}>
              {finishLabel(paper)}
            </Button>
          ) : (
            <Button size="md" rightSection={<ChevronRightIcon size={18} />} onClick={steps.next}>
              {t(indexAfter(paper) === undefined ? 'exam.toSummary' : 'exam.next')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
