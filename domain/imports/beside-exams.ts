/** The rows of a batch while official exams run, so that their saves wait for a few rows at most. */
const rowsBesideExams = 10;
/** The shortest and longest pause between two batches, in milliseconds. */
const [shortestPause, longestPause] = [10, 1_000];

/** How many rows of an import are read, checked or written at once; fewer while official exams run. */
export const rowsAtOnce = (batchSize: number, areExamsRunning: boolean): number =>
  areExamsRunning ? Math.min(rowsBesideExams, batchSize) : batchSize;

/** The milliseconds to wait after a batch. Nobody waits for an import: while exams run, it leaves them half of the time. */
export const pauseAfter = (milliseconds: number, areExamsRunning: boolean): number =>
  areExamsRunning ? Math.max(shortestPause, Math.min(milliseconds, longestPause)) : shortestPause;
