import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function rootAbove(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : rootAbove(dirname(folder));
}

/** The project's folder, from both the sources and the built server. */
export const projectRoot = rootAbove(dirname(fileURLToPath(import.meta.url)));
