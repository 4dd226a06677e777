import { Alert, Anchor, Button, Checkbox, Skeleton, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaperEntry } from '#contract/paper-entries.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { RefusalAlert, useAttempt } from '#web/ui/attempt.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { letterOf } from '#web/ui/exam-question/exam-question.tsx';
import { ChevronLeftIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import { usePaperEntry, useSittingCalls } from './result-calls.ts';
import classes from './students-exams.module.css';

function BackLink() {
  const { t } = useTranslation();
  return (
    <Anchor component={ScreenLink} className={classes.back} href={addressOf('StudentsExams', {})}>
      <ChevronLeftIcon size={16} />
      {t('studentsExams.back')}
    </Anchor>
  );
}

/** Asks for the code printed on a paper. */
function AskForCode() {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [code, setCode] = useState('');
  const groupId = /^S?([1-9]\d{0,9})$/i.exec(code.trim())?.[1];
  return (
    <form
      className={classes.lead}
      onSubmit={(event) => {
        event.preventDefault();
        if (groupId) void goTo(addressOf('StudentsExams', { view: 'paper', groupId: Number(groupId) }));
      }}
    >
      <TextInput
        label={t('studentsExams.paperCode')}
        description={t('studentsExams.paperCodeHint')}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        data-autofocus
      />
      <Button type="submit" disabled={groupId === undefined}>
        {t('studentsExams.paperOpen')}
      </Button>
    </form>
  );
}

type Exam = PaperEntry['exams'][number];
type SheetProps = {
  readonly exam: Exam;
  readonly ticks: readonly number[];
  readonly isClosed: boolean;
  readonly onTick: (question: number, ticks: number) => void;
};

/** The answer sheet of one exam: a row for each question. */
function Sheet({ exam, ticks, isClosed, onTick }: SheetProps) {
  const { t } = useTranslation();
  const differing = new Set(exam.differences);
  return (
    <Table verticalSpacing={4} aria-label={exam.name}>
      <Table.Tbody>
        {exam.questions.map(({ kind, options }, index) => {
          const number = index + 1;
          const ticked = ticks[index] ?? 0;
          return (
            <Table.Tr key={number}>
              <Table.Th scope="row">{number}</Table.Th>
              <Table.Td>
                <span className={classes.lead}>
                  {Array.from({ length: options }, (_, at) => letterOf(at)).map((letter, at) => (
                    <Checkbox
                      key={letter}
                      label={letter}
                      aria-label={t('studentsExams.paperTick', { question: number, letter })}
                      disabled={isClosed}
                      checked={(ticked & (1 << at)) !== 0}
                      onChange={({ currentTarget: { checked } }) =>
                        onTick(index, kind === 'simple' ? (checked ? 1 << at : 0) : ticked ^ (1 << at))
                      }
                    />
                  ))}
                </span>
              </Table.Td>
              <Table.Td>
                {differing.has(number) && (
                  <span className={classes.differs}>{t('studentsExams.paperDiffers')}</span>
                )}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

function State({ entry }: { readonly entry: PaperEntry }) {
  const { t } = useTranslation();
  const count = entry.exams.reduce((sum, { differences }) => sum + differences.length, 0);
  if (entry.isStored) return <Alert color="green">{t('studentsExams.paperStored')}</Alert>;
  if (count > 0) return <Alert color="yellow">{t('studentsExams.paperDifferences', { count })}</Alert>;
  const isOwn = entry.exams.some(({ own }) => own !== null);
  return <Alert variant="light">{t(isOwn ? 'studentsExams.paperWaits' : 'studentsExams.paperLead')}</Alert>;
}

function Entry({ entry }: { readonly entry: PaperEntry }) {
  const { t } = useTranslation();
  const { enterPaper } = useSittingCalls();
  const { sending, refused, attempt } = useAttempt();
  const [sheets, setSheets] = useState(() =>
    entry.exams.map(({ own, questions }) => own ?? questions.map(() => 0)),
  );
  const tick = (exam: number) => (question: number, ticks: number) =>
    setSheets((before) =>
      before.map((sheet, at) =>
        at === exam ? sheet.map((old, index) => (index === question ? ticks : old)) : sheet,
      ),
    );
  const send = () =>
    attempt(() =>
      enterPaper(
        entry.groupId,
        entry.exams.map(({ examId }, at) => ({ examId, ticks: [...(sheets[at] ?? [])] })),
      ),
    );
  return (
    <div className={classes.sitting}>
      <State entry={entry} />
      <RefusalAlert refused={refused} />
      {entry.exams.map((exam, at) => (
        <section key={exam.examId} className={classes.exam} aria-label={exam.name}>
          <h2 className={classes.heading}>{exam.name}</h2>
          <Sheet exam={exam} ticks={sheets[at] ?? []} isClosed={entry.isStored} onTick={tick(at)} />
        </section>
      ))}
      {!entry.isStored && (
        <Button loading={sending} onClick={() => void send()}>
          {t('studentsExams.paperSend')}
        </Button>
      )}
    </div>
  );
}

function PaperOf({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  const entry = usePaperEntry(groupId);
  const { data } = entry;
  return (
    <Page
      title={data ? `${data.studentName}` : t('studentsExams.paper')}
      description={
        <span className={classes.lead}>
          <BackLink />
          {data && <span>{[data.examName, data.numarMatricol].filter(Boolean).join(', ')}</span>}
        </span>
      }
    >
      {data ? (
        <Entry entry={data} />
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
    <Page title={t('studentsExams.paper')} description={<BackLink />}>
      <AskForCode />
    </Page>
  );
}
