import { Alert, Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperEntry } from '#contract/paper-entries.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import type { Reading } from '#domain/exam-taking/paper-entries.ts';
import { sittingOfCode } from '#domain/print/paper-code.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Page } from '#web/ui/page.tsx';
import { PaperDiscard } from './paper-discard.tsx';
import { PaperSheet } from './paper-sheet.tsx';
import { usePaperEntry, useSittingCalls } from './result-calls.ts';
import classes from './students-exams.module.css';

function BackToList() {
  const { t } = useTranslation();
  return <BackLink href={addressOf('StudentsExams', {})}>{t('studentsExams.back')}</BackLink>;
}

/** Asks for the code printed on a paper. */
function AskForCode() {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [code, setCode] = useState('');
  const groupId = sittingOfCode(code);
  return (
    <form
      className={classes.lead}
      onSubmit={(event) => {
        event.preventDefault();
        if (groupId !== undefined) void goTo(addressOf('StudentsExams', { view: 'paper', groupId }));
      }}
    >
      <TextInput
        label={t('studentsExams.paperCode')}
        description={t('studentsExams.paperCodeHint')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoFocus
      />
      <Button type="submit" disabled={groupId === undefined}>
        {t('studentsExams.paperOpen')}
      </Button>
    </form>
  );
}

function State({ entry }: { readonly entry: PaperEntry }) {
  const { t } = useTranslation();
  const count = entry.exams.reduce((sum, { differences }) => sum + differences.length, 0);
  if (entry.isStored) return <Alert color="green">{t('studentsExams.paperStored')}</Alert>;
  if (count > 0) return <Alert color="yellow">{t('studentsExams.paperDifferences', { count })}</Alert>;
  const isOwn = entry.exams.some(({ own }) => own !== null);
  if (entry.exams.every(({ isHandedIn }) => isHandedIn)) return null;
  if (entry.refusal) return <Alert color="yellow">{textOfCode(entry.refusal)}</Alert>;
  return <Alert variant="light">{t(isOwn ? 'studentsExams.paperWaits' : 'studentsExams.paperLead')}</Alert>;
}

type EntryProps = { readonly entry: PaperEntry; readonly onDiscarded: () => void };

function Entry({ entry, onDiscarded }: EntryProps) {
  const { t } = useTranslation();
  const actor = useActor();
  const { enterPaper } = useSittingCalls();
  const { sending, refused, attempt } = useAttempt();
  const [readings, setReadings] = useState(() =>
    entry.exams.map(({ own, questions }): Reading => own ?? { ticks: questions.map(() => 0), cleared: [] }),
  );
  const [reason, setReason] = useState('');
  const needsReason = entry.refusal === 'paper.reasonNeeded';
  const mayDiscard = entry.people > 0 && may(actor, 'paper.discard');
  const isClosed = entry.isStored || (entry.refusal !== null && !needsReason);
  const isOpen = !isClosed && entry.exams.some(({ isHandedIn }) => !isHandedIn);
  const send = () =>
    attempt(() =>
      enterPaper(entry.groupId, {
        exams: entry.exams.flatMap(({ examId, isHandedIn }, at) => {
          const { ticks = [], cleared = [] } = readings[at] ?? {};
          return isHandedIn ? [] : [{ examId, ticks: [...ticks], cleared: [...cleared] }];
        }),
        ...(needsReason && { reason }),
      }),
    );
  return (
    <div className={classes.sitting}>
      <State entry={entry} />
      <RefusalAlert refused={refused} />
      {entry.exams.map((exam, at) => (
        <section key={exam.examId} className={classes.exam} aria-label={exam.name}>
          <h2 className={classes.heading}>{exam.name}</h2>
          {exam.isHandedIn ? (
            <p>{textOfCode('paper.handedIn')}</p>
          ) : (
            <PaperSheet
              exam={exam}
              reading={readings[at] ?? { ticks: [], cleared: [] }}
              isClosed={isClosed}
              onRead={(reading) =>
                setReadings((before) => before.map((old, index) => (index === at ? reading : old)))
              }
            />
          )}
        </section>
      ))}
      {isOpen && needsReason && (
        <TextInput
          label={t('studentsExams.reason')}
          required
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {mayDiscard && entry.discardRefusal !== null && (
        <p>
          {t('studentsExams.paperDiscardNot')} {textOfCode(entry.discardRefusal)}
        </p>
      )}
      <DescriptionParts>
        {isOpen && (
          <Button
            loading={sending}
            disabled={needsReason && reason.trim() === ''}
            onClick={() => void send()}
          >
            {t('studentsExams.paperSend')}
          </Button>
        )}
        {mayDiscard && entry.discardRefusal === null && (
          <PaperDiscard groupId={entry.groupId} isLate={needsReason} onDiscarded={onDiscarded} />
        )}
      </DescriptionParts>
    </div>
  );
}

function PaperOf({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const entry = usePaperEntry(groupId);
  /** How often the entries were discarded here; the sheet then starts empty. */
  const [round, setRound] = useState(0);
  const { data } = entry;
  return (
    <Page
      title={data ? `${data.studentName}` : t('studentsExams.paper')}
      description={
        <DescriptionParts>
          <BackToList />
          {data && <span>{[data.examName, data.numarMatricol].filter(Boolean).join(', ')}</span>}
        </DescriptionParts>
      }
    >
      {data ? (
        <Entry key={round} entry={data} onDiscarded={() => setRound((before) => before + 1)} />
      ) : entry.isError ? (
        <ErrorPanel onRetry={() => void entry.refetch()}>{textsOfError(entry.error).join(' ')}</ErrorPanel>
      ) : (
        <Skeleton height="16rem" role="status" aria-label={t('common.loading')} />
      )}
    </Page>
  );
}

/** The answers of a paper, entered by two people independently (PRINT-1). */
export function PaperPage({ groupId }: { readonly groupId: number | undefined }) {
  const { t } = useTranslation();
  if (groupId !== undefined) return <PaperOf groupId={groupId} />;
  return (
    <Page title={t('studentsExams.paper')} description={<BackToList />}>
      <AskForCode />
    </Page>
  );
}
