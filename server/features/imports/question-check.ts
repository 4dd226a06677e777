import { Refusal } from '#domain/errors.ts';
import { type Finding, finding, isError } from '#domain/imports/findings.ts';
import { withoutImages } from '#domain/imports/lost-images.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { importTemplates } from '#i18n/import-templates.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { encodeImage, type StoredImage } from '#server/files/image-encoding.ts';
import { type ImageKind, storeImage } from '#server/files/image-store.ts';
import { type Check, checkBatches } from './checking-rows.ts';
import { type RowTable, storeNext } from './import-batches.ts';
import { inStage, isRefusedByData, type RowBatches, type RowWriter, rowJob } from './row-jobs.ts';
import { whenFree } from './when-free.ts';

/** A question whose images are not checked yet: it refers to them by their ids. */
type Unchecked = {
  readonly position: number;
  readonly content: QuestionContent;
  readonly findings: readonly Finding[];
};

type Import = { readonly importId: number; readonly madeBy: number };

const imagesOf = ({ image, answers }: QuestionContent): string[] =>
  [image, ...answers.map((answer) => answer.image)].filter((id) => id !== null);

const selectUnchecked = (sql: Queryable, importId: number, limit: number) => sql<Unchecked[]>`
  select position, parsed as content, findings from import_rows
   where import_id = ${importId} and state = 'unchecked' order by position limit ${limit}`;

const rowTable: RowTable = {
  name: 'import_rows',
  insert: (sql, importId) => sql`
    insert into import_rows (import_id, position, line, label, parsed, file_chapter, findings, severity, chosen, state, search_text)
    select ${importId}, given.position, line, label, nullif(parsed, 'null'::jsonb), array(select jsonb_array_elements_text(chapter)),
           findings, severity, plain is not null,
           case when plain is null then 'rejected' when unchecked then 'unchecked' else 'ready' end, fold(plain)
      from batch, before, jsonb_to_recordset(batch.rows) as given (position int, line int, label text, parsed jsonb,
        chapter jsonb, findings jsonb, severity text, plain text, unchecked boolean)`,
};

/** An image as it was read. */
type Unencoded = { readonly id: string; readonly kind: ImageKind; readonly content: Buffer };

/** The next image to encode of the first rows. */
async function selectUnencoded(
  sql: Queryable,
  importId: number,
  rows: number,
): Promise<Unencoded | undefined> {
  const used = (await selectUnchecked(sql, importId, rows)).flatMap(({ content }) => imagesOf(content));
  const [next] = await sql<Unencoded[]>`
    select id, kind, content from import_pictures
     where import_id = ${importId} and id = any(${used}::uuid[]) and content is not null
     order by array_position(${used}::uuid[], id) limit 1`;
  return next;
}

type Problem = 'tooLarge' | 'unsupported';

const encoded = (content: Buffer): Promise<StoredImage | Problem> =>
  encodeImage(content).catch((problem) => {
    if (!(problem instanceof Refusal)) throw problem;
    return problem.code === 'image.tooLarge' ? 'tooLarge' : 'unsupported';
  });

/** Stores an image under its id, or why it cannot be used, unless another job did; the original is deleted. */
const storePicture = (
  batches: RowBatches<Unchecked>,
  { importId, madeBy }: Import,
  { id, kind }: Unencoded,
  outcome: StoredImage | Problem,
): Promise<void> =>
  inStage(batches, async (tx) => {
    if (typeof outcome === 'string') {
      await tx`
        update import_pictures set content = null, problem = ${outcome} where id = ${id} and content is not null`;
      return;
    }
    const original = await tx`delete from import_pictures where id = ${id} and content is not null`;
    if (original.count === 0) return;
    await storeImage(tx, { ...outcome, kind, madeBy, name: id });
    await tx`insert into import_images (import_id, file_id) values (${importId}, ${id})`;
  });

/**
 * Encodes the next image of the first rows; false when none is left. It takes long, and one is encoded at a time in the process,
 * so no connection and no lock is held meanwhile.
 */
async function encodeNext(batches: RowBatches<Unchecked>, ofImport: Import, rows: number): Promise<boolean> {
  const { sql } = batches.database;
  const next = await whenFree(() => selectUnencoded(sql, ofImport.importId, rows));
  if (!next) return false;
  const outcome = await encoded(next.content);
  const store = (found: StoredImage | Problem) =>
    whenFree(() => storePicture(batches, ofImport, next, found));
  await store(outcome).catch((error) => {
    if (!isRefusedByData(error)) throw error;
    return store('unsupported');
  });
  return true;
}

