import { delayMetric, type Figures } from './process-metrics.ts';

/** Every metric with its type and help text, in the order of exposition. */
const catalogue: readonly (readonly [name: string, type: string, help: string])[] = [
  ['exam_requests_total', 'counter', 'Requests answered, by route and status.'],
  ['exam_saves_total', 'counter', 'Saves of exams sent to the database.'],
  ['exam_save_batch_size', 'histogram', 'Saves that were sent to the database together.'],
  ['exam_mail_failures_total', 'counter', 'Messages the mail server did not take.'],
  [delayMetric, 'gauge', 'Event-loop delay since the last reading, 99th percentile of the slowest process.'],
  ['exam_processes', 'gauge', 'Server processes that answered.'],
  ['exam_exams_running', 'gauge', 'Official exams that run now; the parts of a sitting count once.'],
  ['exam_papers_waiting', 'gauge', 'Papers that are drawn and wait for their candidate.'],
  ['exam_jobs', 'gauge', 'Jobs of the queue, by state.'],
  ['exam_connections', 'gauge', 'Connections to the database, by workload and state.'],
  ['exam_audit_seal_lag_seconds', 'gauge', 'Age of the oldest audit entry that is not sealed.'],
  ['exam_event_seals_pending', 'gauge', 'Ended exams whose events are not sealed yet.'],
  ['exam_outages_undecided', 'gauge', 'Outages during exams that wait for a decision.'],
  [
    'exam_backup_age_seconds',
    'gauge',
    'Age of the newest backup by the command; infinite when there is none.',
  ],
  [
    'exam_backup_check_age_seconds',
    'gauge',
    'Time since a check of the newest backup found nothing; infinite when there was none.',
  ],
  ['exam_database_bytes', 'gauge', 'Size of the database.'],
  ['exam_disk_free_bytes', 'gauge', 'Free space on the disk of this machine’s data folder.'],
  ['exam_disk_size_bytes', 'gauge', 'Size of that disk.'],
  ['exam_certificate_seconds_left', 'gauge', 'Time until the certificate at PUBLIC_URL ends.'],
];

/** Merges the figures of several processes: counts are added, of delays the longest counts. */
export function merged(all: readonly Figures[]): Figures {
  const sum: Record<string, number> = {};
  for (const figures of all)
    for (const [series, value] of Object.entries(figures))
      sum[series] = series === delayMetric ? Math.max(sum[series] ?? 0, value) : (sum[series] ?? 0) + value;
  return sum;
}

/** The figures without the delay, which says nothing once its process has ended. */
export const countersOf = (figures: Figures): Figures =>
  Object.fromEntries(Object.entries(figures).filter(([series]) => series !== delayMetric));

const nameOf = (series: string) => series.replace(/\{.*$/, '');
const belongsTo = (metric: string, type: string) => (series: string) =>
  type === 'histogram'
    ? [`${metric}_bucket`, `${metric}_sum`, `${metric}_count`].includes(nameOf(series))
    : nameOf(series) === metric;

/** Figures in the text format of Prometheus. */
export function exposed(figures: Figures): string {
  const lines = catalogue.flatMap(([metric, type, help]) => {
    const series = Object.keys(figures).filter(belongsTo(metric, type));
    return [
      `# HELP ${metric} ${help}`,
      `# TYPE ${metric} ${type}`,
      ...series.map(
        (name) => `${name} ${figures[name] === Number.POSITIVE_INFINITY ? '+Inf' : figures[name]}`,
      ),
    ];
  });
  return `${lines.join('\n')}\n`;
}
