import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { exposed, merged } from './exposition.ts';
import { delayMetric, openProcessMetrics } from './process-metrics.ts';

describe('[OPS-3] the figures of several processes', () => {
  it('[OPS-3] are added; of delays the longest counts', () => {
    const one = openProcessMetrics();
    const two = openProcessMetrics();
    one.noteRequest('GET', '/health', 200);
    two.noteRequest('GET', '/health', 200);
    two.noteRequest('GET', '/health', 503);
    one.noteBatch(3);
    two.noteBatch(24);
    two.noteMailFailure();
    const all = merged([
      { ...one.figures(), [delayMetric]: 0.5 },
      { ...two.figures(), [delayMetric]: 0.2 },
    ]);
    expect(all).toMatchObject({
      'exam_requests_total{method="GET",route="/health",status="200"}': 2,
      'exam_requests_total{method="GET",route="/health",status="503"}': 1,
      exam_saves_total: 27,
      'exam_save_batch_size_bucket{le="2"}': 0,
      'exam_save_batch_size_bucket{le="4"}': 1,
      'exam_save_batch_size_bucket{le="+Inf"}': 2,
      exam_save_batch_size_sum: 27,
      exam_mail_failures_total: 1,
      [delayMetric]: 0.5,
    });
    const text = exposed(all);
    expect(text).toContain('# TYPE exam_save_batch_size histogram\nexam_save_batch_size_bucket{le="1"} 0\n');
    expect(text).toContain('\nexam_saves_total 27\n');
  });
});

it('[OPS-3] the delay of the event loop is that since the last reading', async () => {
  const { figures } = openProcessMetrics();
  const delay = () => figures()[delayMetric] ?? 0;
  // The delay is measured by a timer: it fires before this one.
  await pause(100);
  const blockedUntil = performance.now() + 500;
  while (performance.now() < blockedUntil);
  await pause(100);
  expect(delay()).toBeGreaterThan(0.4);
  expect(delay()).toBeLessThan(0.4);
});
