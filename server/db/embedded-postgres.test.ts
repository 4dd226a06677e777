import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { openClient } from './client.ts';
import { SHARED_FOLDER } from './embedded-binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, livePostmaster } from './embedded-postmaster.ts';
import { settledPostmaster } from './embedded-process.ts';

const running: EmbeddedPostgres[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const database of running.splice(0)) {
    await database.stop();
    folders.push(database.dataDir);
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder('exam-embedded-');
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, durable = false): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, durable });
  running.push(database);
  return database;
}

async function query<T>(url: string, statement: string): Promise<T | undefined> {
  const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
  try {
    const [row] = await sql.unsafe(statement);
    return row && (Object.values(row)[0] as T);
  } finally {
    await sql.end();
  }
}

async function serverProcess(database: EmbeddedPostgres): Promise<number> {
  const found = await livePostmaster(join(database.dataDir, 'cluster'));
  if (!found) throw new Error('no PostgreSQL runs on this folder');
  return found.pid;
}

/** Another of our processes: starts the database and, by default, waits to be killed. */
async function startInAnotherProcess(
  dataDir: string,
  then = 'setInterval(() => {}, 1000)',
): Promise<ChildProcess> {
  const program = `
    const { startEmbeddedPostgres } = await import('#server/db/embedded-postgres.ts');
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log('started');
    ${then};`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('it did not start'))),
  ]);
  return child;
}

