import { Badge, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Job } from '#contract/administration.ts';
import { jobNameOf } from '#domain/jobs/job-names.ts';
import { jobStates } from '#domain/jobs/job-states.ts';
import { formatDateTime } from '#web/base/format.ts';
import type { Column } from '#web/list/column.ts';
import { ExportMenu } from '#web/list/export-menu.tsx';
import { FilterSelect } from '#web/list/filter-select.tsx';
import { List } from '#web/list/list.tsx';
import { withFilters } from '#web/list/list-query.ts';
import { useList } from '#web/list/use-list.ts';
import { CheckIcon } from '#web/ui/icons.tsx';
import classes from './administration.module.css';
import { jobSource, useRetry } from './administration-calls.ts';
import { textIn, useAdminQuery } from './administration-query.ts';

const colors = { waiting: 'gray', running: 'brand', failing: 'yellow', failed: 'red' } as const;

function useJobName() {
  const { t } = useTranslation();
  return ({ name }: Job): string => {
    const known = jobNameOf(name);
    return known ? t(`administration.job_${known}`) : name;
  };
}

function useColumns(): readonly Column<Job>[] {
  const { t } = useTranslation();
  const jobName = useJobName();
  return [
    { name: 'name', label: t('administration.job'), cell: jobName, isRowName: true },
    {
      name: 'subject',
      label: t('administration.jobSubject'),
      wraps: true,
      cell: ({ subject }) => subject ?? '-',
    },
    {
      name: 'state',
      label: t('administration.jobState'),
      cell: ({ state }) => <Badge color={colors[state]}>{t(`administration.jobState_${state}`)}</Badge>,
    },
    { name: 'madeAt', label: t('administration.jobSince'), cell: ({ madeAt }) => formatDateTime(madeAt) },
    {
      name: 'progress',
      label: t('administration.jobProgress'),
      cell: ({ progress }) => (progress ? t('administration.progressOf', progress) : '-'),
    },
    { name: 'tries', label: t('administration.jobTries'), isFigure: true, cell: ({ tries }) => tries },
    {
      name: 'problem',
      label: t('administration.jobProblem'),
      wraps: true,
      cell: ({ problem }) => problem ?? '-',
    },
  ];
}

/** Waiting, running and failed jobs; failed ones can be retried. */
export function JobsPart() {
  const { t } = useTranslation();
  const [query, setQuery] = useAdminQuery('jobs', ['state']);
  const fetched = useList(jobSource, [query, setQuery]);
  const jobName = useJobName();
  const retry = useRetry();
  // Rows of the queue have no unique id.
  const list = { ...fetched, rows: fetched.rows.map((row, number) => ({ ...row, number })) };
  return (
    <>
      <div className={classes.filters}>
        <FilterSelect<string>
          label={t('administration.jobState')}
          value={textIn(query.filters.state)}
          data={jobStates.map((state) => ({ value: state, label: t(`administration.jobState_${state}`) }))}
          onChange={(state) => setQuery(withFilters(query, { state }))}
        />
        <ExportMenu path="administration/jobs" query={query} columns={[]} />
      </div>
      <List
        list={list}
        label={t('administration.part_jobs')}
        columns={useColumns()}
        idOf={({ number }) => number}
        nameOf={jobName}
        empty={{
          title: t('administration.noJobs'),
          hint: t('administration.noJobsHint'),
          icon: <CheckIcon size={28} />,
        }}
        rowActions={(row) =>
          (row.state === 'failing' || row.state === 'failed') && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('administration.retryOf', { name: jobName(row) })}
              onClick={() => void retry(row)}
            >
              {t('administration.retry')}
            </Button>
          )
        }
        actionsWidth="8rem"
      />
    </>
  );
}
