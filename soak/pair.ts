import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openClient, type Sql } from '#server/db/client.ts';
import { postgresAccount } from '#server/db/embedded-account.ts';
import { postgresBinaries, spawnOptions } from '#server/db/embedded-binaries.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { clearDeadPostmaster } from '#server/db/embedded-postmaster.ts';
import { freePort } from '#server/db/free-port.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { type Databases, soakSettings } from './databases.ts';
import { childrenOf, kill } from './processes.ts';

const run = promisify(execFile);
const startMs = 120_000;

type Node = { readonly cluster: string; readonly port: number; child: ChildProcess | undefined };

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

/** Retries until it succeeds; throws the last error at the end. */
async function until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  let last: unknown;
  for (const deadline = performance.now() + startMs; performance.now() < deadline; await pause(50))
    try {
      const response = await ask();
      if (response !== undefined) return response;
    } catch (error) {
      last = error;
    }
  throw new Error(`${what} (${String(last)})`);
}

/** A primary and a synchronous standby on one machine: a commit is acknowledged when both have it on disk. */
export async function openPair(): Promise<Databases> {
  const root = await temporaryFolder('exam-soak-pair-');
  await chmod(root, 0o755);
  const first = await startEmbeddedPostgres({ dataDir: join(root, '0') });
  await first.stop();
  await run('cp', ['-a', first.dataDir, join(root, '1')]);
  const nodes: [Node, Node] = [
    { cluster: join(root, '0', 'cluster'), port: await freePort(), child: undefined },
    { cluster: join(root, '1', 'cluster'), port: await freePort(), child: undefined },
  ];
  let [primary, standby] = nodes;
  const { password } = new URL(first.url);
  const account = await postgresAccount(primary.cluster);
  const { postgres } = await postgresBinaries(account);
  const urlOf = (...hosts: Node[]) =>
    `postgres://postgres:${password}@${hosts.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
  const withSql = async <T>(node: Node, work: (sql: Sql) => PromiseLike<T>): Promise<T> => {
    const sql = openClient(urlOf(node), { max: 1, name: 'soak' });
    try {
      return await work(sql);
    } finally {
      await sql.end({ timeout: 1 });
    }
  };

  const putFile = async (node: Node, name: string, content: string): Promise<void> => {
    const file = join(node.cluster, name);
    await writeFile(file, content, { mode: 0o600 });
    if (account) await chown(file, account.uid, account.gid);
  };
  const start = async (node: Node, of?: Node): Promise<void> => {
    await clearDeadPostmaster(node.cluster);
    const settings = {
      ...soakSettings,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: String(node.port),
      track_commit_timestamp: 'on',
      wal_keep_size: '1GB',
      wal_retrieve_retry_interval: '200ms',
      ...(of && {
        primary_conninfo: `host=127.0.0.1 port=${of.port} user=postgres password=${password} application_name=standby`,
      }),
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    await putFile(node, 'postgresql.auto.conf', of ? '' : "synchronous_standby_names = 'standby'\n");
    if (of) await putFile(node, 'standby.signal', '');
    await until(async () => {
      node.child = spawn(postgres, ['-D', node.cluster, ...args], {
        ...spawnOptions(account),
        stdio: 'ignore',
      });
      for (const deadline = performance.now() + startMs; performance.now() < deadline; await pause(50)) {
        // Retries, because processes of the killed server may still hold its memory.
        if (!isRunning(node.child)) return undefined;
        const rows = await withSql(node, (sql) => sql`select 1`).catch(() => undefined);
        if (rows) return true;
      }
      return undefined;
    }, `PostgreSQL at ${node.port} did not start`);
  };
  const killNode = async (node: Node): Promise<void> => {
    if (!isRunning(node.child)) throw new Error('there is no database to kill');
    const { child } = node;
    const exited = once(child, 'exit');
    for (const pid of [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]) kill(pid);
    await exited;
  };
  const stop = async (node: Node): Promise<void> => {
    if (!isRunning(node.child)) return;
    const exited = once(node.child, 'exit');
    node.child.kill('SIGINT');
    await exited;
  };
  const streams = () =>
    until(
      () =>
        withSql(primary, async (sql) => {
          const [row] = await sql<{ state: string }[]>`select sync_state as state from pg_stat_replication`;
          return row?.state === 'sync' || undefined;
        }),
      'the standby does not stream',
    );
  /** Copies the running primary onto the other node, which becomes its standby. */
  const rebuildStandby = async (): Promise<void> => {
    await rm(standby.cluster, { recursive: true, force: true });
    await withSql(primary, async (sql) => {
      await sql`select pg_backup_start('soak', true)`;
      // Files that vanish during the copy are recreated from the log.
      await run('cp', ['-a', primary.cluster, standby.cluster]).catch(() => {});
      const [label] = await sql<{ text: string }[]>`select labelfile as text from pg_backup_stop(false)`;
      await putFile(standby, 'backup_label', label?.text ?? '');
    });
    await rm(join(standby.cluster, 'postmaster.pid'), { force: true });
    await start(standby, primary);
  };

  process.on('exit', () => {
    for (const { child } of nodes) child?.kill('SIGINT');
  });
  await start(primary);
  await start(standby, primary);
  await streams();
  const killAll = () => killNode(primary);
  const restart = async (): Promise<void> => {
    await stop(primary);
    await start(primary);
  };
  return {
    url: urlOf(...nodes),
    kill: killAll,
    restart,
    failOver: async () => {
      await killNode(primary);
      await withSql(standby, (sql) => sql`select pg_promote()`);
      [primary, standby] = [standby, primary];
      await rebuildStandby();
      await withSql(primary, async (sql) => {
        await sql`alter system set synchronous_standby_names = 'standby'`;
        await sql`select pg_reload_conf()`;
      });
      await streams();
    },
    revive: async () => {
      if (!isRunning(primary.child)) await start(primary);
      if (!isRunning(standby.child)) await start(standby, primary);
    },
    close: async () => {
      // The primary waits for its standby before it ends.
      await stop(primary);
      await stop(standby);
      await rm(root, { recursive: true, force: true });
    },
  };
}
