import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Fetches Debian's packages and unpacks them into a folder; nothing is installed and no service is started. */
export async function unpackDebian(
  names: readonly string[],
  folder: string,
  timeout = 60_000,
): Promise<void> {
  // Unpacked beside its final place and moved there whole, so that a kill half-way leaves nothing broken.
  const attempt = `${folder}.${process.pid}`;
  await mkdir(attempt, { recursive: true });
  try {
    // Not the versions that are installed here: the archive may not have them (any more).
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

/** A value of LD_LIBRARY_PATH for what was unpacked into a folder. */
export async function librariesIn(root: string): Promise<string> {
  const folders: string[] = [];
  for (const above of ['usr/lib', 'lib']) {
    const names = await readdir(join(root, above)).catch(() => []);
    const libraries = names
      .filter((name) => name.endsWith('-linux-gnu'))
      .map((name) => join(root, above, name));
    // Sound has a folder of its own, which its libraries name by the path they would be installed under.
    folders.push(...libraries.flatMap((folder) => [folder, join(folder, 'pulseaudio')]));
  }
  return folders.join(delimiter);
}
