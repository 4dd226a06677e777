import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The operating-system account that PostgreSQL runs under; `undefined` means the account of this process. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

const isRoot = () => process.getuid?.() === 0;

/** Chooses an account PostgreSQL accepts: it refuses root, so root switches to the owner of the data, or to `nobody`. */
export async function postgresAccount(cluster: string): Promise<Account> {
  if (!isRoot()) return undefined;
  const existing = await stat(cluster).catch(() => undefined);
  return existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : nobodyAccount();
}

async function nobodyAccount(): Promise<Account> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = accounts.split('\n').find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (!uid || !gid) {
    throw new Error(
      'PostgreSQL does not run as root and this machine has no account "nobody" to run it under. Start as an ordinary user, or name a database with DATABASE_URL.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether the account can reach the folder, which need not exist yet. */
export async function canReach(account: Account, folder: string): Promise<boolean> {
  if (!account) return true;
  let current = dirname(resolve(folder));
  while (true) {
    const real = await realpath(current).catch(() => undefined);
    if (real && !(await mayEnter(account, real))) return false;
    const parent = dirname(real ?? current);
    if (parent === current) return true;
    current = parent;
  }
}

async function mayEnter(account: { uid: number; gid: number }, folder: string): Promise<boolean> {
  const { uid, gid, mode } = await stat(folder);
  if (uid === account.uid) return (mode & 0o100) !== 0;
  if (gid === account.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Refuses data this account cannot open, with a message that says what to do. */
export async function assertOwnData(cluster: string, account: Account): Promise<void> {
  const { uid } = await stat(cluster);
  const own = account?.uid ?? process.getuid?.();
  if (own !== undefined && uid !== own) {
    throw new Error(
      `The database in ${cluster} belongs to the account with id ${uid}, but this process runs as ${own}. Start it with the account that made it (or root), or choose another data folder.`,
    );
  }
}
