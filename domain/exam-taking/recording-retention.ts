import type { Moment } from './time.ts';

const day = 24 * 60 * 60_000;

/** When a recording is deleted: some days after the exam, but never before its session's contestations are resolved (REC-3). */
export const recordingEnds = (
  startedAt: Moment,
  { days, contestationsEnd }: { readonly days: number; readonly contestationsEnd: Moment },
): Moment => Math.max(startedAt + days * day, contestationsEnd);