/** An image that is not stored; without a problem it is not encoded yet. */
type Picture = { readonly id: string; readonly fileName: string; readonly problem: Problem | null };

const problems = {
  tooLarge: 'import.imageTooLarge',
  unsupported: 'import.imageUnsupported',
} as const;

const wordsForImage = Object.values(importTemplates).map(({ words }) => words.image);
/** Whether a reader gave this text to an image that had none. */
const standsForImage = (text: string): boolean =>
  wordsForImage.some((word) => text.startsWith(`${word} `) && /^\d+$/.test(text.slice(word.length + 1)));

/** The content without the images that cannot be used, and what is said about them, each file once. */
function judged(
  content: QuestionContent,
  lost: readonly (Picture & { readonly problem: Problem })[],
): { readonly content: QuestionContent; readonly found: readonly Finding[] } {
  const rest = withoutImages(content, new Set(lost.map(({ id }) => id)), standsForImage);
  const found = lost.flatMap(({ id, fileName: name, problem }) => [
    finding(problems[problem], { name }),
    ...(rest.needed.includes(id) ? [finding('import.imageNeeded', { name })] : []),
  ]);
  const once = new Map(found.map((one) => [`${one.code} ${one.params.name}`, one]));
  return { content: rest.content, found: [...once.values()] };
}

const isLost = (picture: Picture): picture is Picture & { problem: Problem } => picture.problem !== null;

/** Stores what the check found about the rows whose images are all encoded. */
async function storeChecked(tx: Transaction, importId: number, rows: readonly Unchecked[]): Promise<void> {
  const used = rows.flatMap(({ content }) => imagesOf(content));
  const pictures = await tx<Picture[]>`
    select id, file_name as "fileName", problem from import_pictures
     where import_id = ${importId} and id = any(${used}::uuid[])`;
  const byId = new Map(pictures.map((picture) => [picture.id, picture]));
  for (const { position, content, findings } of rows) {
    const unstored = imagesOf(content).flatMap((id) => byId.get(id) ?? []);
    const lost = unstored.filter(isLost);
    if (lost.length < unstored.length) continue;
    const checked = judged(content, lost);
    const all = [...findings, ...checked.found];
    const severity = all.some(isError) ? 'error' : all.length > 0 ? 'notice' : null;
    const isRejected = checked.found.some(isError);
    await tx`
      update import_rows set state = ${isRejected ? 'rejected' : 'ready'}, chosen = chosen and not ${isRejected}::boolean,
             parsed = ${isRejected ? null : tx.json(checked.content)}, findings = ${tx.json(all)}, severity = ${severity}
       where import_id = ${importId} and position = ${position}`;
  }
}

/** The rows with images of a batch: few, as their images are all encoded before they are stored. */
const batchSize = 2;
/** The rows stored at once. */
const storedAtOnce = 100;

function checkerOf(ofImport: Import): RowWriter<Unchecked> {
  const { importId } = ofImport;
  return {
    batchSize,
    prepare: async (batches, rowsOf) =>
      (await whenFree(() => storeNext(batches, rowTable, rowsOf(storedAtOnce)))) ||
      (await encodeNext(batches, ofImport, rowsOf(batchSize))),
    next: (tx, limit) => tx<Unchecked[]>`${selectUnchecked(tx, importId, limit)} for update`,
    write: (tx, rows) => storeChecked(tx, importId, rows),
    refused: async (tx, { position }) => {
      await tx`
        update import_rows set state = 'rejected', parsed = null, chosen = false, severity = 'error',
               findings = findings || ${tx.json([finding('import.notWritten')])}
         where import_id = ${importId} and position = ${position} and state = 'unchecked'`;
    },
  };
}

const batchesOf: Check<Unchecked>['batchesOf'] = (services, importId) =>
  checkBatches(services, importId, async (madeBy) => checkerOf({ importId, madeBy }));

/** Stores the rows of question files, and encodes and stores their images. The bank does not change. */
export const questionCheck: Check<Unchecked> = {
  holdsRows: false,
  batchesOf,
  job: rowJob({ name: 'check-questions', kind: 'questions', stage: 'checking', batchesOf }),
};
