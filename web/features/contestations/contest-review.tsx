import { Alert, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filing } from '#contract/contestation-filing.ts';
import { RefusalAlert } from '#web/ui/attempt.tsx';
import classes from './contest.module.css';
import type { ContestDraft } from './contest-draft.ts';
import { FactsPanel } from './facts-panel.tsx';
import { ServedQuestionView } from './served-question.tsx';

type ContestReviewProps = {
  readonly draft: ContestDraft;
  readonly filing: Filing;
  readonly sending: boolean;
  readonly refused: unknown;
  readonly onBack: () => void;
  readonly onSend: () => void;
};

/** The review before a contestation is sent. */
export function ContestReview({ draft, filing, sending, refused, onBack, onSend }: ContestReviewProps) {
  const { t } = useTranslation();
  const chosen = filing.questions.filter(({ id }) => id in draft.questions);
  return (
    <section className={classes.form} aria-label={t('contestation.review')}>
      <Alert variant="light" color="gold" title={t('contestation.review')}>
        {t('contestation.reviewLead')}
      </Alert>
      {draft.type === 'question' ? (
        <ol className={classes.list}>
          {chosen.map((question) => {
            const own = draft.questions[question.id];
            return (
              <li key={question.id}>
                <ServedQuestionView served={question}>
                  <div className={classes.fields}>
                    <strong>{own?.reason && t(`contestation.reason_${own.reason}`)}</strong>
                    {own?.comment && <p className={classes.reply}>{own.comment.trim()}</p>}
                  </div>
                </ServedQuestionView>
              </li>
            );
          })}
        </ol>
      ) : (
        <>
          <div className={classes.panel}>
            <h2>{t('contestation.happened')}</h2>
            <p className={classes.reply}>{draft.comment.trim()}</p>
          </div>
          {filing.facts && <FactsPanel facts={filing.facts} />}
        </>
      )}
      <RefusalAlert refused={refused} />
      <div className={classes.bar}>
        <Button variant="default" disabled={sending} onClick={onBack}>
          {t('contestation.back')}
        </Button>
        <Button loading={sending} onClick={onSend}>
          {t('contestation.send')}
        </Button>
      </div>
    </section>
  );
}
