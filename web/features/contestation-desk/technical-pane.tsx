import { useTranslation } from 'react-i18next';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { QuestionResult } from '#web/ui/question-result/question-result.tsx';
import classes from './desk.module.css';
import { Complaint } from './question-pane.tsx';

type TechnicalPaneProps = { readonly contest: Contest; readonly questions: readonly ContestEvidence[] };

/** A technical complaint in the student's words, and the questions it concerns. */
export function TechnicalPane({ contest, questions }: TechnicalPaneProps) {
  const { t } = useTranslation();
  const concerned = questions.filter(({ index }) => index !== 0);
  return (
    <section className={classes.pane} aria-label={t('contestationDesk.step_question')}>
      <Complaint reason={null} comment={contest.comment} />
      {concerned.map(({ examQuestionId, index, scored }) => {
        const contested = contest.questions.find((one) => one.examQuestionId === examQuestionId);
        return (
          <details key={examQuestionId} className={classes.details}>
            <summary>
              {t(contested ? 'contestationDesk.namedQuestion' : 'contestationDesk.lateQuestion', { index })}
            </summary>
            <Complaint reason={contested?.reason ?? null} comment={contested?.comment ?? null} />
            {scored && <QuestionResult scored={scored} forStaff />}
          </details>
        );
      })}
      {concerned.length === 0 && <p className={classes.note}>{t('contestationDesk.noQuestionsConcerned')}</p>}
    </section>
  );
}
