import { Alert, SegmentedControl, Select } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamStatistics, QuestionStatistics, StatisticsTable } from '#contract/statistics.ts';
import { addressOf } from '#domain/access/addresses.ts';
import { may } from '#domain/access/permissions.ts';
import { isJudged } from '#domain/statistics/shown-figures.ts';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useGoTo } from '#web/base/screen-address.ts';
import { useActor } from '#web/base/sign-in-state.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { useListQuery } from '#web/list/list-query.ts';
import { type ListState, usePagedResult } from '#web/list/use-list.ts';
import { BackLink, DescriptionParts } from '#web/ui/back-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FactList } from '#web/ui/fact-list.tsx';
import { CheckIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { usePhone } from '#web/ui/phone.ts';
import shared from '../students-exams.module.css';
import { Histogram } from './histogram.tsx';
import { PendingStatistics } from './pending-statistics.tsx';
import { QuestionTable } from './question-table.tsx';
import classes from './statistics.module.css';
import { type Cohort, sourceOf, useStatistics } from './statistics-calls.ts';
import { WhatIf } from './what-if.tsx';

// Only administrators see it.
const ScoringCorrection = lazy(async () => ({
  default: (await import('./scoring-correction.tsx')).ScoringCorrection,
}));

type ShownQuestions = 'all' | 'flagged';

/** The address parameters other than the view. */
const chosen = (cohort: Cohort) =>
  'pkDiscipline' in cohort
    ? { pkDiscipline: cohort.pkDiscipline, sessionId: cohort.sessionId }
    : { examCustomId: cohort.examCustomId, sessionId: cohort.sessionId };

function BackToList({ cohort }: { readonly cohort: Cohort }) {
  const { t } = useTranslation();
  return (
    <BackLink href={addressOf('StudentsExams', chosen(cohort))} data-print="hidden">
      {t('statistics.back')}
    </BackLink>
  );
}

/** Common thresholds for the reliability of an exam. */
const soundOf = (reliability: number) => (reliability >= 0.8 ? 'good' : reliability >= 0.6 ? 'fair' : 'poor');

function Figures({ statistics }: { readonly statistics: ExamStatistics }) {
  const { t } = useTranslation();
  const number = (value: number | null, digits = 2) =>
    value === null ? t('statistics.unknown') : formatNumber(value, currentLanguage(), digits);
  const { mean, maxPoints, reliability } = statistics;
  const isTooFew = statistics.sittings < statistics.fewest;
  const facts = [
    ['sittings', statistics.sittings],
    ...(statistics.isPartial ? [] : [['meanGrade', number(statistics.meanGrade)] as const]),
    ['mean', t('statistics.outOf', { value: number(mean, 1), max: number(maxPoints, 0) })],
    ...(statistics.isPartial
      ? []
      : [
          [
            'passRate',
            statistics.passRate === null
              ? t('statistics.unknown')
              : t('statistics.percent', { value: number(statistics.passRate * 100, 0) }),
          ] as const,
        ]),
    [
      'reliability',
      reliability === null
        ? t('statistics.unknown')
        : `${number(reliability)} (${t(`statistics.reliability_${soundOf(reliability)}`)})`,
    ],
    ['standardError', t('statistics.ofPoints', { value: number(statistics.standardError, 1) })],
    ['deviation', t('statistics.ofPoints', { value: number(statistics.deviation, 1) })],
  ] as const;
  return (
    <FactList
      facts={facts.map(([name, value]) => [
        t(`statistics.${name}`),
        isTooFew && isJudged(name) ? t('statistics.tooFew') : value,
      ])}
      className={shared.facts}
    />
  );
}

const exportLabels = {
  answers: 'exportAnswers',
  figures: 'exportFigures',
  distribution: 'exportDistribution',
  scores: 'exportScores',
} as const;

type TableExportProps = { readonly cohort: Cohort; readonly table: StatisticsTable };

/** Exports one of the page's tables. */
function TableExport({ cohort, table }: TableExportProps) {
  const { t } = useTranslation();
  const { path, query } = sourceOf(cohort);
  return (
    <ExportMenu
      path={path}
      query={{ search: '', sort: undefined, desc: false, filters: { ...query, table } }}
      columns={[]}
      {...(table !== 'questions' && { label: t(`statistics.${exportLabels[table]}`) })}
    />
  );
}

type ShownProps = {
  readonly statistics: ExamStatistics;
  readonly cohort: Cohort;
  readonly questions: ListState<QuestionStatistics>;
  /** Which questions are listed. */
  readonly shown: ShownQuestions;
  readonly onShown: (shown: ShownQuestions) => void;
};

function Questions({ statistics, cohort, questions, shown, onShown }: ShownProps) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { questionCount, flaggedCount, fewest } = statistics;
  return (
    <section aria-labelledby="statistics-questions">
      <div className={classes.bar}>
        <h2 id="statistics-questions" className={shared.heading}>
          {t('statistics.questions')}
        </h2>
        {flaggedCount > 0 && (
          <SegmentedControl
            aria-label={t('statistics.show')}
            orientation={phone ? 'vertical' : 'horizontal'}
            value={shown}
            onChange={onShown}
            data={[
              { value: 'all', label: t('statistics.showAll', { count: questionCount }) },
              { value: 'flagged', label: t('statistics.onlyFlagged', { count: flaggedCount }) },
            ]}
          />
        )}
        <TableExport cohort={cohort} table="answers" />
      </div>
      <QuestionTable list={questions} sessionId={cohort.sessionId} fewest={fewest} />
    </section>
  );
}

