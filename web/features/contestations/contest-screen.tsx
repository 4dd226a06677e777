import { figure } from '#web/sittings/figure.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import './contest-styles.ts';
import { Badge, Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Contest, ContestedQuestion } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { StatusBadge } from '#web/sittings/contest-status.tsx';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import classes from './contest.module.css';
import { useContest } from './contest-calls.ts';
import { FactsPanel } from './facts-panel.tsx';
import { ServedQuestionView } from './served-question.tsx';

const decisionOf = ({ accepted }: ContestedQuestion) =>
  accepted === null ? 'waiting' : accepted ? 'accepted' : 'rejected';
const decisionColors = { waiting: 'gray', accepted: 'brand', rejected: 'red' } as const;

function Decision({ question }: { readonly question: ContestedQuestion }) {
  const { t } = useTranslation();
  const decision = decisionOf(question);
  return <Badge color={decisionColors[decision]}>{t(`contestation.decision_${decision}`)}</Badge>;
}

/** Why a question was contested, and the decision. */
function Words({ question }: { readonly question: ContestedQuestion }) {
  const { t } = useTranslation();
  const { reason, comment, settle, reply } = question;
  return (
    <div className={classes.fields}>
      {reason && <strong>{t(`contestation.reason_${reason}`)}</strong>}
      {comment && <p className={classes.reply}>{comment}</p>}
      {settle && <p className={classes.reply}>{t(`contestation.settle_${settle}`)}</p>}
      {reply && (
        <div>
          <span className={classes.partOf}>{t('contestation.reply')}</span>
          <p className={classes.reply}>{reply}</p>
        </div>
      )}
    </div>
  );
}

function Question({ question }: { readonly question: ContestedQuestion }) {
  const { t } = useTranslation();
  if (question.served)
    return (
      <ServedQuestionView served={question.served} aside={<Decision question={question} />}>
        <Words question={question} />
      </ServedQuestionView>
    );
  return (
    <article className={classes.question} aria-label={t('contestation.wholeComplaint')}>
      <header className={classes.head}>
        <h2 className={classes.number}>{t('contestation.wholeComplaint')}</h2>
        <Decision question={question} />
      </header>
      {question.reply && <Words question={question} />}
    </article>
  );
}

function Loaded({ contest }: { readonly contest: Contest }) {
  const { t } = useTranslation();
  const actor = useActor();
  const { id, exam, examName, questions, comment, facts } = contest;
  const addresses = useImageAddresses(imagesOfPaper(questions.flatMap(({ served }) => served ?? [])));
  const figures = [
    [t('contestationColumns.scoreBefore'), figure(contest.scoreBefore)],
    [t('contestationColumns.scoreAfter'), figure(contest.scoreAfter)],
    [t('contestation.gradeBefore'), figure(contest.gradeBefore)],
    [t('contestation.gradeAfter'), figure(contest.gradeAfter)],
  ] as const;
  return (
    <Page
      title={t('contestation.viewTitle', { id })}
      description={
        <DescriptionParts>
          <BackLink href={addressOf('Contestations')}>{t('contestation.toList')}</BackLink>
          <span>
            {[examName, exam?.name === examName ? undefined : exam?.name].filter(Boolean).join(', ')}
          </span>
          <span>{t('contestation.filed', { moment: formatDateTime(contest.filedAt) })}</span>
        </DescriptionParts>
      }
      actions={
        <>
          {contest.isOwn && exam && (
            <Button
              component={ScreenLink}
              variant="default"
              href={addressOf('ExamResult', { examId: exam.id })}
            >
              {t('contestation.seeResult')}
            </Button>
          )}
          {!contest.isOwn && may(actor, 'contestation.resolve') && (
            <>
              <Button
                component={ScreenLink}
                variant="default"
                href={addressOf('ResolveContest', { examContestId: id, print: 'true' })}
              >
                {t('contestation.pack')}
              </Button>
              <Button component={ScreenLink} href={addressOf('ResolveContest', { examContestId: id })}>
                {t('contestation.resolve')}
              </Button>
            </>
          )}
        </>
      }
    >
      <ImageAddressProvider value={addresses}>
        <div className={classes.contest}>
          <section className={classes.panel} aria-label={t('contestationColumns.status')}>
            <div className={classes.head}>
              <StatusBadge status={contest.status} />
              <span className={classes.quiet} style={{ margin: 0 }}>
                {t('contestation.readOnly')}
              </span>
            </div>
            {exam && <FactList facts={figures} className={classes.facts} />}
          </section>
          {comment && (
            <section className={classes.panel}>
              <h2>{t(`contestationColumns.type_${contest.type}`)}</h2>
              <p className={classes.reply}>{comment}</p>
            </section>
          )}
          {facts && <FactsPanel facts={facts} />}
          <ol className={classes.list}>
            {questions.map((question) => (
              <li key={question.examQuestionId}>
                <Question question={question} />
              </li>
            ))}
          </ol>
        </div>
      </ImageAddressProvider>
    </Page>
  );
}

/** A contestation after it was submitted: read-only, with its status and the outcome per question (NAV-7). */
export function Screen() {
  const { t } = useTranslation();
  const id = Number(useScreenAddress('ExamContest').params.examContestId);
  const contest = useContest(id);
  if (contest.isSuccess) return <Loaded contest={contest.data} />;
  return (
    <Page title={t('screens.ExamContest')}>
      {contest.isError ? (
        <ErrorPanel onRetry={() => void contest.refetch()}>
          {textsOfError(contest.error).join(' ')}
        </ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  );
}
