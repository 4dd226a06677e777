import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contest } from '#contract/contestations.ts';
import type { ContestStatus } from '#domain/contestations/contestation.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import classes from './desk.module.css';

const tones: Record<ContestStatus, string> = { DP: 'gold', RS: 'red', AC: 'green', PAC: 'yellow' };

type ShownContest = Omit<Contest, 'mine' | 'waiting' | 'isOwn' | 'mayReopen' | 'isRelative' | 'relativeOf'>;

/** The status, subject and deadline of a contestation. */
export function ContestHead({ contest }: { readonly contest: ShownContest }) {
  const { t } = useTranslation();
  const number = (value: number) => formatNumber(value, currentLanguage(), 2);
  const { status, type, student, exam, examName, scoreBefore, scoreAfter, gradeBefore, gradeAfter } = contest;
  return (
    <span className={classes.lead}>
      <Badge color={tones[status]}>{t(`contestationColumns.status_${status}`)}</Badge>
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
