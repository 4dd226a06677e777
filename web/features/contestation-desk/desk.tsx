import { Button, SegmentedControl } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResponseOfCall } from '#contract/call.ts';
import type { ContestEvidence, contestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { Page } from '#web/ui/page.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { BackLink } from './back-link.tsx';
import { ContestHead } from './contest-head.tsx';
import classes from './desk.module.css';
import { useGroups } from './desk-calls.ts';
import { DeskMenu } from './desk-menu.tsx';
import { type Draft, type Drafts, draftKey } from './drafts.ts';
import { EvidencePane } from './evidence-pane.tsx';
import { QuestionDecision } from './question-decision.tsx';
import { QuestionPane } from './question-pane.tsx';
import { DeskQueue } from './queue.tsx';
import { type Appeal, appealsOf, neighbourOf } from './queue-order.ts';
import { TechnicalDecision } from './technical-decision.tsx';
import { TechnicalFactList } from './technical-facts.tsx';
import { TechnicalPane } from './technical-pane.tsx';

export type Evidence = ResponseOfCall<typeof contestEvidence>;

const steps = ['queue', 'question', 'evidence', 'decision'] as const;
type Step = (typeof steps)[number];

const versionOf = ({ bank }: ContestEvidence) => bank?.versionId ?? 0;

/** The question named in the address, or the first one the viewer may decide, or the first. */
function chosenOf(contest: Contest, { questions }: Evidence, version: number | undefined) {
  const waits = ({ examQuestionId, hindrance }: ContestEvidence) =>
    hindrance === null &&
    contest.questions.some((one) => one.examQuestionId === examQuestionId && one.accepted === null);
  return questions.find((one) => versionOf(one) === version) ?? questions.find(waits) ?? questions[0];
}

type DeskProps = {
  readonly contest: Contest;
  readonly evidence: Evidence;
  readonly version: number | undefined;
  readonly drafts: Drafts;
  readonly onDraft: (key: string, draft: Draft) => void;
};

/** The queue on the left, question and decision in the middle, evidence on the right; one step at a time on a narrow screen. */
export function Desk({ contest, evidence, version, drafts, onDraft }: DeskProps) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });
  const [step, setStep] = useState<Step>('question');
  const [take, setTake] = useState(50);
  const groups = useGroups(take);
  const addresses = useImageAddresses(
    imagesOfPaper(evidence.questions.flatMap(({ scored }) => (scored ? [scored] : []))),
  );
  const isWhole = contest.type === 'technical' && evidence.questions.some(({ index }) => index === 0);
  const chosen = isWhole
    ? evidence.questions.find(({ index }) => index === 0)
    : chosenOf(contest, evidence, version);
  const current: Appeal = { contestId: contest.id, version: chosen ? versionOf(chosen) : 0 };
  const appeals = appealsOf(groups.data?.data ?? []);
  const open = (appeal: Appeal | undefined) => {
    if (!appeal) return;
    setStep('question');
    void goTo(
      addressOf('ResolveContest', { examContestId: appeal.contestId, version: appeal.version || undefined }),
    );
  };
  // The address keeps the question, so that a decision does not move the page to another one.
  const shown = isWhole ? undefined : chosen && versionOf(chosen);
  useEffect(() => {
    if (version === undefined && shown !== undefined)
      void goTo(addressOf('ResolveContest', { examContestId: contest.id, version: shown }), {
        replace: true,
        resetScroll: false,
      });
  }, [goTo, contest.id, version, shown]);
  const next = neighbourOf(appeals, current, 1);
  const previous = neighbourOf(appeals, current, -1);
  useHotkeys(
    [
      ['alt+N', () => open(next), { usePhysicalKeys: true }],
      ['alt+P', () => open(previous), { usePhysicalKeys: true }],
    ],
    [],
  );

  const key = draftKey(contest.id, chosen?.examQuestionId ?? 0);
  const savedDraft = drafts[key];
  const panes: Record<Step, ReactNode> = {
    queue: (
      <DeskQueue
        groups={groups}
        current={current}
        onMore={groups.data && groups.data.total > take ? () => setTake(take + 100) : undefined}
      />
    ),
    question: isWhole ? (
      <TechnicalPane contest={contest} questions={evidence.questions} />
    ) : (
      <QuestionPane contest={contest} questions={evidence.questions} chosen={chosen} />
    ),
    evidence: isWhole ? (
      <TechnicalFactList facts={evidence.facts ?? contest.facts} />
    ) : (
      chosen && (
        <EvidencePane
          question={chosen}
          type={contest.type}
          noRecording={t(`contestationDesk.recorded_${evidence.recorded}`)}
          facts={evidence.facts}
        />
      )
    ),
    decision: isWhole ? (
      <TechnicalDecision
        key={key}
        contest={contest}
        questions={evidence.questions}
        others={evidence.otherQuestions}
        savedDraft={savedDraft?.of === 'technical' ? savedDraft.draft : undefined}
        onDraft={(draft) => onDraft(key, { of: 'technical', draft })}
        onNext={next && (() => open(next))}
      />
    ) : (
      chosen && (
        <QuestionDecision
          key={key}
          contest={contest}
          question={chosen}
          fromTemplate={evidence.fromTemplate}
          savedDraft={savedDraft?.of === 'question' ? savedDraft.draft : undefined}
          onDraft={(draft) => onDraft(key, { of: 'question', draft })}
          onNext={next && (() => open(next))}
        />
      )
    ),
  };

  const afterStep = steps[steps.indexOf(step) + 1];
  return (
    <ImageAddressProvider value={addresses}>
      <Page
        title={
          contest.student
            ? `${contest.student.lastName} ${contest.student.firstName}`
            : t('contestationColumns.type_case')
        }
        description={<BackLink />}
        filters={<ContestHead contest={contest} />}
        actions={
          <DeskMenu
            contest={contest}
            onPrevious={previous && (() => open(previous))}
            onNext={next && (() => open(next))}
          />
        }
      >
        {isNarrow ? (
          <div className={classes.steps}>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-label={t('contestationDesk.steps')}
              value={step}
              onChange={setStep}
              data={steps.map((one) => ({ value: one, label: t(`contestationDesk.step_${one}`) }))}
            />
            {panes[step]}
            {afterStep && step !== 'queue' && (
              <Button variant="default" onClick={() => setStep(afterStep)}>
                {t('contestationDesk.onward', { step: t(`contestationDesk.step_${afterStep}`) })}
              </Button>
            )}
          </div>
        ) : (
          <div className={classes.desk}>
            {panes.queue}
            <div className={classes.middle}>
              {panes.question}
              {panes.decision}
            </div>
            {panes.evidence}
          </div>
        )}
      </Page>
    </ImageAddressProvider>
  );
}
