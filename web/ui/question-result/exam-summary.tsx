import { useTranslation } from 'react-i18next';
import type { ScoredExam } from '#contract/exam-results.ts';
import { formatDate, formatNumber, formatTime } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import classes from './exam-summary.module.css';
import { useTimeUsed } from './time-used.ts';

/** An exam at a glance: the grade large, then its details. States facts without judging. */
export function ExamSummary({ exam }: { readonly exam: ScoredExam }) {
  const { t } = useTranslation();
  const timeUsed = useTimeUsed();
  const number = (value: number, digits: number) => formatNumber(value, currentLanguage(), digits);
  const facts = [
    [
      t('examResult.score'),
      t('examResult.pointsOf', { points: number(exam.score, 2), most: number(exam.maxPoints, 2) }),
    ],
    [
      t('examResult.answered'),
      t('examResult.answeredOf', { answered: exam.answered, questions: exam.questionDisplayCount }),
    ],
    [t('examResult.timeUsed'), timeUsed(exam.serverStartTime, exam.serverStopTime)],
    [
      t('examResult.taken'),
      // A word joiner keeps the hours on one line.
      `${formatDate(exam.date)}, ${formatTime(exam.serverStartTime)}\u2060–\u2060${formatTime(exam.serverStopTime)}`,
    ],
    [t('examResult.ended'), t(`examResult.ended_${exam.finishCause}`)],
  ] as const;
  return (
    <section className={classes.summary} aria-label={t('examResult.summary', { name: exam.name })}>
      {exam.annulled && (
        <p className={classes.annulled} role="alert">
          <strong>{t('examResult.annulledTitle')}.</strong> {t('examResult.annulledText')}
        </p>
      )}
      {exam.grade !== null && (
        <p className={classes.grade}>
          <span className={classes.label}>{t('examResult.grade')}</span>
          <strong className={classes.figure}>{number(exam.grade, 2)}</strong>
        </p>
      )}
      <FactList facts={facts} className={classes.facts} />
      <p className={classes.scoring}>{t(`examResult.scoring_${exam.scoringMode}`)}</p>
    </section>
  );
}
