import './contest-styles.ts';
import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Filing } from '#contract/contestation-filing.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useScreenAddress } from '#web/base/screen-address.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { LockIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './contest.module.css';
import { useFiling } from './contest-calls.ts';
import { ContestForm } from './contest-form.tsx';

function BackToResult({ examId }: { readonly examId: number }) {
  const { t } = useTranslation();
  return <BackLink href={addressOf('ExamResult', { examId })}>{t('contestation.seeResult')}</BackLink>;
}

/** The three gates with their dates, whether they are open or not. */
function Gates({ filing: { gates } }: { readonly filing: Filing }) {
  const { t } = useTranslation();
  return (
    <section className={classes.panel} aria-label={t('contestation.gates')}>
      <h2>{t('contestation.gates')}</h2>
      <ul className={classes.lines}>
        <li>{t(gates.allowContestations ? 'contestation.gateAllowed' : 'contestation.gateForbidden')}</li>
        <li>
          {t('contestation.gateSession', {
            from: formatDateTime(gates.contestStartDate),
            to: formatDateTime(gates.contestEndDate),
          })}
        </li>
        <li>
          {t('contestation.gateDays', {
            count: gates.contestationsAllowedDays,
            from: formatDateTime(gates.daysFrom),
            to: formatDateTime(gates.daysUntil),
          })}
        </li>
      </ul>
    </section>
  );
}

/** Says why nothing can be filed now. */
function Closed({ filing }: { readonly filing: Filing }) {
  const { t } = useTranslation();
  const { closed, filed } = filing;
  if (!closed) return null;
  const at = closed.at ?? '';
  return (
    <div className={classes.form}>
      <EmptyState
        icon={<LockIcon size={28} />}
        title={t('contestation.closedTitle')}
        action={filed.map(({ id, type }) => (
          <Button
            key={id}
            component={ScreenLink}
            variant="default"
            href={addressOf('ExamContest', { examContestId: id })}
          >
            {t('contestation.seeFiled')}: {t(`contestationColumns.type_${type}`)}
          </Button>
        ))}
      >
        {textOfCode(`contestation.${closed.why}`, { opensAt: at, closedAt: at })}
      </EmptyState>
      <Gates filing={filing} />
    </div>
  );
}

function Loaded({ filing }: { readonly filing: Filing }) {
  const { t } = useTranslation();
  const { exam, until } = filing;
  return (
    <Page
      title={t('contestation.formTitle', { exam: exam.name })}
      description={
        <DescriptionParts>
          <BackToResult examId={exam.id} />
          {until && <span>{t('contestation.openUntil', { moment: formatDateTime(until) })}</span>}
        </DescriptionParts>
      }
    >
      {filing.closed ? <Closed filing={filing} /> : <ContestForm key={exam.id} filing={filing} />}
    </Page>
  );
}

/** The form to contest a finished exam; its draft is kept in the browser (CONT-1, NAV-7). */
export function Screen() {
  const { t } = useTranslation();
  const examId = Number(useScreenAddress('ExamContestEdit').params.examId);
  const filing = useFiling(examId);
  if (filing.isSuccess) return <Loaded filing={filing.data} />;
  return (
    <Page title={t('screens.ExamContestEdit')}>
      {filing.isError ? (
        <ErrorPanel onRetry={() => void filing.refetch()}>{textsOfError(filing.error).join(' ')}</ErrorPanel>
      ) : (
        <div role="status" aria-label={t('common.loading')}>
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  );
}
