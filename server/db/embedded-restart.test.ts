import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  killWithLeftovers,
  query,
  serverProcess,
  startInAnotherProcess,
  useEmbeddedDatabases,
} from '#server/testing/embedded-databases.ts';
import type { EmbeddedPostgresOptions } from './embedded-data.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster, processesOn } from './embedded-postmaster.ts';
import { lastLogLines, logFile } from './embedded-process.ts';

const { newFolder, start } = useEmbeddedDatabases();

const runsAgain = 'PostgreSQL runs again.';

/** Starts a database that is kept running. `events` are the log lines about its ends and restarts. */
async function startKept(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const database = await start(dataDir, { keepRunning: true, log, ...options });
  const events = () => lines.filter((line) => /ended by itself|runs again/.test(line));
  return { ...database, cluster: join(database.dataDir, 'cluster'), lines, events };
}

describe('the embedded database, when its server ends by itself', () => {
  it('[SAFE-17] starts again on its address, as soon as that is possible', async () => {
    const database = await startKept(await newFolder(), { durable: true });
    await query(database.url, 'create table kept as select 7 as number');
    // Without this file it cannot start, as without room on its disk.
    const needed = join(database.cluster, 'global', 'pg_control');
    await rename(needed, `${needed}.away`);
    process.kill(await serverProcess(database), 'SIGKILL');
    await expect.poll(() => readFile(logFile(database.dataDir), 'utf8')).toContain('could not open file');
    await rename(`${needed}.away`, needed);
    await expect.poll(() => database.events().at(-1)).toBe(runsAgain);
    expect(database.events()).toEqual([
      expect.stringContaining('PostgreSQL ended by itself (SIGKILL)'),
      runsAgain,
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
    const adopted = await startKept(dataDir);
    expect(adopted.adopted).toBe(true);
    const killed = performance.now();
    process.kill(await serverProcess(adopted), 'SIGKILL');
    await expect.poll(() => adopted.events().at(-1)).toBe(runsAgain);
    const restartTook = performance.now() - killed;
    expect(await query(adopted.url, 'select 1')).toBe(1);

    process.kill(await serverProcess(adopted), 'SIGKILL');
    await adopted.stop();
    // That nothing starts has no condition to wait for; a restart would take half of this time.
    for (const until = performance.now() + 2 * restartTook; performance.now() < until; await pause(50))
      expect(await livePostmaster(adopted.cluster)).toBeUndefined();
    expect(adopted.events().filter((line) => line === runsAgain)).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')(
    '[SAFE-17] starts again when the adopted one remains as a zombie',
    async () => {
      const dataDir = await newFolder();
      // A stopped parent does not collect its child. Without its connection it loses the lock of the owner.
      const parent = await startInAnotherProcess(dataDir);
      parent.kill('SIGSTOP');
      const url = (await runningEmbeddedUrl(dataDir)) ?? '';
      await query(
        url,
        `select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'exam-platform-supervisor'`,
      );
      const adopted = await startKept(dataDir);
      try {
        expect(adopted.adopted).toBe(true);
        process.kill(await serverProcess(adopted), 'SIGKILL');
        await expect.poll(() => adopted.events().at(-1)).toBe(runsAgain);
        expect(await query(adopted.url, 'select 1')).toBe(1);
      } finally {
        parent.kill('SIGKILL');
      }
    },
  );

  it('[SAFE-17] keeps its address when another process started and left a server on its data', async () => {
    const first = await start(await newFolder());
    await first.stop();
    const config = join(first.dataDir, 'own.conf');
    await writeFile(config, '');
    const database = await startKept(first.dataDir, { settings: { config_file: config } });
    // Only the other process can start without this file.
    await rename(config, `${config}.away`);
    process.kill(await serverProcess(database), 'SIGKILL');
    // Ours may take the lock of its server before it does, and stop that server; after each time ours pauses longer.
    const startOther = (): Promise<ChildProcess> => startInAnotherProcess(first.dataDir).catch(startOther);
    const owner = await startOther();
    await rename(`${config}.away`, config);
    owner.kill('SIGKILL');
    await expect.poll(() => database.events().at(-1)).toBe(runsAgain);
    expect(await query(database.url, 'select 1')).toBe(1);
  });

  it('[SAFE-17] pauses longer each time it ends soon after its start', async () => {
    const database = await startKept(await newFolder());
    let took = 0;
    for (let count = 1; count <= 4; count += 1) {
      const killed = performance.now();
      process.kill(await serverProcess(database), 'SIGKILL');
      await expect.poll(() => database.events().filter((line) => line === runsAgain)).toHaveLength(count);
      took = performance.now() - killed;
    }
    // The first pause doubled three times is 2 s; a timer may fire a little early.
    expect(took).toBeGreaterThan(1950);
  });
});

describe('the embedded database, stopped while its server starts again', () => {
  /** Less than any limit of the waits, and enough for a busy machine. */
  const promptMilliseconds = 20_000;

  async function expectPromptStop({ stop, cluster }: Awaited<ReturnType<typeof startKept>>): Promise<void> {
    const asked = performance.now();
    await stop();
    expect(performance.now() - asked).toBeLessThan(promptMilliseconds);
    expect(await livePostmaster(cluster)).toBeUndefined();
  }

  it('[SAFE-17] ends the recovery, and leaves nothing running', async () => {
    // Recovery waits for this command, which takes longer than any test.
    const database = await startKept(await newFolder(), { settings: { restore_command: 'sleep 1000' } });
    await writeFile(join(database.cluster, 'recovery.signal'), '');
    process.kill(await serverProcess(database), 'SIGKILL');
    await expect.poll(() => livePostmaster(database.cluster)).toMatchObject({ starting: true });
    await expectPromptStop(database);
    await expect.poll(() => processesOn(database.cluster)).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    '[SAFE-17] does not wait for processes of the killed server',
    async () => {
      const database = await startKept(await newFolder());
      const heldUp = await killWithLeftovers(database);
      try {
        await expect.poll(() => database.lines.at(-1)).toContain('Waiting for processes');
        await expectPromptStop(database);
      } finally {
        process.kill(heldUp, 'SIGKILL');
      }
    },
  );
});

it('quotes the log of an attempt to start, not of an earlier one, and not a long log whole', async () => {
  const folder = await newFolder();
  await writeFile(logFile(folder), 'earlier\n'.repeat(3));
  const { size } = await stat(logFile(folder));
  expect(await lastLogLines(folder)).toBe('Its last log lines: earlier\nearlier\nearlier');
  expect(await lastLogLines(folder, size)).toBe('Its last log lines: (none)');
  await appendFile(logFile(folder), 'now\n');
  expect(await lastLogLines(folder, size)).toBe('Its last log lines: now');
  await appendFile(logFile(folder), 'x'.repeat(100_000));
  expect((await lastLogLines(folder, size)).length).toBeLessThan(20_000);
});