describe('the embedded database', () => {
  it('runs queries, keeps its data across a restart, and leaves no process', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    expect(first.adopted).toBe(false);
    await query(first.url, `create table kept as select 'ștampilă' as word`);
    const pid = await serverProcess(first);
    await first.stop();
    expect(isAlive(pid)).toBe(false);

    const second = await start(folder);
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select word from kept')).toBe('ștampilă');
  });

  it('adopts the server a killed process left running', async () => {
    const folder = await newFolder();
    const owner = await startInAnotherProcess(folder);
    owner.kill('SIGKILL');
    await once(owner, 'exit');

    const adopted = await start(folder);
    expect(adopted.adopted).toBe(true);
    expect(await query(adopted.url, 'select 1')).toBe(1);
    await adopted.stop();
    expect(await livePostmaster(join(adopted.dataDir, 'cluster'))).toBeUndefined();
  });

  it('ends when the process that started it ends without stopping it', async () => {
    const folder = await newFolder();
    const owner = await startInAnotherProcess(folder, 'process.exit(1)');
    if (owner.exitCode === null) await once(owner, 'exit');
    const next = await start(folder);
    expect(next.adopted).toBe(false);
  });

  it('keeps committed data when the server is killed too', async () => {
    const folder = await newFolder();
    const first = await start(folder, true);
    await query(first.url, 'create table kept as select 7 as number');
    process.kill(await serverProcess(first), 'SIGKILL');
    await first.stop();

    const second = await start(folder);
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select number from kept')).toBe(7);
  });

  it('[SAFE-17] starts again on its address when it ends by itself, as soon as that is possible', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const dataDir = await newFolder();
    const database = await startEmbeddedPostgres({ dataDir, keepRunning: true, log });
    running.push(database);
    await query(database.url, 'create table kept as select 7 as number');
    // Without this file it cannot start, as without room on its disk.
    const needed = join(database.dataDir, 'cluster', 'global', 'pg_control');
    await rename(needed, `${needed}.away`);
    lines.length = 0;
    process.kill(await serverProcess(database), 'SIGKILL');
    const written = () => readFile(join(database.dataDir, 'postgres.log'), 'utf8');
    await expect.poll(written).toContain('could not open file');
    await rename(`${needed}.away`, needed);
    await expect.poll(() => lines.at(-1)).toBe('PostgreSQL runs again.');
    expect(lines).toEqual([
      expect.stringContaining('PostgreSQL ended by itself (SIGKILL)'),
      'PostgreSQL runs again.',
    ]);
    expect(await query(database.url, 'select number from kept')).toBe(7);
    await expect(startEmbeddedPostgres({ dataDir: database.dataDir, durable: false })).rejects.toThrow(
      /Another running copy/,
    );
  });

  it('[SAFE-17] starts again after it was adopted, and not after it was stopped', async () => {
    const dataDir = await newFolder();
    const owner = await startInAnotherProcess(dataDir);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const adopted = await startEmbeddedPostgres({ dataDir, durable: false, keepRunning: true, log });
    running.push(adopted);
    expect(adopted.adopted).toBe(true);
    process.kill(await serverProcess(adopted), 'SIGKILL');
    await expect.poll(() => lines.at(-1)).toBe('PostgreSQL runs again.');
    expect(await query(adopted.url, 'select 1')).toBe(1);
    await adopted.stop();
    expect(await livePostmaster(join(adopted.dataDir, 'cluster'))).toBeUndefined();
  });

  /** A killed server with one process still stopped, which keeps the shared memory in use. */
  async function killedWithLeftovers(): Promise<{ dataDir: string; heldUp: number }> {
    const first = await start(await newFolder());
    const sql = openClient(first.url, { max: 1, name: 'exam-platform-tests' });
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    const heldUp = row?.pid ?? 0;
    process.kill(heldUp, 'SIGSTOP');
    process.kill(await serverProcess(first), 'SIGKILL');
    await first.stop();
    void sql.end({ timeout: 0 }).catch(() => {});
    return { dataDir: first.dataDir, heldUp };
  }

  it.runIf(process.platform === 'linux')(
    'waits for processes of a killed server to exit, and reports which',
    async () => {
      const { dataDir, heldUp } = await killedWithLeftovers();
      const lines: string[] = [];
      const log = (line: string) => {
        lines.push(line);
        if (line.startsWith('Waiting')) process.kill(heldUp, 'SIGCONT');
      };
      const second = await startEmbeddedPostgres({ dataDir, durable: false, log });
      running.push(second);
      expect(lines).toEqual([expect.stringMatching(`that was killed .*${heldUp}.* to leave, 60 s at most`)]);
      expect(await query(second.url, 'select 1')).toBe(1);
    },
  );

  it.runIf(process.platform === 'linux')(
    'gives up on processes of a killed server that do not exit, and names them',
    async () => {
      const { dataDir, heldUp } = await killedWithLeftovers();
      await expect(startEmbeddedPostgres({ dataDir, durable: false, leavingSeconds: 1 })).rejects.toThrow(
        new RegExp(`that was killed .*${heldUp}.* after 1 s. End them, then start again`),
      );
      process.kill(heldUp, 'SIGKILL');
      expect((await start(dataDir)).adopted).toBe(false);
    },
  );

  it('starts when an unrelated process has reused the dead server’s pid', async () => {
    const first = await start(await newFolder());
    const file = join(first.dataDir, 'cluster', 'postmaster.pid');
    const traces = await readFile(file, 'utf8');
    await first.stop();
    await writeFile(file, traces.replace(/^\d+/, String(process.pid)));
    expect((await start(first.dataDir)).adopted).toBe(false);
  });

  it('reports data of another major version', async () => {
    const first = await start(await newFolder());
    await first.stop();
    await writeFile(join(first.dataDir, 'cluster', 'PG_VERSION'), '14\n');
    await expect(start(first.dataDir)).rejects.toThrow(
      /made by PostgreSQL 14, but this program brings PostgreSQL/,
    );
  });

  it('starts over when a first start was interrupted', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    await first.stop();
    await rename(join(first.dataDir, 'cluster'), join(first.dataDir, 'attempt-999999999'));
    await mkdir(join(first.dataDir, 'attempt-999999998'));
    await rm(join(first.dataDir, 'password'));
    const second = await start(folder);
    expect(await query(second.url, 'select 1')).toBe(1);
    await expect(stat(join(first.dataDir, 'attempt-999999999'))).rejects.toThrow();
  });

  it('never replaces a password', async () => {
    const first = await start(await newFolder());
    const file = join(first.dataDir, 'password');
    await first.stop();
    // One that cannot be read; rights do not keep root out.
    await rename(file, `${file}.kept`);
    await mkdir(file);
    await expect(start(first.dataDir)).rejects.toThrow('EISDIR');
    await rmdir(file);
    await expect(start(first.dataDir)).rejects.toThrow(/is missing from .*password. Restore that file/);
    await writeFile(file, '');
    await expect(start(first.dataDir)).rejects.toThrow(/is missing from/);
    await rename(`${file}.kept`, file);
    const again = await start(first.dataDir);
    expect(await query(again.url, 'select 1')).toBe(1);
    await again.stop();

    await rename(join(first.dataDir, 'cluster'), join(first.dataDir, 'elsewhere'));
    await writeFile(file, '');
    await expect(start(first.dataDir)).rejects.toThrow(/password is empty.* Delete it, then start again/);
  });
});

