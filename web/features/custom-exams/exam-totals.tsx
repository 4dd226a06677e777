import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shownCount } from '#web/base/distinct-exams.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { WarningIcon } from '#web/ui/icons.tsx';
import classes from './custom-exams.module.css';
import { type ExamForm, sumsOf } from './exam-form.ts';

type ExamTotalsProps = {
  readonly form: ExamForm;
  /** How many different exams can be drawn; undefined while one cannot be. */
  readonly different: bigint | undefined;
  /** What prevents saving, limited to the problems to show now. */
  readonly problem: string | undefined;
  readonly isChanged: boolean;
  readonly isNew: boolean;
  readonly saving: boolean;
  readonly onSample: () => void;
  readonly canSample: boolean;
};

/** A sticky bar with the totals, the first problem, the sample button and the save button. */
export function ExamTotals(props: ExamTotalsProps) {
  const { form, different, problem, isChanged, isNew, saving, onSample, canSample } = props;
  const { t } = useTranslation();
  const { questions, credits } = sumsOf(form);
  const minutes = form.examDuration || 0;
  const seconds = questions > 0 && minutes > 0 ? Math.round((minutes * 60) / questions) : undefined;
  return (
    <section
      className={classes.totals}
      aria-label={t('customExams.totals')}
      data-wrong={problem !== undefined || undefined}
    >
      <div className={classes.totalsFigures}>
        <span>
          <strong>{questions}</strong> {t('customExams.totalQuestions')}
        </span>
        <span>
          <strong>{credits}</strong> {t('customExams.totalCredits')}
        </span>
        <span>
          <strong>{minutes || '-'}</strong> {t('customExams.totalMinutes')}
        </span>
        {different !== undefined && (
          <span>
            <strong>{shownCount(String(different), currentLanguage())}</strong>{' '}
            {t('customExams.differentExams')}
          </span>
        )}
        {seconds !== undefined && (
          <span className={classes.quiet}>{t('customExams.perQuestion', { seconds })}</span>
        )}
      </div>
      <div className={classes.totalsState} role="status">
        {problem !== undefined ? (
          <span className={classes.reason}>
            <WarningIcon size={16} />
            {problem}
          </span>
        ) : (
          isChanged && <span className={classes.quiet}>{t('customExams.unsaved')}</span>
        )}
      </div>
      <div className={classes.totalsActions}>
        <Button variant="default" disabled={!canSample} onClick={onSample}>
          {t('customExams.sample')}
        </Button>
        <Button type="submit" loading={saving} disabled={!isChanged}>
          {t(isNew ? 'customExams.create' : 'customExams.save')}
        </Button>
      </div>
    </section>
  );
}
