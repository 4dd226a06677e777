import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file of the clone: its path from the root, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** The TypeScript files below some folders of the clone, in a stable order. */
export async function sourceFiles(clone: string, folders: readonly string[]): Promise<SourceFile[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(join(clone, folder), { recursive: true }).catch(() => []);
      return names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name));
    }),
  );
  const paths = lists.flat().sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(clone, path), 'utf8') })));
}
