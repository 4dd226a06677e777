import { randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '#server/db/database.ts';
import type { StoredImage } from './image-encoding.ts';

export type ImageKind = 'question' | 'answer';

/** The URL folder of each kind of image. */
export const folderOf = { question: 'quest', answer: 'ans' } as const satisfies Record<ImageKind, string>;

/** The media type of stored images; see `encodeImage`. */
export const imageType = 'image/webp';

type NewImage = StoredImage & {
  readonly kind: ImageKind;
  readonly madeBy: number | null;
  /** Random by default, so it reveals nothing. */
  readonly name?: string;
};

/** Stores an image in the database, where every server process finds it. Returns its name. */
export async function storeImage(
  tx: Transaction,
  { kind, content, width, height, madeBy, name = randomUUID() }: NewImage,
): Promise<string> {
  await tx`insert into files (id, kind, media_type, content, width, height, made_by)
    values (${name}, ${kind}, ${imageType}, ${content}, ${width}, ${height}, ${madeBy})`;
  return name;
}

/** The image at a URL that expires at the given second; undefined once it has. */
export async function selectImageUntil(
  sql: Queryable,
  kind: ImageKind,
  name: string,
  ends: number,
): Promise<{ readonly content: Buffer | null } | undefined> {
  const [row] = await sql<{ content: Buffer | null }[]>`
    select f.content from (select ${ends}::float8 > extract(epoch from now()) as holds) url
      left join files f on f.id = ${name} and f.kind = ${kind} where url.holds`;
  return row;
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
