import { cp, mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { ROOT } from '#tools/install.mjs';

const hashedFile = /[\w.-]+-[\w-]{8}\.\w+/g;
const isText = (name: string) => /\.(?:js|css|html)$/.test(name);
const isServed = (name: string) => !/\.(?:map|br|gz)$/.test(name);
const renamed = (name: string) => name.replace(/\.\w+$/, '.next$&');

/** A copy of the built product, which can be replaced by a later build of itself. */
export type InstalledBuild = {
  readonly root: string;
  /** Installs pages whose files all have other names, as those of a build with other sources. */
  upgrade(earlierFiles: 'stay' | 'are gone'): Promise<void>;
  remove(): Promise<void>;
};

export async function installBuild(): Promise<InstalledBuild> {
  const root = await temporaryFolder('exam-two-builds-');
  const web = join(root, 'dist', 'web');
  await cp(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true, preserveTimestamps: true });
  for (const file of ['package.json', 'docs/openapi.json', 'server/db/schema.snapshot.txt']) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await cp(join(ROOT, file), join(root, file));
  }
  await cp(join(ROOT, 'server', 'db', 'migrations'), join(root, 'server', 'db', 'migrations'), {
    recursive: true,
  });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    upgrade: async (earlierFiles) => {
      const assets = join(web, 'assets');
      const names = new Set((await readdir(assets)).filter(isServed));
      const rename = async (from: string, to: string) => {
        const content = await readFile(from);
        const text = () =>
          content
            .toString()
            .replaceAll(hashedFile, (name: string) => (names.has(name) ? renamed(name) : name));
        await writeFile(to, isText(from) ? text() : content);
      };
      for (const name of names) await rename(join(assets, name), join(assets, renamed(name)));
      const page = join(web, 'index.html');
      const { mtimeMs } = await stat(page);
      await rename(page, page);
      const later = new Date(mtimeMs + 60_000);
      await utimes(page, later, later);
      if (earlierFiles === 'stay') return;
      for (const name of await readdir(assets)) if (!name.includes('.next.')) await rm(join(assets, name));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
