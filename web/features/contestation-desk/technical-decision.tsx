import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResponseOfCall } from '#contract/call.ts';
import type { ContestEvidence, contestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { BlockerNote } from './blocker-note.tsx';
import { withReply } from './decision-draft.ts';
import { DecisionFrame, useChoiceKeys } from './decision-frame.tsx';
import classes from './desk.module.css';
import { DecisionOutcome, Outcome } from './outcome.tsx';
import {
  chosenQuestions,
  emptyTechnical,
  remediesOf,
  remedyOf,
  type TechnicalDraft,
  type TechnicalQuestion,
  technicalDecisions,
} from './technical-draft.ts';
import { useSettling } from './use-settling.ts';

type TechnicalDecisionProps = {
  readonly contest: Contest;
  readonly questions: readonly ContestEvidence[];
  readonly others: ResponseOfCall<typeof contestEvidence>['otherQuestions'];
  readonly savedDraft: TechnicalDraft | undefined;
  readonly onDraft: (draft: TechnicalDraft) => void;
  readonly onNext: (() => void) | undefined;
};

/** Accepts or rejects a technical complaint; if accepted, late answers count or questions get full points. */
export function TechnicalDecision(props: TechnicalDecisionProps) {
  const { t } = useTranslation();
  const { contest, questions, onNext } = props;
  const decided = contest.questions.filter(({ accepted }) => accepted !== null);
  const blocker = questions.find(({ index }) => index === 0)?.hindrance ?? null;
  if (decided.length > 0)
    return (
      <DecisionFrame>
        {decided.map((question) => (
          <div key={question.examQuestionId}>
            {question.index > 0 && (
              <p className={classes.label}>{t('examResult.question', { index: question.index })}</p>
            )}
            <Outcome question={question} />
          </div>
        ))}
        <DecisionOutcome contest={contest} onNext={onNext} />
      </DecisionFrame>
    );
  if (blocker !== null)
    return (
      <DecisionFrame>
        <BlockerNote contest={contest} hindrance={blocker} />
      </DecisionFrame>
    );
  return <Form {...props} />;
}

type IndexedQuestion = TechnicalQuestion & { readonly index: number };

function Form({ contest, questions, others, savedDraft, onDraft }: TechnicalDecisionProps) {
  const { t } = useTranslation();
  const draft = savedDraft ?? emptyTechnical;
  const change = (changed: Partial<TechnicalDraft>) => onDraft({ ...draft, ...changed });
  const listed = questions
    .filter(({ index }) => index !== 0)
    .map(
      ({ examQuestionId, index, late }): IndexedQuestion => ({
        examQuestionId,
        index,
        late,
        isNamed: contest.questions.some((one) => one.examQuestionId === examQuestionId),
      }),
    );
  const further = others.map((one): IndexedQuestion => ({ ...one, late: [], isNamed: false }));
  const concerned = chosenQuestions(draft, listed, further);
  const unchosen = further.filter((one) => !concerned.includes(one));
  const decisions = technicalDecisions(draft, concerned);
  const settling = useSettling(contest.id, decisions);
  useChoiceKeys((choice) => change({ choice }));
  const send = () => {
    const sent = decisions?.map((decision) =>
      decision.examQuestionId === 0 ? withReply(decision, draft.reply) : decision,
    );
    if (sent) void settling.settle(sent, () => onDraft(emptyTechnical));
  };
  return (
    <DecisionFrame
      choice={draft.choice}
      onChoice={(choice) => change({ choice })}
      reply={draft.reply}
      onReply={(reply) => change({ reply })}
      settling={settling}
      missing={undefined}
      onSend={send}
    >
      {draft.choice === 'accept' &&
        concerned.map((question) => (
          <Select
            key={question.examQuestionId}
            label={t('contestationDesk.remedyFor', { index: question.index })}
            allowDeselect={false}
            value={remedyOf(draft, question)}
            data={remediesOf(question).map((one) => ({
              value: one,
              label: t(`contestationDesk.remedy_${one}`),
            }))}
            onChange={(value) => {
              const remedy = remediesOf(question).find((one) => one === value);
              if (remedy) change({ remedies: { ...draft.remedies, [question.examQuestionId]: remedy } });
            }}
          />
        ))}
      {draft.choice === 'accept' && unchosen.length > 0 && (
        <Select
          // Empty again after each choice.
          key={concerned.length}
          label={t('contestationDesk.otherQuestion')}
          placeholder={t('contestationDesk.chooseQuestion')}
          searchable
          value={null}
          data={unchosen.map(({ examQuestionId, index }) => ({
            value: String(examQuestionId),
            label: t('contestationDesk.remedyFor', { index }),
          }))}
          onChange={(value) => {
            if (value !== null) change({ remedies: { ...draft.remedies, [Number(value)]: 'fullPoints' } });
          }}
        />
      )}
    </DecisionFrame>
  );
}
