import { useTranslation } from 'react-i18next';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest, ContestedQuestion } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDate } from '#web/base/format.ts';
import { CheckIcon, ClockIcon, CloseIcon } from '#web/ui/icons.tsx';
import { QuestionResult } from '#web/ui/question-result/question-result.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { VersionChanges } from '#web/ui/version-changes.tsx';
import classes from './desk.module.css';

const stateOf = ({ accepted }: Pick<ContestedQuestion, 'accepted'>) =>
  accepted === null ? 'waiting' : accepted ? 'accepted' : 'rejected';
const icons = { waiting: ClockIcon, accepted: CheckIcon, rejected: CloseIcon } as const;

type QuestionPaneProps = {
  readonly contest: Contest;
  readonly questions: readonly ContestEvidence[];
  readonly chosen: ContestEvidence | undefined;
};

/** The contested questions of this contestation, each with its status. */
function Siblings({ contest, questions, chosen }: QuestionPaneProps) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('contestationDesk.siblings')}>
      <ul className={classes.siblings}>
        {questions.map((question) => {
          const contested = contest.questions.find(
            ({ examQuestionId }) => examQuestionId === question.examQuestionId,
          );
          const state = stateOf(contested ?? { accepted: null });
          const Icon = icons[state];
          return (
            <li key={question.examQuestionId}>
              <ScreenLink
                className={classes.sibling}
                data-state={state}
                aria-current={question === chosen ? 'page' : undefined}
                href={addressOf('ResolveContest', {
                  examContestId: contest.id,
                  version: question.bank?.versionId,
                })}
              >
                <Icon size={14} />
                {t('contestationDesk.siblingState', {
                  index: question.index,
                  state: t(`contestationDesk.state_${state}`),
                })}
              </ScreenLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The reason given by the student, or by the holder who opened the case. */
export function Complaint({ reason, comment }: Pick<ContestedQuestion, 'reason' | 'comment'>) {
  const { t } = useTranslation();
  if (reason === null && comment === null) return null;
  return (
    <figure className={classes.complaint}>
      {reason !== null && <figcaption>{t(`contestation.reason_${reason}`)}</figcaption>}
      {comment !== null && <blockquote>{comment}</blockquote>}
    </figure>
  );
}

/** What happened to the question in the bank since it was served. */
export function BankSince({ bank }: { readonly bank: NonNullable<ContestEvidence['bank']> }) {
  const { t } = useTranslation();
  const { served, current, removed } = bank;
  return (
    <section className={`${classes.section} ${classes.divided}`}>
      <h3 className={classes.heading}>{t('contestationDesk.bank')}</h3>
      <p className={classes.note}>
        {current
          ? t('contestationDesk.bankChanged', {
              served: served.number,
              current: current.number,
              day: formatDate(current.writtenAt),
              by: current.writtenBy ?? '-',
            })
          : t('contestationDesk.bankSame', { served: served.number, day: formatDate(served.writtenAt) })}
        {removed && ` ${t('contestationDesk.bankRemoved')}`}
      </p>
      {current && <VersionChanges before={served} after={current} />}
    </section>
  );
}

/** The question as served with this student's ticks and the key, and what changed in the bank since. */
export function QuestionPane({ contest, questions, chosen }: QuestionPaneProps) {
  const { t } = useTranslation();
  const contested = contest.questions.find(({ examQuestionId }) => examQuestionId === chosen?.examQuestionId);
  return (
    <section className={classes.pane} aria-label={t('contestationDesk.step_question')}>
      {questions.length > 1 && <Siblings contest={contest} questions={questions} chosen={chosen} />}
      <Complaint
        reason={contested?.reason ?? null}
        comment={contest.type === 'case' ? contest.comment : (contested?.comment ?? null)}
      />
      {chosen?.scored && <QuestionResult scored={chosen.scored} forStaff keyOnly={contest.type === 'case'} />}
      {chosen?.bank && <BankSince bank={chosen.bank} />}
    </section>
  );
}