function StatisticsView(props: ShownProps) {
  const { statistics, cohort } = props;
  const { t } = useTranslation();
  const actor = useActor();
  if (statistics.sittings === 0)
    return (
      <EmptyState icon={<CheckIcon size={28} />} title={t('statistics.nobody')}>
        {t('statistics.nobodyHint')}
      </EmptyState>
    );
  return (
    <div className={classes.page}>
      {statistics.isPartial && <Alert variant="light">{t('statistics.partial')}</Alert>}
      <Figures statistics={statistics} />
      {statistics.papersDiffer && <p className={classes.note}>{t('statistics.papersDiffer')}</p>}
      <div className={classes.histograms}>
        {(statistics.isPartial ? (['scores'] as const) : (['distribution', 'scores'] as const)).map(
          (name) => (
            <Histogram
              key={name}
              of={name}
              bins={statistics[name]}
              sittings={statistics.sittings}
              actions={<TableExport cohort={cohort} table={name} />}
            />
          ),
        )}
      </div>
      <Questions {...props} />
      {'examCustomId' in cohort && (
        <WhatIf
          key={[cohort.examCustomId, cohort.sessionId, statistics.partId].join()}
          cohort={{ ...cohort, partId: statistics.partId ?? undefined }}
        />
      )}
      {'examCustomId' in cohort && cohort.sessionId !== undefined && may(actor, 'scoring.correct') && (
        <Suspense>
          <ScoringCorrection cohort={{ examCustomId: cohort.examCustomId, sessionId: cohort.sessionId }} />
        </Suspense>
      )}
    </div>
  );
}

/** The statistics of an exam: a histogram, a table of questions, and what another scoring would give (RESU-5). */
export function StatisticsPage({ cohort }: { readonly cohort: Cohort }) {
  const { t } = useTranslation();
  const goTo = useGoTo();
  const [shown, setShown] = useState<ShownQuestions>('all');
  const state = useListQuery({}, 50);
  const [query, setQuery] = state;
  const found = useStatistics(cohort, query, shown === 'flagged');
  const questions = usePagedResult(state, found, (statistics) => ({
    rows: statistics.questions,
    total: shown === 'flagged' ? statistics.flaggedCount : statistics.questionCount,
  }));
  const parts = found.data?.parts ?? [];
  return (
    <Page
      title={found.data?.examName ?? t('statistics.title')}
      description={
        <DescriptionParts>
          <BackToList cohort={cohort} />
          <span>{t('pkDiscipline' in cohort ? 'statistics.ofDiscipline' : 'statistics.title')}</span>
          {cohort.sessionId === undefined && <span>{t('statistics.allSessions')}</span>}
        </DescriptionParts>
      }
      actions={
        found.data && (
          <>
            <TableExport cohort={cohort} table="figures" />
            <TableExport cohort={cohort} table="questions" />
          </>
        )
      }
      {...(parts.length > 1 && {
        filters: (
          <Select
            w="min(100%, 24rem)"
            aria-label={t('statistics.part')}
            allowDeselect={false}
            value={String(found.data?.partId)}
            data={parts.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) =>
              void goTo(
                addressOf('StudentsExams', {
                  ...chosen(cohort),
                  view: 'statistics',
                  partId: Number(id),
                }),
              )
            }
          />
        ),
      })}
    >
      {found.isSuccess ? (
        <StatisticsView
          statistics={found.data}
          cohort={cohort}
          questions={questions}
          shown={shown}
          onShown={(next) => {
            setShown(next);
            setQuery({ ...query, page: 1 });
          }}
        />
      ) : (
        <PendingStatistics error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Page>
  );
}
