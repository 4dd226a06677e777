import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ApiError } from '#web/base/api-error.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './exam-result.module.css';
import { useScores } from './result-calls.ts';

type SittingListProps = { readonly examIds: readonly number[]; readonly currentId: number };

/** The exams of a sitting with their grades, in order; each links to its result (EXAM-16). */
export function SittingList({ examIds, currentId }: SittingListProps) {
  const { t } = useTranslation();
  const scores = useScores(examIds);
  return (
    <nav className={classes.sitting} aria-label={t('examResult.sitting')}>
      <ol className={classes.exams}>
        {examIds.map((examId, index) => {
          const exam = scores[index]?.data?.exam;
          const error = scores[index]?.error;
          const isRunning = error instanceof ApiError && error.code === 'exam.notFinished';
          return (
            <li key={examId}>
              <ScreenLink
                href={addressOf('ExamResult', { examId })}
                replace
                className={classes.exam}
                aria-current={examId === currentId ? 'page' : undefined}
              >
                <span className={classes.examPlace}>{index + 1}</span>
                <span className={classes.examName}>{exam?.name ?? t('examResult.exam')}</span>
                <span className={classes.examGrade}>
                  {exam?.grade != null && formatNumber(exam.grade, currentLanguage(), 2)}
                  {isRunning && t('examResult.notFinished')}
                </span>
              </ScreenLink>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
