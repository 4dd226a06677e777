import { once } from 'node:events';
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  killWithLeftovers,
  query,
  serverProcess,
  startInAnotherProcess,
  useEmbeddedDatabases,
} from '#server/testing/embedded-databases.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { openClient } from './client.ts';
import { SHARED_FOLDER } from './embedded-binaries.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { isAlive, livePostmaster } from './embedded-postmaster.ts';
import { settledPostmaster } from './embedded-process.ts';

const { newFolder, start } = useEmbeddedDatabases();

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
    const first = await start(folder, { durable: true });
    await query(first.url, 'create table kept as select 7 as number');
    process.kill(await serverProcess(first), 'SIGKILL');
    await first.stop();

    const second = await start(folder);
    expect(second.adopted).toBe(false);
    expect(await query(second.url, 'select number from kept')).toBe(7);
  });

  /** A killed server with one process still stopped, which keeps the shared memory in use. */
  async function killedWithLeftovers(): Promise<{ dataDir: string; heldUp: number }> {
    const first = await start(await newFolder());
    const heldUp = await killWithLeftovers(first);
    await first.stop();
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
      const second = await start(dataDir, { log });
      expect(lines).toEqual([expect.stringMatching(`that was killed .*${heldUp}.* to leave, 60 s at most`)]);
      expect(await query(second.url, 'select 1')).toBe(1);
    },
  );

  it.runIf(process.platform === 'linux')(
    'gives up on processes of a killed server that do not exit, and names them',
    async () => {
      const { dataDir, heldUp } = await killedWithLeftovers();
      await expect(start(dataDir, { leavingSeconds: 1 })).rejects.toThrow(
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
      settledPostmaster({ cluster: folder, folder }, log, undefined, { slow: 0, most: 0 });
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
