import { Alert, Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { EvidenceContent, EvidencePack } from '#contract/evidence-pack.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { useImageAddresses } from '#web/api/image-links.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useImpactWords } from '#web/sittings/impact-view.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { DownloadIcon, PrintIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { imagesOfPaper } from '#web/ui/question-result/paper-images.ts';
import { QuestionResult } from '#web/ui/question-result/question-result.tsx';
import { ImageAddressProvider } from '#web/ui/signed-image.tsx';
import { BackLink } from './back-link.tsx';
import { ContestHead } from './contest-head.tsx';
import classes from './desk.module.css';
import { useEvidencePack } from './desk-calls.ts';
import { EvidenceSections, Section } from './evidence-pane.tsx';
import { Outcome } from './outcome.tsx';
import { BankSince, Complaint } from './question-pane.tsx';
import { shownIndexOf } from './shown-letters.ts';
import { TechnicalFactList } from './technical-facts.tsx';

type Question = EvidenceContent['questions'][number];
type Settlement = EvidenceContent['settlements'][number];

function saveAsFile(pack: EvidencePack): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(pack, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = `evidence-${pack.content.contest.id}.json`;
  link.click();
  URL.revokeObjectURL(address);
}

type QuestionPartProps = { readonly content: EvidenceContent; readonly question: Question };

/** One question: complaint, as served with ticks and key, evidence, and the decision. */
function QuestionPart({ content: { contest, recorded, madeBy }, question }: QuestionPartProps) {
  const { t } = useTranslation();
  const { index, scored, bank, recording, examQuestionId } = question;
  const contested = contest.questions.find((one) => one.examQuestionId === examQuestionId);
  const title = index === 0 ? t('contestationDesk.packWhole') : t('contestationDesk.packQuestion', { index });
  return (
    <article className={classes.documentPart} aria-label={title}>
      <h2 className={classes.documentHeading}>{title}</h2>
      <Complaint reason={contested?.reason ?? null} comment={contested?.comment ?? null} />
      {scored && <QuestionResult scored={scored} forStaff keyOnly={contest.type === 'case'} />}
      {bank && <BankSince bank={bank} />}
      {index !== 0 && (
        <EvidenceSections
          question={question}
          type={contest.type}
          noRecording={t(`contestationDesk.packRecorded_${recorded}`, { by: madeBy })}
        />
      )}
      {recording && (
        <p className={classes.note}>
          {t('contestationDesk.packRecording', {
            fileName: recording.fileName,
            at: formatDateTime(recording.at),
          })}
        </p>
      )}
      {contested && contested.accepted !== null ? (
        <Outcome question={contested} />
      ) : (
        <p className={classes.note}>{t('contestationDesk.packUndecided')}</p>
      )}
    </article>
  );
}

type SettlementLineProps = { readonly settlement: Settlement; readonly question: Question | undefined };

/** A settlement: its content, author, time and impact, and who withdrew it. */
function SettlementLine({ settlement, question }: SettlementLineProps) {
  const { t } = useTranslation();
  const impactWords = useImpactWords();
  const { kind, reach, answers, wrong, letters, late, scoringMode, reason, impact } = settlement;
  const { madeAt, madeBy, withdrawnAt, withdrawnBy } = settlement;
  const index = question?.index ?? settlement.index;
  const letter = (bankIndex: number) => {
    const shownIndex = question && shownIndexOf(question, bankIndex);
    return shownIndex === undefined
      ? (question?.bank?.served.answers[bankIndex]?.text ?? '-')
      : letterOf(shownIndex);
  };
  const concerned = question && answers ? answers.map(letter) : (letters ?? late)?.split('');
  return (
    <li className={classes.settlement}>
      <strong>
        {[
          ...(index === null ? [] : [t('contestationDesk.packQuestion', { index })]),
          t(`contestationDesk.settle_${kind}`),
          t(`contestationDesk.reach_${reach}`),
        ].join(' · ')}
      </strong>
      {scoringMode !== null && <p className={classes.line}>{t(`examResult.scoring_${scoringMode}`)}</p>}
      {concerned && (
        <p className={classes.line}>
          {t('contestationDesk.packAnswers', { answers: concerned.join(', ') || t('studentsExams.nothing') })}
        </p>
      )}
      {wrong !== null && wrong.length > 0 && (
        <p className={classes.line}>
          {t('contestationDesk.packWrong', { answers: wrong.map(letter).join(', ') })}
        </p>
      )}
      {reason !== null && <p className={classes.reply}>{reason}</p>}
      <p className={classes.line}>
        {impactWords({
          changed: impact.changed,
          nowPassing: impact.newlyPassed,
          nowFailing: impact.newlyFailed,
        })}
      </p>
      <p className={classes.note}>
        {t('contestationDesk.decidedBy', { by: madeBy, at: formatDateTime(madeAt) })}
      </p>
      {withdrawnAt !== null && (
        <p className={classes.line}>
          {t('contestationDesk.packWithdrawn', { by: withdrawnBy ?? '-', at: formatDateTime(withdrawnAt) })}
        </p>
      )}
    </li>
  );
}

function Seal({ pack: { content, sha256 } }: { readonly pack: EvidencePack }) {
  const { t } = useTranslation();
  const { chain } = content;
  return (
    <Section isLandmark title={t('contestationDesk.packSeal')}>
      {chain && (
        <p className={classes.line}>
          {t('contestationDesk.packChain', { exam: chain.examId, number: chain.number })}{' '}
          <span className={classes.seal}>{chain.hash ?? '-'}</span>
        </p>
      )}
      <p className={classes.line}>
        {t('contestationDesk.packHash')} <span className={classes.seal}>{sha256}</span>
      </p>
      <p className={classes.note}>{t('contestationDesk.packVerify')}</p>
    </Section>
  );
}

function Document({ pack }: { readonly pack: EvidencePack }) {
  const { t } = useTranslation();
  const { content } = pack;
  const { contest, questions, settlements, chain, facts } = content;
  const { student } = contest;
  const addresses = useImageAddresses(
    imagesOfPaper(questions.flatMap(({ scored }) => (scored ? [scored] : []))),
  );
  return (
    <ImageAddressProvider value={addresses}>
      <Page
        title={[
          t('contestationDesk.packTitle', { id: contest.id }),
          ...(student ? [`${student.lastName} ${student.firstName}`] : []),
        ].join(', ')}
        description={
          <span className={classes.lead}>
            <span data-print="hidden">
              <BackLink />
            </span>
            <span>
              {t('contestationDesk.packMade', {
                institution: content.institution,
                at: formatDateTime(content.madeAt),
                by: content.madeBy,
              })}
            </span>
          </span>
        }
        filters={<ContestHead contest={contest} />}
        actions={
          <span className={classes.buttons} data-print="hidden">
            <Button
              variant="default"
              leftSection={<DownloadIcon size={16} />}
              onClick={() => saveAsFile(pack)}
            >
              {t('contestationDesk.packSave')}
            </Button>
            <Button leftSection={<PrintIcon size={16} />} onClick={() => window.print()}>
              {t('contestationDesk.packPrint')}
            </Button>
          </span>
        }
      >
        <div className={classes.document}>
          {chain && chain.unsealed > 0 && (
            <Alert color="yellow" variant="light">
              {t('contestationDesk.packUnsealed', { count: chain.unsealed })}
            </Alert>
          )}
          <Complaint reason={null} comment={contest.comment} />
          {questions.map((question) => (
            <QuestionPart key={question.examQuestionId} content={content} question={question} />
          ))}
          <Section isLandmark title={t('contestationDesk.packSettlements')}>
            {settlements.length === 0 ? (
              <p className={classes.note}>{t('contestationDesk.packNoSettlements')}</p>
            ) : (
              <ul className={classes.facts}>
                {settlements.map((settlement) => (
                  <SettlementLine
                    key={settlement.id}
                    settlement={settlement}
                    question={questions.find(({ bank }) => bank?.versionId === settlement.versionId)}
                  />
                ))}
              </ul>
            )}
          </Section>
          <TechnicalFactList facts={facts ?? contest.facts} />
          <Seal pack={pack} />
        </div>
      </Page>
    </ImageAddressProvider>
  );
}

/** The evidence of a contestation as one document, to print or to save (CONT-9). */
export function EvidenceDocument({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const pack = useEvidencePack(id);
  if (pack.isSuccess) return <Document pack={pack.data} />;
  return (
    <Page title={t('contestationDesk.pack')} description={<BackLink />}>
      {pack.isError ? (
        <ErrorPanel onRetry={() => void pack.refetch()}>{textsOfError(pack.error).join(' ')}</ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="24rem" />
        </div>
      )}
    </Page>
  );
}
