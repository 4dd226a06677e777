import type { Finding } from './finding.ts';

/** Durations of small requests in milliseconds, in order; undefined where no response came. */
export type Samples = readonly (number | undefined)[];

/** Above these limits, moving to the next question feels slow. */
const slowMedian = 500;
const unsteadyJitter = 250;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The average difference between consecutive requests. */
function jitterOf(values: readonly number[]): number {
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)));
  return steps.length === 0 ? 0 : steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

/** Whether the connection is good enough for an exam: every request answered, quickly and evenly. */
export function judgeConnection(samples: Samples): Finding {
  const answered = samples.filter((sample) => sample !== undefined);
  const count = samples.length;
  const lost = count - answered.length;
  if (lost > 0)
    return {
      state: 'bad',
      says: (t) => t('rehearsal.connection_lost', { lost, count }),
      remedy: (t) => t('rehearsal.connection_do'),
    };
  const median = medianOf(answered);
  const jitter = jitterOf(answered);
  const figures = { median: Math.round(median), jitter: Math.round(jitter) };
  if (median > slowMedian || jitter > unsteadyJitter)
    return {
      state: 'bad',
      says: (t) => t('rehearsal.connection_slow', figures),
      remedy: (t) => t('rehearsal.connection_do'),
    };
  return { state: 'good', says: (t) => t('rehearsal.connection_good', figures) };
}
