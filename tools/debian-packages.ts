import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Downloads Debian packages and unpacks them into a folder, without installing them or starting services. */
export async function unpackDebian(
  names: readonly string[],
  folder: string,
  timeout = 60_000,
): Promise<void> {
  // Unpacked next to the target and renamed, so an interrupted run leaves nothing broken.
  const attempt = `${folder}.${process.pid}`;
  await mkdir(attempt, { recursive: true });
  try {
    // Ignore the installed versions: the archive may no longer have them.
    const fromArchive = ['-o', 'Dir::State::status=/dev/null', '-o', 'Debug::NoLocking=1'];
    await run('apt-get', ['download', ...fromArchive, ...names], { cwd: attempt, timeout });
    for (const name of await readdir(attempt)) {
      if (!name.endsWith('.deb')) continue;
      await run('dpkg', ['-x', name, '.'], { cwd: attempt });
      await rm(join(attempt, name));
    }
    await rename(attempt, folder);
  } finally {
    await rm(attempt, { recursive: true, force: true });
  }
}

/** The LD_LIBRARY_PATH for a folder of unpacked packages. */
export async function librariesIn(root: string): Promise<string> {
  const folders: string[] = [];
  for (const above of ['usr/lib', 'lib']) {
    const names = await readdir(join(root, above)).catch(() => []);
    const libraries = names
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(root, above, name));
    // Sound libraries are in a separate folder, which they refer to by their installed path.
    folders.push(...libraries.flatMap((folder) => [folder, join(folder, 'pulseaudio')]));
  }
  return folders.join(delimiter);
}
