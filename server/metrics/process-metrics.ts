import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** The figures of one process: a value for each series, by name and labels. */
export type Figures = Readonly<Record<string, number>>;

/** The figures of the serving processes, and the counters of those that no longer respond. */
export type AllFigures = { readonly serving: readonly Figures[]; readonly before: Figures };

/** Counts events in one process. Labels are routes, methods and statuses, never a person. */
export type ProcessMetrics = {
  noteRequest(method: string, route: string, status: number): void;
  noteBatch(saves: number): void;
  noteMailFailure(): void;
  figures(): Figures;
};

/** Upper bounds of the batch sizes; a batch has at most 24 saves. */
const batchBounds = [1, 2, 4, 8, 16, 24];

const nanosecondsPerSecond = 1e9;

export const delayMetric = 'exam_event_loop_delay_seconds';

/** The 99th percentile since the last reading. */
function readDelay(delay: IntervalHistogram): number {
  const seconds = delay.percentile(99) / nanosecondsPerSecond;
  delay.reset();
  return seconds;
}

export function openProcessMetrics(): ProcessMetrics {
  const counted = new Map<string, number>();
  const add = (series: string, by = 1) => counted.set(series, (counted.get(series) ?? 0) + by);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  add('exam_mail_failures_total', 0);
  add('exam_saves_total', 0);
  return {
    noteRequest: (method, route, status) =>
      add(`exam_requests_total{method="${method}",route="${route}",status="${status}"}`),
    noteBatch: (saves) => {
      add('exam_saves_total', saves);
      for (const bound of batchBounds)
        add(`exam_save_batch_size_bucket{le="${bound}"}`, saves <= bound ? 1 : 0);
      add('exam_save_batch_size_bucket{le="+Inf"}');
      add('exam_save_batch_size_sum', saves);
      add('exam_save_batch_size_count');
    },
    noteMailFailure: () => add('exam_mail_failures_total'),
    figures: () => ({ ...Object.fromEntries(counted), [delayMetric]: readDelay(delay) }),
  };
}
