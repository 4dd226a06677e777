import { useTranslation } from 'react-i18next';
import type { ExamAppointment } from '#contract/exam-taking.ts';
import { DotIcon } from '#web/ui/icons.tsx';
import classes from './prepare-exam.module.css';

const rules = ['ruleTime', 'ruleSaved', 'ruleMove', 'ruleKeys', 'ruleCrash'] as const;

type RulesProps = Pick<ExamAppointment, 'scoringMode'> & {
  /** Undefined from a server of an older version, while a new one is being deployed. */
  readonly recordingDays: number | undefined;
};

/** What to know before the clock starts, including that the exam is recorded (REC-3). */
export function ExamRules({ scoringMode, recordingDays }: RulesProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.beside}>
      <section aria-labelledby="exam-rules">
        <h2 id="exam-rules" className={classes.heading}>
          {t('prepareExam.rules')}
        </h2>
        <ul className={classes.rules}>
          <li>
            <strong>CS</strong> {t('questions.scoring_simple')} <strong>CM</strong>{' '}
            {t(`questions.scoring_${scoringMode}`)}
          </li>
          {rules.map((rule) => (
            <li key={rule}>{t(`prepareExam.${rule}`)}</li>
          ))}
        </ul>
      </section>
      <section className={classes.recording} aria-labelledby="exam-recording">
        <h2 id="exam-recording" className={classes.heading}>
          <DotIcon size={16} />
          {t('prepareExam.recording')}
        </h2>
        {recordingDays !== undefined && <p>{t('prepareExam.recordingText', { count: recordingDays })}</p>}
      </section>
    </div>
  );
}
