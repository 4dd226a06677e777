import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresAccount } from '#server/db/embedded-account.ts';
import { postgresBinaries, spawnOptions } from '#server/db/embedded-binaries.ts';
import { freePort } from '#server/db/free-port.ts';

/** A second server on a copy of a primary's data, which stays in recovery until it is promoted. */
export type Standby = { readonly port: number; readonly stop: () => Promise<void> };

export async function startStandby(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<Standby> {
  const cluster = join(folder, 'cluster');
  const account = await postgresAccount(cluster);
  const { postgres } = await postgresBinaries(account);
  const port = await freePort();
  await writeFile(join(cluster, 'standby.signal'), '', { mode: 0o644 });
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', cluster, ...args], { ...spawnOptions(account), stdio: 'ignore' });
  return {
    port,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGINT');
      await exited;
    },
  };
}
