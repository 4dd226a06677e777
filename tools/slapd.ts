import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { librariesIn, unpackDebian } from './debian-packages.ts';

const run = promisify(execFile);

/** How to start a real directory server on this machine. */
export type SlapdCommand = {
  readonly program: string;
  readonly env: Record<string, string>;
  /** The folder of its schemas. */
  readonly schemas: string;
  /** The folder of its modules; undefined when everything is built in. */
  readonly modules: string | undefined;
};

const CACHE = join(dirname(import.meta.dirname), 'node_modules', '.cache', 'exam-platform');

async function exists(path: string, mode = constants.R_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function firstOf(paths: readonly string[], mode?: number): Promise<string | undefined> {
  for (const path of paths) if (await exists(path, mode)) return path;
  return undefined;
}

/** The slapd of the system, or of Debian's package in the cache, with its files. */
async function slapdIn(root: string, programs: readonly string[]): Promise<SlapdCommand | undefined> {
  const program = await firstOf(programs, constants.X_OK);
  const schemas = await firstOf([join(root, 'etc/ldap/schema'), join(root, 'etc/openldap/schema')]);
  if (!program || !schemas) return undefined;
  const modules = await firstOf(
    ['usr/lib/ldap', 'usr/lib64/openldap', 'usr/lib/openldap'].map((name) => join(root, name)),
  );
  const env: Record<string, string> = root === '/' ? {} : { LD_LIBRARY_PATH: await librariesIn(root) };
  return { program, env, schemas, modules };
}

async function works(command: SlapdCommand): Promise<boolean> {
  return run(command.program, ['-VV'], { env: { ...process.env, ...command.env } }).then(
    () => true,
    (error: { stderr?: string }) => /OpenLDAP/.test(error.stderr ?? ''),
  );
}

/** The packages Debian's slapd needs besides the C library, without Perl, which only an unused back end needs. */
async function packages(): Promise<string[]> {
  const { stdout } = await run('apt-cache', ['depends', 'slapd']);
  const names = [...stdout.matchAll(/^\s*Depends: (lib[^\s<>]+)$/gm)].map((match) => match[1] ?? '');
  return ['slapd', ...names.filter((name) => name !== 'libc6' && !name.startsWith('libperl'))];
}

/** Finds a directory server for the tests, or the reason why there is none. */
export async function findSlapd(): Promise<SlapdCommand | { readonly missing: string }> {
  const onPath = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/libexec',
  ];
  const installed = await slapdIn(
    '/',
    onPath.filter(Boolean).map((folder) => join(folder, 'slapd')),
  );
  if (installed && (await works(installed))) return installed;

  const folder = join(CACHE, 'slapd');
  const cached = () => slapdIn(folder, [join(folder, 'usr/sbin/slapd')]);
  try {
    if (!(await cached())) await unpackDebian(await packages(), folder);
  } catch (error) {
    if (!(await cached())) {
      return {
        missing: `no slapd on the PATH, and Debian's package could not be had: ${(error as Error).message.split('\n')[0]}`,
      };
    }
  }
  const unpacked = await cached();
  return unpacked && (await works(unpacked))
    ? unpacked
    : { missing: "Debian's slapd does not run on this machine" };
}
