import { Anchor, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HealthReport, Overview } from '#contract/administration.ts';
import { addressOf } from '#domain/access/addresses.ts';
import type { Health } from '#domain/administration/health.ts';
import { formatDateTime, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { Fetched } from '#web/ui/fetched.tsx';
import { CheckIcon, ErrorIcon, SkippedIcon, WarningIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './administration.module.css';
import { useHealth, useOverview } from './administration-calls.ts';
import { OutagePanels } from './outage-panel.tsx';
import { SealPanel } from './seal-panel.tsx';

const countNames = [
  'sittingsRunning',
  'appointmentsToday',
  'papersWaiting',
  'signedIn',
  'students',
  'teachers',
  'secretaries',
  'accounts',
  'disciplines',
  'questions',
  'customExams',
] as const satisfies readonly (keyof Overview['counts'])[];

function Counts({ counts, version }: Overview) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="counts">
      <h2 id="counts" className={classes.heading}>
        {t('administration.counts')}
      </h2>
      <dl className={classes.counts}>
        {countNames.map((name) => (
          <div key={name} className={classes.count}>
            <dt>{t(`administration.count_${name}`)}</dt>
            <dd>{formatNumber(counts[name], currentLanguage())}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{t('administration.version', { version })}</p>
    </section>
  );
}

const icons = { good: CheckIcon, warning: WarningIcon, bad: ErrorIcon, off: SkippedIcon };

function HealthLine({
  name,
  state,
  isMissed = false,
  children,
}: {
  readonly name: string;
  readonly state: Health;
  /** Highlighted although it is only switched off. */
  readonly isMissed?: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation();
  const Icon = isMissed ? WarningIcon : icons[state];
  return (
    <li>
      <span className={classes.healthName}>{name}</span>
      <span className={isMissed ? classes.warning : classes[state]}>
        <Icon size={16} style={{ verticalAlign: '-0.15em' }} /> {t(`administration.state_${state}`)}
      </span>
      <span className={classes.healthText}>{children}</span>
    </li>
  );
}

const gibibyte = 2 ** 30;
const mebibyte = 2 ** 20;
const bytesText = (bytes: number) =>
  bytes >= gibibyte
    ? `${formatNumber(bytes / gibibyte, currentLanguage(), 1)} GiB`
    : `${formatNumber(Math.round(bytes / mebibyte), currentLanguage())} MiB`;

function HealthList({ database, mail, directory, jobs, disk, backup }: HealthReport) {
  const { t } = useTranslation();
  return (
    <ul className={classes.health}>
      <HealthLine name={t('administration.database')} state={database.state}>
        {t('administration.databaseText', {
          version: database.version,
          size: bytesText(database.bytes),
          milliseconds: database.milliseconds,
        })}
      </HealthLine>
      <HealthLine name={t('administration.mail')} state={mail.state}>
        {mail.state === 'off' && t('administration.mailOff')}
        {mail.state === 'bad' && t('administration.mailBad', { reason: mail.reason })}
        {(mail.state === 'good' || mail.state === 'warning') &&
          t('administration.mailText', { waiting: mail.waiting, failed: mail.failed })}
      </HealthLine>
      <HealthLine name={t('administration.directory')} state={directory.state}>
        {directory.state === 'off' && t('administration.directoryOff')}
        {directory.state === 'bad' && t('administration.directoryBad', { reason: directory.reason })}
        {directory.state === 'good' && t('administration.directoryGood')}
      </HealthLine>
      <HealthLine name={t('administration.jobs')} state={jobs.state}>
        {jobs.state === 'bad'
          ? t('administration.jobsStand')
          : t('administration.jobsText', { running: jobs.running, failing: jobs.failing })}
      </HealthLine>
      <HealthLine name={t('administration.disk')} state={disk.state}>
        {t('administration.diskText', { free: bytesText(disk.freeBytes), total: bytesText(disk.totalBytes) })}
      </HealthLine>
      <HealthLine name={t('administration.backup')} state={backup.state} isMissed={backup.takenAt === null}>
        {backup.takenAt === null
          ? t('administration.backupNone')
          : t('administration.backupText', { at: formatDateTime(backup.takenAt) })}
      </HealthLine>
    </ul>
  );
}

/** What the last recomputation of results found, each exam with a link to its sitting. */
function ScoreCheck({ scoreCheck: check }: Overview) {
  const { t } = useTranslation();
  const moment = check ? formatDateTime(check.finishedAt ?? check.startedAt) : '';
  return (
    <section aria-labelledby="scoreCheck">
      <h2 id="scoreCheck" className={classes.heading}>
        {t('administration.scoreCheck')}
      </h2>
      {check === null && <p className={classes.quiet}>{t('administration.scoreCheckNone')}</p>}
      {check && check.finishedAt === null && <p>{t('administration.scoreCheckRuns', { moment })}</p>}
      {check && check.finishedAt !== null && check.differences === 0 && (
        <p>{t('administration.scoreCheckGood', { moment, exams: check.exams ?? 0 })}</p>
      )}
      {check && check.differences > 0 && (
        <p className={classes.bad}>
          {t('administration.scoreCheckBad', { moment, count: check.differences })}
        </p>
      )}
      <ul className={classes.links}>
        {check?.found.map(({ examId, groupId }) => (
          <li key={examId}>
            <Anchor component={ScreenLink} href={addressOf('StudentsExams', { groupId })}>
              {t('administration.scoreCheckExam', { id: examId })}
            </Anchor>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Papers() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="papers">
      <h2 id="papers" className={classes.heading}>
        {t('administration.papers')}
      </h2>
      <ul className={classes.links}>
        <li>
          <Anchor component={ScreenLink} href={addressOf('AdminExamPrint')}>
            {t('administration.toPrint')}
          </Anchor>
        </li>
        <li>
          <Anchor component={ScreenLink} href={addressOf('StudentsExams')}>
            {t('administration.toStudentsExams')}
          </Anchor>
        </li>
      </ul>
    </section>
  );
}

/** Counts, health, and whether the audit log is intact. */
export function OverviewPart() {
  const { t } = useTranslation();
  const health = useHealth();
  const overview = useOverview();
  return (
    <div className={classes.overview}>
      <OutagePanels />
      <Fetched query={overview} height="14rem">
        {(data) => <Counts {...data} />}
      </Fetched>
      <section aria-labelledby="health">
        <h2 id="health" className={classes.heading}>
          {t('administration.health')}
        </h2>
        <Fetched query={health} height="19rem">
          {(data) => <HealthList {...data} />}
        </Fetched>
        <Button
          mt="sm"
          size="compact-sm"
          variant="default"
          loading={health.isFetching}
          onClick={() => void health.refetch()}
        >
          {t('administration.healthAgain')}
        </Button>
      </section>
      <SealPanel />
      {overview.data && <ScoreCheck {...overview.data} />}
      <Papers />
    </div>
  );
}
