import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

const BLOCK = 512;

/** Unpacks a tar archive of plain files and folders. */
export async function unpackTar(archive: Buffer, target: string): Promise<void> {
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const header = archive.subarray(at, at + BLOCK);
    const name = textAt(header, 0, 100);
    if (!name) return;
    const size = Number.parseInt(textAt(header, 124, 12), 8);
    const mode = Number.parseInt(textAt(header, 100, 8), 8);
    const isFile = ['0', ''].includes(textAt(header, 156, 1));
    const path = normalize(join(textAt(header, 345, 155), name));
    if (isFile && !path.startsWith('..')) {
      const file = join(target, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, archive.subarray(at + BLOCK, at + BLOCK + size), { mode });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function textAt(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end).trim();
}
