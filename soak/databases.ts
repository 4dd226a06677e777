import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { livePostmaster } from '#server/db/embedded-postmaster.ts';
import { freePort } from '#server/db/free-port.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { childrenOf, kill } from './processes.ts';

/** A durable PostgreSQL, alone or with a standby, that can be killed. */
export type Databases = {
  readonly url: string;
  /** Kills every process of the primary. */
  kill(): Promise<void>;
  /** Restarts it; a running one is stopped first, as an administrator does. */
  restart(): Promise<void>;
  /** Kills it and promotes the standby, which gets a new standby; restarts it if there is none. */
  failOver(): Promise<void>;
  /** Starts it if it is down. */
  revive(): Promise<void>;
  close(): Promise<void>;
};

export const soakSettings = {
  max_connections: '120',
  // Delay background writes, so a kill reveals commits that did not flush to disk.
  wal_writer_delay: '10s',
} as const;

export async function openSingle(): Promise<Databases> {
  const dataDir = await temporaryFolder('exam-soak-');
  const settings = { ...soakSettings, port: String(await freePort()) };
  const start = () => startEmbeddedPostgres({ dataDir, settings });
  let cluster: EmbeddedPostgres = await start();
  const folder = () => join(cluster.dataDir, 'cluster');
  const killAll = async (): Promise<void> => {
    const postmaster = await livePostmaster(folder());
    if (!postmaster) throw new Error('there is no database to kill');
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) kill(pid);
    while (await livePostmaster(folder())) await pause(10);
  };
  const restart = async (): Promise<void> => {
    await cluster.stop();
    cluster = await start();
  };
  return {
    url: cluster.url,
    kill: killAll,
    restart,
    failOver: async () => {
      await killAll();
      await restart();
    },
    revive: async () => {
      if (!(await livePostmaster(folder()))?.ready) await restart();
    },
    close: async () => {
      await cluster.stop();
      await rm(cluster.dataDir, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
