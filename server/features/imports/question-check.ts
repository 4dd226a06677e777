import { Refusal } from '#domain/errors.ts';
import { type Finding, finding, isError } from '#domain/imports/findings.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import type { Transaction } from '#server/db/database.ts';
import { encodeImage } from '#server/files/image-encoding.ts';
import { type ImageKind, storeImage } from '#server/files/image-store.ts';
import { type Check, checkBatches } from './checking-rows.ts';
import { type RowWriter, rowJob } from './row-jobs.ts';

/** A question whose images are not checked yet: it refers to them by their ids. */
type Unchecked = {
  readonly position: number;
  readonly content: QuestionContent;
  readonly findings: readonly Finding[];
};

type Picture = {
  readonly id: string;
  readonly kind: ImageKind;
  readonly fileName: string;
  readonly content: Buffer | null;
  readonly problem: 'tooLarge' | 'unsupported' | null;
};
type Import = { readonly importId: number; readonly madeBy: number };

/** Stores an image under its id; returns why it cannot be stored. */
async function storePicture(
  tx: Transaction,
  { importId, madeBy }: Import,
  { id, kind, content }: Picture,
): Promise<NonNullable<Picture['problem']> | undefined> {
  if (!content) return undefined;
  try {
    const encoded = await encodeImage(content);
    await storeImage(tx, { ...encoded, kind, madeBy, name: id });
    await tx`insert into import_images (import_id, file_id) values (${importId}, ${id})`;
    await tx`delete from import_pictures where id = ${id}`;
    return undefined;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    const found = problem.code === 'image.tooLarge' ? 'tooLarge' : 'unsupported';
    await tx`update import_pictures set content = null, problem = ${found} where id = ${id}`;
    return found;
  }
}

const problems = {
  tooLarge: 'import.imageTooLarge',
  unsupported: 'import.imageUnsupported',
} as const;

/** The content without the images that cannot be stored, and what is said about them. */
async function withPictures(
  tx: Transaction,
  ofImport: Import,
  content: QuestionContent,
): Promise<{ content: QuestionContent; found: Finding[] }> {
  const found: Finding[] = [];
  const lost = new Set<string>();
  const used = [content.image, ...content.answers.map(({ image }) => image)].filter((id) => id !== null);
  const pictures = await tx<Picture[]>`
    select id, kind, file_name as "fileName", content, problem from import_pictures
     where import_id = ${ofImport.importId} and id = any(${used}::uuid[])`;
  // In the order of the question; an image that is missing was stored with an earlier row.
  for (const id of used) {
    const picture = pictures.find((one) => one.id === id);
    const problem = picture && (picture.problem ?? (await storePicture(tx, ofImport, picture)));
    if (!picture || !problem) continue;
    lost.add(id);
    if (!found.some(({ params }) => params.name === picture.fileName))
      found.push(finding(problems[problem], { name: picture.fileName }));
  }
  const kept = (image: string | null) => (image !== null && lost.has(image) ? null : image);
  const answers = content.answers.map((answer) => ({ ...answer, image: kept(answer.image) }));
  return { content: { ...content, image: kept(content.image), answers }, found };
}

/** Encoding an image takes much longer than storing a row. */
const batchSize = 2;

function checkerOf(ofImport: Import): RowWriter<Unchecked> {
  const { importId } = ofImport;
  return {
    batchSize,
    next: (tx, limit) => tx<Unchecked[]>`
      select position, parsed as content, findings from import_rows
       where import_id = ${importId} and state = 'unchecked' order by position limit ${limit} for update`,
    write: async (tx, rows) => {
      for (const { position, content, findings } of rows) {
        const checked = await withPictures(tx, ofImport, content);
        const all = [...findings, ...checked.found];
        const severity = all.some(isError) ? 'error' : all.length > 0 ? 'notice' : null;
        await tx`
          update import_rows set state = 'ready', parsed = ${tx.json(checked.content)}, findings = ${tx.json(all)},
                 severity = ${severity}
           where import_id = ${importId} and position = ${position}`;
      }
    },
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

/** Encodes and stores the images of question files. The bank does not change. */
export const questionCheck: Check<Unchecked> = {
  batchesOf,
  job: rowJob({ name: 'check-questions', kind: 'questions', stage: 'checking', batchesOf }),
};
