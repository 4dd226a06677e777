import { randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '#server/db/database.ts';
import type { StoredImage } from './image-encoding.ts';

export type ImageKind = 'question' | 'answer';

/** Where images of a kind are served from. */
export const folderOf = { question: 'quest', answer: 'ans' } as const satisfies Record<ImageKind, string>;

/** What images are kept as; see `encodeImage`. */
export const imageType = 'image/webp';

type NewImage = StoredImage & {
  readonly kind: ImageKind;
  readonly madeBy: number | null;
  /** Random unless it is given, so that it tells nothing. */
  readonly name?: string;
};

/** Keeps an image where every server process finds it, and gives its name. */
export async function storeImage(
  tx: Transaction,
  { kind, content, width, height, madeBy, name = randomUUID() }: NewImage,
): Promise<string> {
  await tx`insert into files (id, kind, media_type, content, width, height, made_by)
    values (${name}, ${kind}, ${imageType}, ${content}, ${width}, ${height}, ${madeBy})`;
  return name;
}

export async function selectOptionalImage(
  sql: Queryable,
  kind: ImageKind,
  name: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ content: Buffer }[]>`
    select content from files where id = ${name} and kind = ${kind}`;
  return row?.content;
}
