import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

type DiskSpace = { readonly freeBytes: number; readonly totalBytes: number };

/** The disk of the data folder, or of temporary files where the database is on another machine. */
export async function readDiskSpace(dataDir: string | undefined): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(dataDir ?? tmpdir()).catch(() => statfs(tmpdir()));
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
