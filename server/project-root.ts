import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The folder of the clone, found alike from the sources and from the built server. */
export const projectRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
