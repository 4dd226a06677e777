import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readMigrations } from '#server/db/migrate.ts';

const manifest = z.strictObject({
  format: z.literal(1),
  product: z.string(),
  postgres: z.string(),
  /** The time of the snapshot, on the database's clock. */
  takenAt: z.string(),
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z_0-9]+$/),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** The hash of the rows as the database writes them, before compression. */
      sha256: z.string(),
      file: z.string().regex(/^[a-z_0-9]+\.copy\.gz$/),
      fileSha256: z.string(),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().regex(/^\d+$/) })),
  /** The end of the sealed audit log. */
  audit: z.strictObject({ count: z.int(), hash: z.string() }).nullable(),
  examEvents: z.strictObject({ events: z.int(), newest: z.string().nullable(), sealed: z.int() }),
});
export type Manifest = z.output<typeof manifest>;

const fileIn = (folder: string) => join(folder, 'manifest.json');

/** Written last and renamed into place, so that a folder with a manifest is a complete backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const draft = `${fileIn(folder)}.draft`;
  await writeFile(draft, `${JSON.stringify(content, undefined, 1)}\n`, { mode: 0o600, flush: true });
  await rename(draft, fileIn(folder));
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(fileIn(folder), 'utf8').catch(() => {
    throw new Error(`${folder} holds no whole backup: manifest.json is missing.`);
  });
  const content: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(`manifest.json in ${folder} is damaged.`);
    }
  })();
  const { format } = content as { format?: unknown };
  if (typeof format === 'number' && format > 1)
    throw new Error('The backup was made by a newer version of the product. Restore it with that version.');
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw new Error(`manifest.json in ${folder} is damaged.`);
  await refuseNewer(parsed.data);
  return parsed.data;
}

/** Migrations only go forward: the product must know every migration of the backup. */
async function refuseNewer({ migrations, product }: Manifest): Promise<void> {
  const known = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of migrations) {
    if (!known.has(name))
      throw new Error(
        `The backup was made by a newer version of the product (${product}, with ${name}). Restore it with that version or a later one.`,
      );
    if (known.get(name) !== hash)
      throw new Error(`Migration ${name} of the backup differs from the one of this version.`);
  }
}
