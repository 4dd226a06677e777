import type { FastifyBaseLogger } from 'fastify';
import { resettingDeans } from './accounts/new-deans.ts';
import { nightlyCheck } from './audit/nightly.ts';
import { requestedCheck } from './audit/requested-check.ts';
import { auditSealing } from './audit/sealing.ts';
import { eventSealing } from './exams/event-sealing.ts';
import { closingOverdue } from './exams/finishing.ts';
import { nightlyRescoring } from './exams/nightly-rescoring.ts';
import { drawingPapers } from './exams/official-papers.ts';
import { heartbeat } from './exams/outages.ts';
import { countingExposures } from './exams/question-exposure.ts';
import { appointmentJobs } from './features/appointments/jobs.ts';
import { contestMails } from './features/contestations/mail-job.ts';
import { importJobs } from './features/imports/jobs.ts';
import { importRetention } from './features/imports/removing.ts';
import { recordingRetention } from './features/recordings/retention.ts';
import { dayPasswordRetention, signInRetention } from './features/sign-in/clean-up.ts';
import { signInJobs } from './features/sign-in/jobs.ts';
import { generatingTemplates } from './features/templates/generating.ts';
import { copyingYear } from './features/year-copies/copying.ts';
import { imageCleanUp } from './files/clean-up.ts';
import type { QueuedJob } from './jobs/queue.ts';
import type { RepeatedJob, RunningJob } from './jobs/repeat.ts';
import { type RetentionRule, retentionJob } from './jobs/retention.ts';
import { mailRetention } from './mail/mail-retention.ts';
import { reasonRetention } from './privacy/reason-retention.ts';
import { type ServerParts, type Services, servicesFor } from './services.ts';

/** Deletes data whose retention time is over. */
export const dailyRetention: readonly RetentionRule[] = [
  recordingRetention,
  importRetention,
  mailRetention,
  signInRetention,
  dayPasswordRetention,
  reasonRetention,
];

/** Jobs repeated by every serving process. */
const repeated: readonly RepeatedJob<Services>[] = [
  auditSealing,
  nightlyCheck,
  nightlyRescoring,
  requestedCheck,
  closingOverdue,
  countingExposures,
  heartbeat,
  eventSealing,
  drawingPapers,
  imageCleanUp,
  retentionJob(dailyRetention),
  resettingDeans,
  ...signInJobs.repeated,
  ...importJobs.repeated,
  ...appointmentJobs.repeated,
  contestMails,
];

/** Queued jobs; any process runs them. */
const queued: readonly QueuedJob<Services, never>[] = [copyingYear, generatingTemplates];

/** Starts the background work of a serving process. */
export async function startBackground(
  parts: ServerParts,
  log: FastifyBaseLogger,
): Promise<Pick<RunningJob, 'stop'>> {
  const { queue } = parts;
  const repeating = repeated.map(({ use = 'jobs', start }) => start(servicesFor(parts, use), log));
  parts.jobs.add(repeating);
  queue.reportTo(log);
  for (const job of queued) await queue.work(job, servicesFor(parts, 'jobs'));
  for (const job of importJobs.queued) await queue.work(job, servicesFor(parts, 'imports'));
  return {
    stop: async () => {
      await Promise.all([...repeating.map((job) => job.stop()), queue.stop()]);
    },
  };
}
