import { Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SummaryLine } from '#contract/contestation-list.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { contestStatuses } from '#domain/contestations/contestation.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDateTime } from '#web/base/format.ts';
import { useGoTo, useScreenAddress } from '#web/base/screen-address.ts';
import { Card, Cards, Facts } from '#web/list/cards.tsx';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/phone.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './contest.module.css';
import { useContestChoices, useSummary } from './contest-calls.ts';

const ages = ['upToOne', 'upToThree', 'upToSeven', 'older'] as const;

type NumbersProps = {
  readonly lines: readonly SummaryLine[];
  /** The disciplines whose contestations the viewer may list. */
  readonly listed: ReadonlySet<number>;
};

function Numbers({ lines, listed }: NumbersProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const deadline = ({ nextDeadline }: SummaryLine) =>
    nextDeadline === null ? '-' : formatDateTime(nextDeadline);
  /** What a card says of a discipline: without the counts that are zero. */
  const factsOf = (line: SummaryLine) => {
    const counts = [
      ...contestStatuses.map((status) => [`status_${status}`, line.statuses[status]] as const),
      ...ages.map((age) => [age, line.ages[age]] as const),
      ['overdue', line.overdue] as const,
    ];
    return [...counts.filter(([, count]) => count > 0), ['nextDeadline', deadline(line)] as const].map(
      ([column, value]) => ({ name: column, label: t(`contestationColumns.${column}`), value }),
    );
  };
  const name = ({ disciplineId, discipline }: SummaryLine) => {
    if (disciplineId === null || discipline === null) return t('contestationColumns.technicalOnes');
    if (!listed.has(disciplineId)) return discipline;
    return (
      <Anchor
        component={ScreenLink}
        href={addressOf('Contestations', { view: 'list', pkDiscipline: disciplineId })}
      >
        {discipline}
      </Anchor>
    );
  };
  if (phone)
    return (
      <Cards label={t('contestationColumns.summary')}>
        {lines.map((line) => (
          <Card key={line.disciplineId ?? 0}>
            <strong>{name(line)}</strong>
            <Facts facts={factsOf(line)} />
          </Card>
        ))}
      </Cards>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section className={classes.scroll} aria-label={t('contestationColumns.summary')} tabIndex={0}>
      <table className={classes.numbers}>
        <thead>
          <tr>
            <th scope="col">{t('contestationColumns.discipline')}</th>
            {contestStatuses.map((status) => (
              <th key={status} scope="col">
                {t(`contestationColumns.status_${status}`)}
              </th>
            ))}
            {ages.map((age) => (
              <th key={age} scope="col">
                {t(`contestationColumns.${age}`)}
              </th>
            ))}
            <th scope="col">{t('contestationColumns.overdue')}</th>
            <th scope="col">{t('contestationColumns.nextDeadline')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.disciplineId ?? 0}>
              <th scope="row">{name(line)}</th>
              {contestStatuses.map((status) => (
                <td key={status}>{line.statuses[status]}</td>
              ))}
              {ages.map((age) => (
                <td key={age}>{line.ages[age]}</td>
              ))}
              <td>{line.overdue}</td>
              <td>{deadline(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How many contestations there are by discipline, status and age. */
export function ContestNumbers({ views }: { readonly views: ReactNode }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const { query } = useScreenAddress('Contestations');
  const sessionId = /^[1-9]\d{0,8}$/.test(query.sessionId ?? '') ? Number(query.sessionId) : undefined;
  const summary = useSummary(sessionId);
  const choices = useContestChoices().data;
  return (
    <Page
      title={t('contestationColumns.summary')}
      actions={views}
      filters={
        <>
          <FilterSelect<string>
            label={t('contestationColumns.examSession')}
            value={sessionId === undefined ? undefined : String(sessionId)}
            data={(choices?.sessions ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) =>
              void goTo(
                addressOf('Contestations', {
                  view: 'numbers',
                  ...(id !== undefined && { sessionId: Number(id) }),
                }),
              )
            }
          />
          <ExportMenu
            path="examContests/summary"
            query={{ search: '', sort: undefined, desc: false, filters: { sessionId } }}
            columns={[]}
          />
        </>
      }
    >
      {summary.isError && (
        <ErrorPanel onRetry={() => void summary.refetch()}>
          {textsOfError(summary.error).join(' ')}
        </ErrorPanel>
      )}
      {summary.isPending && <Skeleton height="12rem" />}
      {summary.isSuccess &&
        (summary.data.lines.length === 0 ? (
          <EmptyState icon={<CheckIcon size={28} />} title={t('contestation.empty')}>
            {t('contestation.emptyHint')}
          </EmptyState>
        ) : (
          <Numbers lines={summary.data.lines} listed={new Set(choices?.disciplines.map(({ id }) => id))} />
        ))}
    </Page>
  );
}
