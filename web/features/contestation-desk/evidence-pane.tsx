import { Alert, Anchor, Table, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest, TechnicalFacts } from '#contract/contestations.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { letterOf } from '#domain/exam-taking/ticks.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { whyMissing } from '#domain/statistics/missing-figure.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { allUse, useShareText } from '#web/sittings/answer-shares.ts';
import { History } from '#web/sittings/history.tsx';
import { CheckIcon, PlayIcon, WarningIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './desk.module.css';
import { shownIndexOf } from './shown-letters.ts';
import { TechnicalFactList } from './technical-facts.tsx';

/** The facts about a question, the same for every viewer. */
type ShownEvidence = Omit<ContestEvidence, 'hindrance' | 'together'>;

type SectionProps = {
  readonly title: string;
  readonly children: ReactNode;
  /** Occurs once on a page, so that it can be a landmark. */
  readonly isLandmark?: boolean;
};

export function Section({ title, children, isLandmark }: SectionProps) {
  const id = useId();
  return (
    <section
      className={`${classes.section} ${classes.divided}`}
      aria-labelledby={isLandmark ? id : undefined}
    >
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}

type Statistics = NonNullable<ContestEvidence['statistics']>;

/** How often each answer was chosen; answers that this exam did not show are listed only where they have a figure. */
function AnswerShares({ question, statistics }: { question: ShownEvidence; statistics: Statistics }) {
  const { t } = useTranslation();
  const share = useShareText();
  const answers = statistics.answers
    .map((answer, bankIndex) => ({ ...answer, bankIndex, shownIndex: shownIndexOf(question, bankIndex) }))
    .sort((one, other) => (one.shownIndex ?? 99) - (other.shownIndex ?? 99));
  const listed = answers.filter(({ shownIndex, ticked }) => shownIndex !== undefined || ticked !== null);
  const unlisted = answers.length - listed.length;
  return (
    <>
      <Table className={classes.shares} verticalSpacing={4} horizontalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('statistics.answer')}</Table.Th>
            <Table.Th scope="col">{t('statistics.chosenBy')}</Table.Th>
            <Table.Th scope="col">{t('statistics.bestChose')}</Table.Th>
            <Table.Th scope="col">{t('statistics.worstChose')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listed.map((answer) => (
            <Table.Tr key={answer.bankIndex}>
              <Table.Th scope="row" title={answer.text}>
                {answer.shownIndex === undefined ? (
                  <span className={classes.unshown}>
                    {answer.text} <em>({t('contestationDesk.notShown')})</em>
                  </span>
                ) : (
                  letterOf(answer.shownIndex)
                )}
                {answer.isCorrect && (
                  <span className={classes.correct} title={t('statistics.isCorrect')}>
                    <CheckIcon size={14} />
                    <VisuallyHidden>{t('statistics.isCorrect')}</VisuallyHidden>
                  </span>
                )}
              </Table.Th>
              <Table.Td>{share(allUse(answer))}</Table.Td>
              <Table.Td>{share(answer.upper)}</Table.Td>
              <Table.Td>{share(answer.lower)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {unlisted > 0 && <p className={classes.note}>{t('contestationDesk.unlisted', { count: unlisted })}</p>}
    </>
  );
}

function Figures({ question, statistics }: { question: ShownEvidence; statistics: Statistics }) {
  const { t } = useTranslation();
  const number = (value: number | null) =>
    value === null
      ? t(`statistics.${whyMissing(statistics.served, minServed)}`)
      : formatNumber(value, currentLanguage(), 2);
  const { served, difficulty, discrimination, flags } = statistics;
  const letter = (answer: number | null) => {
    const shownIndex = answer === null ? undefined : shownIndexOf(question, answer);
    if (shownIndex !== undefined) return letterOf(shownIndex);
    return answer === null ? '' : `„${statistics.answers[answer]?.text ?? ''}”`;
  };
  const remarks = flags.map(({ kind, answer }) => (
    <li key={`${kind} ${answer}`}>{t(`statistics.flag_${kind}`, { answer: letter(answer) })}</li>
  ));
  return (
    <>
      {question.likelyWrongKey ? (
        <Alert
          color="red"
          variant="light"
          icon={<WarningIcon />}
          title={t('contestationDesk.likelyWrongKey')}
          p="xs"
        >
          <ul className={classes.remarks}>{remarks}</ul>
        </Alert>
      ) : (
        remarks.length > 0 && <ul className={classes.remarks}>{remarks}</ul>
      )}
      <dl className={classes.figures}>
        <div>
          <dt>{t('statistics.served')}</dt>
          <dd>{served}</dd>
        </div>
        <div>
          <dt>{t('statistics.difficulty')}</dt>
          <dd>
            {difficulty === null
              ? t('statistics.tooFew')
              : t('statistics.percent', { value: Math.round(100 * difficulty) })}
          </dd>
        </div>
        <div>
          <dt>{t('statistics.discrimination')}</dt>
          <dd>{number(discrimination)}</dd>
        </div>
      </dl>
      <AnswerShares question={question} statistics={statistics} />
    </>
  );
}

/** The sources, each with the letters of the answers that cite it. */
function Bibliography({ question: { scored } }: { readonly question: ShownEvidence }) {
  const { t } = useTranslation();
  const sources = new Map<string, string[]>();
  for (const [index, { answer }] of (scored?.answerExams ?? []).entries()) {
    if (answer.referenceTitle === null) continue;
    const page =
      answer.referencePage === null ? '' : `, ${t('examResult.page', { page: answer.referencePage })}`;
    const source = `${answer.referenceTitle}${page}`;
    sources.set(source, [...(sources.get(source) ?? []), letterOf(index)]);
  }
  if (sources.size === 0) return <p className={classes.note}>{t('contestationDesk.noBibliography')}</p>;
  return (
    <ul className={classes.references}>
      {[...sources].map(([source, letters]) => (
        <li key={source}>
          <strong>{letters.join(', ')}</strong>
          <span>{source}</span>
        </li>
      ))}
    </ul>
  );
}

type EvidenceProps = {
  readonly question: ShownEvidence;
  readonly type: Contest['type'];
  /** The text where the question has no moment of a recording. */
  readonly noRecording: string;
};

/** Late answers, figures, history, recording and bibliography of a contested question. */
export function EvidenceSections({ question, type, noRecording }: EvidenceProps) {
  const { t } = useTranslation();
  const { history, late, statistics, recording } = question;
  return (
    <>
      {late.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<WarningIcon />}
          title={t('contestationDesk.lateTitle')}
          p="xs"
        >
          {late.map(({ at, answers }) => (
            <p key={at} className={classes.line}>
              {t('contestationDesk.lateAnswer', {
                at: formatDateTime(at),
                answers: answers.split('').join(', ') || t('studentsExams.nothing'),
              })}
            </p>
          ))}
        </Alert>
      )}
      <Section title={t('contestationDesk.statistics')}>
        {statistics ? (
          <Figures question={question} statistics={statistics} />
        ) : (
          <p className={classes.note}>{t('contestationDesk.noStatistics')}</p>
        )}
      </Section>
      {type !== 'case' && (
        <Section title={t('contestationDesk.history')}>
          {history.length === 0 ? (
            <p className={classes.note}>{t('contestationDesk.noHistory')}</p>
          ) : (
            <div className={classes.history}>
              <History entries={history} recording={recording?.fileName} />
            </div>
          )}
          {recording ? (
            <Anchor
              component={ScreenLink}
              className={classes.back}
              href={addressOf('Recording', { fileName: recording.fileName, at: recording.at })}
            >
              <PlayIcon size={14} />
              {t('contestationDesk.recording')}
            </Anchor>
          ) : (
            <p className={classes.note}>{noRecording}</p>
          )}
        </Section>
      )}
      <Section title={t('contestationDesk.bibliography')}>
        <Bibliography question={question} />
      </Section>
    </>
  );
}

type EvidencePaneProps = EvidenceProps & { readonly facts: TechnicalFacts | null };

/** The evidence about a contested question (CONT-5). */
export function EvidencePane({ facts, ...shown }: EvidencePaneProps) {
  const { t } = useTranslation();
  return (
    <aside className={classes.evidence} aria-label={t('contestationDesk.step_evidence')}>
      <EvidenceSections {...shown} />
      {facts && <TechnicalFactList facts={facts} />}
    </aside>
  );
}
