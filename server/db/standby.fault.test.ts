import { execFile } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { childServer } from '#server/testing/child-server.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { startSaving } from '#server/testing/saving-load.ts';
import { testServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { type Standby, startStandby } from '#server/testing/standby.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openClient, type Sql } from './client.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster } from './embedded-postmaster.ts';
import { migrate } from './migrate.ts';

const run = promisify(execFile);
const waiting = { timeout: 120_000, interval: 20 };

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const connect = (url: string): Sql => {
  const sql = openClient(url, { max: 1, name: 'standby-test' });
  stops.push(() => sql.end({ timeout: 1 }));
  return sql;
};

/** A standby that receives the log of the primary as it is written. */
async function followPrimary(folder: string, primaryUrl: string): Promise<Standby> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const standby = await startStandby(folder, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`,
    track_commit_timestamp: 'on',
  });
  stops.push(standby.stop);
  return standby;
}

/** Kills a PostgreSQL server and all its processes at once, as a machine that loses power. */
async function killPrimary(cluster: string): Promise<void> {
  const pid = (await livePostmaster(cluster))?.pid;
  if (pid === undefined) throw new Error('the primary does not run');
  const { stdout } = await run('pgrep', ['-P', String(pid)]).catch(() => ({ stdout: '' }));
  process.kill(pid, 'SIGKILL');
  for (const child of stdout.split('\n').filter(Boolean))
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch {
      // It has ended already.
    }
}

it('[SAFE-12] a synchronous standby takes over from a primary killed under load without losing an acknowledged save', async () => {
  const folder = await temporaryFolder('exam-standby-');
  await chmod(folder, 0o755);
  stops.push(() => rm(folder, { recursive: true, force: true }));
  const first = await startEmbeddedPostgres({ dataDir: join(folder, 'one') });
  await migrate(first.url);
  await first.stop();
  await run('cp', ['-a', first.dataDir, join(folder, 'two')]);
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, 'one') });
  stops.push(() => primary.stop().catch(() => {}));
  const standby = await followPrimary(join(folder, 'two'), primary.url);
  const onPrimary = connect(primary.url);
  await onPrimary`alter system set synchronous_standby_names = 'standby'`;
  await onPrimary`select pg_reload_conf()`;
  await vi.waitFor(async () => {
    const [row] = await onPrimary<{ state: string }[]>`select sync_state as state from pg_stat_replication`;
    expect(row?.state).toBe('sync');
  }, waiting);

  const server = await testServer({ database: { databaseUrl: primary.url } });
  const custom = await aCustomExam(server, { questions: 3 });
  const exams: RunningExam[] = [];
  for (let n = 0; n < 6; n += 1) exams.push(await aRunningExam(server, custom));
  await server.close();

  const both = primary.url.replace(/127\.0\.0\.1:\d+/, (one) => `${one},127.0.0.1:${standby.port}`);
  const product = await childServer({ databaseUrl: both, environment: { ALLOW_UNSAFE_DATABASE: '0' } });
  stops.push(() => product.stop());
  const load = startSaving(`http://127.0.0.1:${product.port}`, exams);
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(300), waiting);

  await killPrimary(join(primary.dataDir, 'cluster'));
  const killedAt = performance.now();
  const before = load.count();
  const onStandby = connect(primary.url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${standby.port}`));
  await onStandby`select pg_promote()`;
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(before + exams.length), waiting);
  const away = Math.round(load.newest() - killedAt);
  await vi.waitFor(() => expect(load.count()).toBeGreaterThan(before + 200), waiting);
  await load.stop();
  console.log(
    `${load.count()} saves acknowledged, ${before} before the kill; saves went on ${away} ms after it`,
  );
  expect(await load.lost(onStandby)).toEqual([]);
  expect(load.refusals).toEqual([]);
});
