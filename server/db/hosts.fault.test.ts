import { execFile } from 'node:child_process';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openQueue, type QueuedJob } from '#server/jobs/queue.ts';
import { type Standby, startStandby } from '#server/testing/standby.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { openClient, type Sql } from './client.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

let folder: string;
let primary: EmbeddedPostgres;
let standby: Standby;
let both: string;
const clients: Sql[] = [];

const connect = (address: string): Sql => {
  const client = openClient(address, { max: 2, name: 'hosts' });
  clients.push(client);
  return client;
};
const withHosts = (...ports: number[]) =>
  primary.url.replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join(','));
const portOf = (url: string) => Number(new URL(url).port);
const servedBy = async (sql: Sql) => {
  const [row] = await sql<{ port: number }[]>`select inet_server_port() as port`;
  return row?.port;
};

beforeAll(async () => {
  folder = await temporaryFolder('exam-hosts-');
  // PostgreSQL's account must be able to enter it.
  await chmod(folder, 0o755);
  const first = await startEmbeddedPostgres({ dataDir: join(folder, 'one'), durable: false });
  await first.stop();
  await run('cp', ['-a', first.dataDir, join(folder, 'two')]);
  primary = await startEmbeddedPostgres({ dataDir: join(folder, 'one'), durable: false });
  standby = await startStandby(join(folder, 'two'), { fsync: 'off' });
  both = withHosts(standby.port, portOf(primary.url));
  const alone = connect(withHosts(standby.port));
  await vi.waitFor(async () => expect(await servedBy(alone)).toBe(standby.port), { timeout: 120_000 });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end({ timeout: 1 })));
  await Promise.all([standby.stop(), primary.stop()]);
  await rm(folder, { recursive: true, force: true });
});

describe('an address with several servers', () => {
  it('connects to the one that accepts connections', async () => {
    const nobody = await freePort();
    const port = portOf(primary.url);
    expect(await servedBy(connect(withHosts(nobody, port)))).toBe(port);
    expect(await servedBy(connect(withHosts(port, nobody)))).toBe(port);
  });

  it('skips a standby and connects to the writable one', async () => {
    const sql = connect(both);
    expect(await servedBy(sql)).toBe(portOf(primary.url));
    await sql`create table taken (n int)`;
    expect((await sql`insert into taken values (1)`).count).toBe(1);
  });

  it('fails like a lost connection while none is writable', async () => {
    const sql = connect(withHosts(standby.port, await freePort()));
    await expect(sql`select 1`).rejects.toSatisfy(isConnectionLoss);
  });

  it('works for the job queue too', async () => {
    const queue = openQueue(both);
    const done = vi.fn(async () => {});
    const job: QueuedJob<undefined, { n: number }> = { name: 'tested', run: done };
    await queue.work(job, undefined);
    await connect(both).begin((tx) => queue.send(tx, job, { n: 1 }, 'one'));
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: 120_000 });
    await queue.stop();
  });

  it('queries and listeners move to the standby after its promotion', async () => {
    const sql = connect(both);
    const listens = vi.fn();
    const listener = vi.fn();
    await sql.listen('news', listener, listens);
    expect(await servedBy(sql)).toBe(portOf(primary.url));
    await primary.stop();
    await connect(withHosts(standby.port))`select pg_promote()`;
    await vi.waitFor(async () => expect(await servedBy(sql)).toBe(standby.port), { timeout: 120_000 });
    await sql`create table taken_over (n int)`;
    await vi.waitFor(() => expect(listens).toHaveBeenCalledTimes(2), { timeout: 120_000 });
    await sql`select pg_notify('news', 'hello')`;
    await vi.waitFor(() => expect(listener).toHaveBeenCalledWith('hello'), { timeout: 120_000 });
  });
});
