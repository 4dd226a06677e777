import { Checkbox, Radio, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { BlockerNote } from './blocker-note.tsx';
import {
  changedDraft,
  correctIn,
  type Decidable,
  type DecisionDraft,
  type DraftChange,
  decisionOf,
  emptyDraft,
  missingOf,
  reachesFor,
  settlesOf,
  withReply,
} from './decision-draft.ts';
import { DecisionFrame, useChoiceKeys } from './decision-frame.tsx';
import classes from './desk.module.css';
import { DecisionOutcome, Outcome } from './outcome.tsx';
import { useSettling } from './use-settling.ts';

type PartProps = {
  readonly draft: DecisionDraft;
  readonly question: Decidable;
  readonly onChange: (change: DraftChange) => void;
};

/** The answers to remove, or those that are correct. */
function Answers({ draft, question, onChange }: PartProps) {
  const { t } = useTranslation();
  const isKey = draft.settle === 'changeKey';
  const ticked = isKey ? correctIn(draft, question) : draft.removed;
  return (
    <fieldset className={classes.fieldset}>
      <legend>{t(isKey ? 'contestationDesk.correctAnswers' : 'contestationDesk.removedAnswers')}</legend>
      {(question.scored?.answerExams ?? []).map(({ id, answer }, index) => (
        <Checkbox
          key={id}
          checked={ticked.includes(id)}
          onChange={() => onChange({ toggled: id })}
          label={
            <>
              <strong>{letterOf(index)}</strong> {plainTextOf(answer.description)}
            </>
          }
        />
      ))}
    </fieldset>
  );
}

/** How an accepted question is settled, and for whom. */
function Settlement({ draft, question, onChange }: PartProps) {
  const { t } = useTranslation();
  const reaches = reachesFor(question, draft.settle);
  return (
    <>
      <Radio.Group
        label={t('contestationDesk.settle')}
        value={draft.settle}
        onChange={(value) => {
          const settle = settlesOf(question).find((one) => one === value);
          if (settle) onChange({ settle });
        }}
      >
        <div className={classes.ways}>
          {settlesOf(question).map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`contestationDesk.settle_${one}`)}
              description={t(`contestationDesk.settleHint_${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {(draft.settle === 'removeAnswer' || draft.settle === 'changeKey') && (
        <Answers draft={draft} question={question} onChange={onChange} />
      )}
      {reaches.length > 1 && (
        <div>
          <p className={classes.label} id="desk-reach">
            {t('contestationDesk.reach')}
          </p>
          <SegmentedControl
            className={classes.wide}
            aria-labelledby="desk-reach"
            value={draft.reach}
            onChange={(reach) => onChange({ reach })}
            data={reaches.map((one) => ({ value: one, label: t(`contestationDesk.reach_${one}`) }))}
          />
        </div>
      )}
    </>
  );
}

/** The other appeals that are decided the same way; those that came while this one is open are marked. */
function SimilarContests({
  draft,
  question,
  version,
  onChange,
}: PartProps & { readonly version: number | undefined }) {
  const { t } = useTranslation();
  const [known] = useState(question.alike);
  return (
    <div className={classes.together}>
      <Checkbox
        checked={draft.together}
        onChange={(event) => onChange({ together: event.currentTarget.checked })}
        label={t('contestationDesk.together', { count: question.alike.length })}
      />
      <ul className={classes.groupAppeals}>
        {question.alike.map((id) => (
          <li key={id}>
            <ScreenLink href={addressOf('ResolveContest', { examContestId: id, version })}>
              {t('contestation.viewTitle', { id })}
              {!known.includes(id) && ` · ${t('contestationDesk.togetherNew')}`}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

type QuestionDecisionProps = {
  readonly contest: Contest;
  readonly question: ContestEvidence;
  readonly fromTemplate: boolean;
  readonly savedDraft: DecisionDraft | undefined;
  readonly onDraft: (draft: DecisionDraft) => void;
  readonly onNext: (() => void) | undefined;
};

/** Accepts or rejects one question with a reply; the impact is shown before anything is written (CONT-4). */
export function QuestionDecision(props: QuestionDecisionProps) {
  const { contest, question, onNext } = props;
  const contested = contest.questions.find(
    ({ examQuestionId }) => examQuestionId === question.examQuestionId,
  );
  if (contested && contested.accepted !== null)
    return (
      <DecisionFrame>
        <Outcome question={contested} />
        <DecisionOutcome contest={contest} onNext={onNext} />
      </DecisionFrame>
    );
  if (question.hindrance !== null)
    return (
      <DecisionFrame>
        <BlockerNote contest={contest} hindrance={question.hindrance} />
      </DecisionFrame>
    );
  return <Form {...props} />;
}

function Form({ contest, question, fromTemplate, savedDraft, onDraft }: QuestionDecisionProps) {
  const { t } = useTranslation();
  const decidable: Decidable = {
    ...question,
    type: contest.type,
    fromTemplate,
    alike: question.together,
  };
  const draft = savedDraft ?? emptyDraft(decidable);
  const change = (changed: DraftChange) => onDraft(changedDraft(draft, changed, decidable));
  const decision = decisionOf(draft, decidable);
  const settling = useSettling(contest.id, decision && [decision]);
  const missing = missingOf(draft, decidable);
  useChoiceKeys((choice) => change({ choice }));
  return (
    <DecisionFrame
      choice={draft.choice}
      onChoice={(choice) => change({ choice })}
      reply={draft.reply}
      onReply={(reply) => change({ reply })}
      isCase={contest.type === 'case'}
      settling={settling}
      missing={missing && missing !== 'choice' ? t(`contestationDesk.missing_${missing}`) : undefined}
      onSend={() => {
        if (decision)
          void settling.settle([withReply(decision, draft.reply)], () => onDraft(emptyDraft(decidable)));
      }}
    >
      {draft.choice === 'accept' && <Settlement draft={draft} question={decidable} onChange={change} />}
      {draft.choice !== undefined && decidable.alike.length > 0 && (
        <SimilarContests
          draft={draft}
          question={decidable}
          version={question.bank?.versionId}
          onChange={change}
        />
      )}
    </DecisionFrame>
  );
}
