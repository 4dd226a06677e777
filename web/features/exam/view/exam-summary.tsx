import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { groupsOf, type Paper } from '#web/features/exam/engine/exam-paper.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './exam-summary.module.css';
import { QuestionMarks } from './question-overview.tsx';
import type { ExamSteps } from './use-exam-steps.ts';

/** The groups in reading order. */
const names = ['answered', 'oneTick', 'open', 'skipped', 'forReview', 'unsent'] as const;

type ExamSummaryProps = { readonly paper: Paper; readonly steps: ExamSteps };

/** What is unanswered before the exam is handed in; every question links back to itself. */
export function ExamSummary({ paper, steps }: ExamSummaryProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const groups = groupsOf(paper);
  const { name, examIndex, groupExams } = paper.sitting;
  const firstOpen = groups.open[0];
  const allAnswered =
    groups.oneTick.length > 0 ? t('examEnd.summaryOneTick') : t('examEnd.summaryAllAnswered');
  // In most exams the row would always be empty.
  const shown = names.filter((name) => name !== 'oneTick' || groups.oneTick.length > 0);
  const position = { index: examIndex, count: groupExams.length };
  return (
    <section className={classes.summary} aria-labelledby="exam-summary">
      <p className={classes.kicker}>
        {groupExams.length > 1 ? `${t('exam.partOf', position)} · ${name}` : name}
      </p>
      <h1 id="exam-summary" className={classes.title} tabIndex={-1} ref={heading} data-page-title>
        {t('examEnd.summaryTitle')}
      </h1>
      <p className={classes.lead}>{firstOpen ? t('examEnd.summaryOpen') : allAnswered}</p>
      <dl className={classes.groups}>
        {shown.map((group) => (
          <div key={group} className={classes.group} data-group={group}>
            <dt>
              <span>{t(`examEnd.summary_${group}`)}</span>
              <span className={classes.count}>{groups[group].length}</span>
            </dt>
            <dd>
              {groups[group].length > 0 ? (
                <QuestionMarks paper={paper} questions={groups[group]} onChoose={steps.jump} />
              ) : (
                <span className={classes.none}>
                  {group !== 'answered' && <CheckIcon size={16} />}
                  {t('examEnd.summaryNone')}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {firstOpen && (
        <div className={classes.actions}>
          <Button size="md" variant="outline" onClick={() => steps.jump(firstOpen.index)}>
            {t('examEnd.summaryToOpen')}
          </Button>
        </div>
      )}
    </section>
  );
}
