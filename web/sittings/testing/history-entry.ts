import type { HistoryEntry } from '#contract/students-exams.ts';

/** An entry of the history of a sitting; by default its beginning. */
export const historyEntry = (some: Partial<HistoryEntry>): HistoryEntry => ({
  at: '2026-02-03T08:00:00.000Z',
  event: 'begun',
  questionIndex: null,
  answers: null,
  shownNext: null,
  delaySeconds: null,
  computer: 1,
  minutes: null,
  deadline: null,
  cause: null,
  score: null,
  reason: null,
  by: null,
  isPaper: false,
  omitted: 0,
  ...some,
});
