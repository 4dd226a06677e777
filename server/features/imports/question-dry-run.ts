import { createHash, randomUUID } from 'node:crypto';
import type { QuestionRow } from '#domain/imports/bank-question.ts';
import { FileRefusal, isError } from '#domain/imports/findings.ts';
import type { ImportedImage, ImportFormat } from '#domain/imports/imported-question.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Language } from '#i18n/languages.ts';
import type { ImageKind } from '#server/files/image-store.ts';
import { startStep } from './beside-exams.ts';
import { type Maker, readingFile, storeImport } from './dry-run.ts';
import { insertBatches } from './import-batches.ts';
import type { FileLimits, FileThread } from './reading/file-thread.ts';
import { whenFree } from './when-free.ts';

export type QuestionFile = {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly language: Language;
  readonly format: ImportFormat | undefined;
};

export type DryRun = {
  readonly importId: number;
  readonly format: ImportFormat;
  readonly rows: number;
  readonly problems: number;
};

/** An image of a file, stored as it is until it is checked. */
type Picture = { readonly id: string; readonly kind: ImageKind } & Pick<ImportedImage, 'fileName' | 'bytes'>;

/** Gives each image of a file an id, the same one where several questions use it. */
class PictureIds {
  private readonly known = new Map<string, string>();

  /** The id, and whether it is new. */
  of(kind: ImageKind, { bytes }: ImportedImage): { readonly id: string; readonly isNew: boolean } {
    const key = `${kind} ${createHash('sha256').update(bytes).digest('base64')}`;
    const known = this.known.get(key);
    const id = known ?? randomUUID();
    this.known.set(key, id);
    return { id, isNew: known === undefined };
  }
}

type StoredRow = Pick<QuestionRow, 'position' | 'line' | 'label' | 'chapter' | 'content' | 'findings'> & {
  /** Whether it has images to check. */
  readonly isUnchecked: boolean;
  /** Those that no row before it has. */
  readonly pictures: readonly Picture[];
};

/** The row with the ids of its images. */
function withPictures(row: QuestionRow, ids: PictureIds): StoredRow {
  const { content, images } = row;
  if (!content || images.length === 0) return { ...row, isUnchecked: false, pictures: [] };
  const pictures: Picture[] = [];
  const idOf = (kind: ImageKind, key: string | null): string | null => {
    const image = key === null ? undefined : images.find((one) => one.key === key);
    if (!image) return null;
    const { id, isNew } = ids.of(kind, image);
    if (isNew) pictures.push({ id, kind, fileName: image.fileName, bytes: image.bytes });
    return id;
  };
  const image = idOf('question', content.image);
  const answers = content.answers.map((answer) => ({ ...answer, image: idOf('answer', answer.image) }));
  return {
    ...row,
    content: { ...content, image, answers },
    isUnchecked: image !== null || answers.some((answer) => answer.image !== null),
    pictures,
  };
}

/** The bytes of images that are stored at once: saves of exams wait for the disk behind them. */
const bytesAtOnce = 4 * 1024 * 1024;

/** The images in groups of a few megabytes; a larger one is alone. */
function grouped(pictures: readonly Picture[]): Picture[][] {
  const groups: Picture[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const picture of pictures) {
    bytes += picture.bytes.length;
    if (bytes <= bytesAtOnce) groups.at(-1)?.push(picture);
    else {
      groups.push([picture]);
      bytes = picture.bytes.length;
    }
  }
  return groups;
}

/** Stores images as they were read. Nobody waits until they are durable, nor the rows: the end of the reading makes them so. */
async function storePictures(
  { database, author, stopping }: Maker,
  importId: number,
  pictures: readonly Picture[],
): Promise<void> {
  for (const group of grouped(pictures)) {
    const step = await startStep(database.sql);
    await whenFree(() =>
      database.transaction(author, async (tx) => {
        await tx`set local synchronous_commit to off`;
        for (const { id, kind, fileName, bytes } of group)
          await tx`
            insert into import_pictures (id, import_id, kind, file_name, content)
            values (${id}, ${importId}, ${kind}, ${fileName}, ${Buffer.from(bytes)})`;
      }),
    );
    await step.rest(stopping);
  }
}

/** Stores rows as they were read; the check of the file turns them into rows to review. */
async function storeBatch(
  { database, author }: Maker,
  importId: number,
  rows: readonly StoredRow[],
): Promise<void> {
  const values = rows.map(({ position, line, label, chapter, content, findings, isUnchecked }) => ({
    position,
    line,
    label,
    chapter,
    findings,
    parsed: content,
    severity: findings.some(isError) ? 'error' : findings.length > 0 ? 'notice' : null,
    plain: content && plainTextOf(content.text),
    unchecked: isUnchecked,
  }));
  await database.transaction(author, async (tx) => {
    await tx`set local synchronous_commit to off`;
    const pictures = rows.flatMap((row) => row.pictures.map(({ id }) => id));
    const stored = await tx`select from import_pictures where id = any(${pictures}::uuid[])`;
    if (stored.count < pictures.length) throw new Error('images of the import are missing');
    await insertBatches(tx, importId, values);
  });
}

/** Reads in batches; each is stored before the next is requested. Returns the number of rows that cannot be imported. */
async function storeBatches(thread: FileThread, maker: Maker, importId: number): Promise<number> {
  const ids = new PictureIds();
  let rejected = 0;
  for (;;) {
    const { rows } = await thread.ask({ kind: 'rows' }, 'rows');
    if (rows.length === 0) return rejected;
    const step = await startStep(maker.database.sql);
    const stored = rows.map((row) => withPictures(row, ids));
    await storePictures(
      maker,
      importId,
      stored.flatMap(({ pictures }) => pictures),
    );
    await whenFree(() => storeBatch(maker, importId, stored));
    rejected += stored.filter(({ content }) => content === null).length;
    await step.rest(maker.stopping);
  }
}

async function dryRun(thread: FileThread, maker: Maker, file: QuestionFile): Promise<DryRun> {
  const read = await thread.ask({ kind: 'read', ...file }, 'read', 'refused');
  if (read.kind === 'refused') throw new FileRefusal(read.finding);
  const { format, encoding, findings, rows } = read;
  return storeImport(
    maker,
    { kind: 'questions', fileName: file.fileName, format, encoding, findings },
    async (importId) => ({ format, rows, problems: await storeBatches(thread, maker, importId) }),
  );
}

/** Reads a question file and stores its questions with their findings as an import to check and review. The bank does not change. */
export const dryRunOfQuestions = (maker: Maker, file: QuestionFile, limits?: FileLimits): Promise<DryRun> =>
  readingFile(maker, (thread) => dryRun(thread, maker, file), { limits, bytes: file.bytes.length });
