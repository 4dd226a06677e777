import type { Readable } from 'node:stream';
import type { exportJobs, Job } from '#contract/administration.ts';
import type { QueryOfCall } from '#contract/call.ts';
import { jobNameOf } from '#domain/jobs/job-names.ts';
import { administration as en } from '#i18n/en/administration.ts';
import { administration as fr } from '#i18n/fr/administration.ts';
import { administration as ro } from '#i18n/ro/administration.ts';
import type { Queryable } from '#server/db/database.ts';
import { emptyCell, momentCell, numberCell, textCell } from '#server/spreadsheet/cell.ts';
import { allPages, type ListColumn, listFile } from '#server/spreadsheet/list-file.ts';
import { selectJobs } from './jobs.ts';

const labels = { ro, en, fr };

/** The unfinished jobs as a file, newest first. */
export function exportedJobs(
  sql: Queryable,
  { format, lang, state }: QueryOfCall<typeof exportJobs>,
): Readable {
  const words = labels[lang];
  const nameOf = (name: string) => {
    const known = jobNameOf(name);
    return known ? words[`job_${known}`] : name;
  };
  const columns: ListColumn<Job>[] = [
    { header: words.job, cell: ({ name }) => textCell(nameOf(name)) },
    { header: words.jobSubject, cell: ({ subject }) => textCell(subject ?? '') },
    { header: words.jobState, cell: (job) => textCell(words[`jobState_${job.state}`]) },
    { header: words.jobSince, cell: ({ madeAt }) => momentCell(madeAt) },
    {
      header: words.jobProgress,
      cell: ({ progress }) =>
        progress
          ? textCell(
              words.progressOf
                .replace('{{done}}', String(progress.done))
                .replace('{{all}}', String(progress.all)),
            )
          : emptyCell,
    },
    { header: words.jobTries, cell: ({ tries }) => numberCell(tries) },
    { header: words.jobProblem, cell: ({ problem }) => textCell(problem ?? '') },
  ];
  const rows = allPages((page) => selectJobs(sql, { ...page, state }));
  return listFile({ name: words.part_jobs, columns, rows }, format);
}
