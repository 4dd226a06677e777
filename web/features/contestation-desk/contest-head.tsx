import { useTranslation } from 'react-i18next';
import type { Contest } from '#contract/contestations.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { StatusBadge } from '#web/sittings/contest-status.tsx';
import classes from './desk.module.css';

type ShownContest = Omit<Contest, 'mine' | 'waiting' | 'isOwn' | 'mayReopen' | 'isRelative' | 'relativeOf'>;

/** The status, subject and deadline of a contestation. */
export function ContestHead({ contest }: { readonly contest: ShownContest }) {
  const { t } = useTranslation();
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const { status, type, student, exam, examName, scoreBefore, scoreAfter, gradeBefore, gradeAfter } = contest;
  return (
    <span className={classes.lead}>
      <StatusBadge status={status} />
      {type === 'technical' && <span>{t('contestationColumns.type_technical')}</span>}
      {student?.numarMatricol && <span>{student.numarMatricol}</span>}
      {exam && (
        <span>
          {examName}, {formatDate(exam.date)}
        </span>
      )}
      <span>{contest.examSession}</span>
      {scoreBefore !== null && (
        <span>
          {scoreAfter === null || scoreAfter === scoreBefore
            ? t('contestationDesk.score', { score: number(scoreBefore), grade: number(gradeBefore ?? 0) })
            : t('contestationDesk.scoreChanged', {
                before: number(scoreBefore),
                after: number(scoreAfter),
                gradeBefore: number(gradeBefore ?? 0),
                gradeAfter: number(gradeAfter ?? 0),
              })}
        </span>
      )}
      <span>{t('contestationDesk.filed', { at: formatDateTime(contest.filedAt) })}</span>
      {status === 'DP' && (
        <span>{t('contestationDesk.until', { at: formatDateTime(contest.resolveUntil) })}</span>
      )}
    </span>
  );
}