describe('the embedded database, while it runs', () => {
  /** Started once, because each start creates a cluster. */
  const database = useStarted(
    async () => {
      const requested = await temporaryFolder('exam-embedded-');
      return { requested, ...(await startEmbeddedPostgres({ dataDir: requested, durable: false })) };
    },
    async ({ requested, dataDir, stop }) => {
      await stop();
      for (const folder of [requested, dataDir]) await rm(folder, { recursive: true, force: true });
    },
  );

  it('requires the password, and keeps it private', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    expect((await stat(join(database.dataDir, 'password'))).mode & 0o777).toBe(0o600);
    expect(await query(database.url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await query(database.url, 'show unix_socket_directories')).toBe('');
  });

  it('[SAFE-14] keeps the values of a refused row out of its log', async () => {
    const { url, dataDir } = database;
    await query(url, `create table people (cnp text check (cnp = ''))`);
    const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
    const planted = '6040501129879';
    await expect(sql`insert into people values (${planted})`).rejects.toThrow('violates check constraint');
    await sql.end();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('violates check constraint');
    expect(log).not.toContain(planted);
  });

  it('records when each transaction was committed and sorts names in Romanian', async () => {
    const { url } = database;
    expect(await query(url, 'show track_commit_timestamp')).toBe('on');
    const order = `select string_agg(n, ' ' order by n collate "ro-x-icu") from unnest(array['Țepeș','Tudor','Șerban','Stan']) n`;
    expect(await query(url, order)).toBe('Stan Șerban Tudor Țepeș');
  });

  it('refuses data that another running copy uses, without disturbing it', async () => {
    await expect(startEmbeddedPostgres({ dataDir: database.dataDir, durable: false })).rejects.toThrow(
      /Another running copy/,
    );
    expect(await query(database.url, 'select 1')).toBe(1);
  });

  it('waits without end for a server that recovers, and says so; not for one that stops', async () => {
    const file = await readFile(join(database.dataDir, 'cluster', 'postmaster.pid'), 'utf8');
    const folder = await newFolder();
    /** In one step, as a half-written file would say nothing. */
    const says = async (status: string) => {
      await writeFile(join(folder, 'next.pid'), file.replace(/^ready *$/m, status));
      await rename(join(folder, 'next.pid'), join(folder, 'postmaster.pid'));
    };
    const settled = (log: (line: string) => void) =>
      settledPostmaster({ cluster: folder, folder }, log, { slow: 0, most: 0 });
    await says('stopping');
    await expect(settled(() => undefined)).rejects.toThrow('does not become ready');
    await says('starting');
    const lines: string[] = [];
    const recovered = settled((line) => {
      lines.push(line);
      void says('ready');
    });
    expect(await recovered).toMatchObject({ ready: true });
    expect(lines).toEqual([expect.stringContaining('not ready yet')]);
  });
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  it('puts the data elsewhere when the helper account cannot enter the folder', async () => {
    const locked = await newFolder();
    const database = await start(join(locked, 'inside', 'postgres'));
    expect(database.dataDir.startsWith(locked)).toBe(false);
    expect(await query(database.url, 'select 1')).toBe(1);
    await database.stop();
    await rm(database.dataDir, { recursive: true });
    await rmdir(SHARED_FOLDER).catch(() => 'another clone of the program uses it');
  });

  it('runs under the owner of the data, never as root', async () => {
    const database = await start(await newFolder());
    const pid = await serverProcess(database);
    expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    expect((await stat(`/proc/${pid}`)).uid).toBe((await stat(join(database.dataDir, 'cluster'))).uid);
  });
});
