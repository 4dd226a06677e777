import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import type { Job } from '#contract/administration.ts';
import { noteChecked } from '#server/backup/taking.ts';
import { systemAuthor } from '#server/db/database.ts';
import { beat } from '#server/exams/outages.ts';
import { projectRoot } from '#server/project-root.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { testCertificate } from '#server/testing/certificate.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { startMetrics } from './metrics-server.ts';

const server = useTestServer();
/** The proxy in front of the product. */
const proxy = useStarted(
  async () => {
    const listening = createServer(testCertificate, (socket) => socket.on('error', () => {})).listen(
      0,
      '127.0.0.1',
    );
    await once(listening, 'listening');
    return listening;
  },
  async (listening) => void listening.close(),
);
const metrics = useStarted(
  () =>
    startMetrics({
      host: '127.0.0.1',
      port: 0,
      databaseUrl: server.databaseUrl,
      publicUrl: `https://127.0.0.1:${(proxy.address() as AddressInfo).port}/`,
      figures: async () => ({ serving: [server.services.metrics?.figures() ?? {}], before: {} }),
    }),
  (started) => started.stop(),
);

const text = async () => (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
const figure = async (name: string): Promise<string | undefined> =>
  (await text()).match(new RegExp(`^${name} (.*)$`, 'm'))?.[1];

it('[OPS-3] every metric of the sample alerts and of the dashboard is served, with a value', async () => {
  const files = ['prometheus-alerts.yml', 'grafana-dashboard.json'];
  const samples = await Promise.all(files.map((file) => readFile(join(projectRoot, 'deploy', file), 'utf8')));
  const named = new Set(
    samples
      .flatMap((sample) => sample.split('\n'))
      .filter((line) => /^\s*"?expr"?:/.test(line))
      .flatMap((line) => line.match(/\bexam_\w+/g) ?? []),
  );
  expect([...named]).toEqual(
    expect.arrayContaining([
      'exam_backup_age_seconds',
      'exam_backup_check_age_seconds',
      'exam_certificate_seconds_left',
      'exam_disk_free_bytes',
      'exam_outages_undecided',
    ]),
  );
  await server.app.inject('/health');
  const served = (await text()).split('\n');
  expect([...named].filter((name) => !served.some((line) => line.startsWith(name)))).toEqual([]);
});

it('[OPS-3] the age of the backup, the disk and the certificate are measured', async () => {
  expect(await figure('exam_backup_age_seconds')).toBe('+Inf');
  await server.database
    .sql`insert into backups (taken_at, rows, bytes) values (now() - interval '2 hours', 1, 1)`;
  const age = Number(await figure('exam_backup_age_seconds'));
  expect(age).toBeGreaterThanOrEqual(7200);
  expect(age).toBeLessThan(7800);
  expect(await figure('exam_backup_check_age_seconds')).toBe('+Inf');
  await noteChecked(server.databaseUrl, '2001-01-01T00:00:00.000Z');
  expect(await figure('exam_backup_check_age_seconds')).toBe('+Inf');
  const [backup] = await server.database.sql<{ takenAt: string }[]>`
    update backups set taken_at = date_trunc('milliseconds', taken_at)
    returning to_char(taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"`;
  await noteChecked(server.databaseUrl, backup?.takenAt ?? '');
  expect(Number(await figure('exam_backup_check_age_seconds'))).toBeLessThan(600);
  const [free, size] = [
    Number(await figure('exam_disk_free_bytes')),
    Number(await figure('exam_disk_size_bytes')),
  ];
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThanOrEqual(free);
  expect(Number(await figure('exam_database_bytes'))).toBeGreaterThan(1_000_000);
  // The test certificate expires in October 2126.
  const ends = Date.now() + Number(await figure('exam_certificate_seconds_left')) * 1000;
  expect(new Date(ends).getUTCFullYear()).toBe(2126);
});

it('[OPS-3] a job that fails raises its alert until it succeeds, also after it was given up', async () => {
  const rules = await readFile(join(projectRoot, 'deploy', 'prometheus-alerts.yml'), 'utf8');
  const [, states = ''] =
    /alert: JobsFail\n.*\n\s*expr: exam_jobs\{state=~"([\w|]+)"\} > 0\n/.exec(rules) ?? [];
  /** How many jobs the expression of the alert counts. */
  const counted = async () =>
    [...(await text()).matchAll(/^exam_jobs\{state="(\w+)"\} (\d+)$/gm)]
      .filter(([, state = '']) => states.split('|').includes(state))
      .reduce((sum, [, , count]) => sum + Number(count), 0);
  const admin = await signedInAs(server, 'admin');
  const listed = async () => (await admin.get('administration/jobs')).json<Job[]>();
  let broken = true;
  const job = {
    name: 'watched-job',
    run: async () => {
      if (broken) throw new Error('the disk is full');
    },
  };
  const { queue } = server.services;
  expect(await counted()).toBe(0);
  const sent = (n: number) =>
    server.database.transaction(systemAuthor, (tx) => queue.send(tx, job, { n }, String(n)));
  await sent(1);
  await sent(2);
  await server.database.sql`update jobs.job set retry_limit = 0 where data ->> 'n' = '2'`;
  await queue.work(job, {});
  // One waits for its next try, the other was given up.
  await expect
    .poll(async () => (await listed()).map(({ state }) => state).sort())
    .toEqual(['failed', 'failing']);
  await expect.poll(counted).toBe(2);
  broken = false;
  await expect
    .poll(async () => {
      for (const { id } of await listed())
        await admin.post('administration/jobs/retry', { source: 'queue', id });
      return counted();
    })
    .toBe(0);
});

it('[OPS-3] an undecided outage is counted until an administrator decides', async () => {
  const admin = await signedInAs(server, 'admin');
  await aRunningExam(server, await aCustomExam(server, { questions: 1 }));
  await beat(server.database);
  expect(await figure('exam_outages_undecided')).toBe('0');
  await server.database.sql`update heartbeats set beat_at = beat_at - interval '5 minutes'`;
  await server.database.sql`update exams set started_at = started_at - interval '10 minutes'`;
  const outage = await beat(server.database);
  expect(await figure('exam_outages_undecided')).toBe('1');
  expect((await admin.post(`administration/outages/${outage}/decline`)).statusCode).toBeLessThan(300);
  expect(await figure('exam_outages_undecided')).toBe('0');
});
