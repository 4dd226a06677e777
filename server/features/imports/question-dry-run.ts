import { createHash } from 'node:crypto';
import { Refusal, refuse } from '#domain/errors.ts';
import type { QuestionRow } from '#domain/imports/bank-question.ts';
import { FileRefusal, type Finding, finding, isError } from '#domain/imports/findings.ts';
import type { ImportedImage, ImportFormat } from '#domain/imports/imported-question.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Language } from '#i18n/languages.ts';
import { encodeImage } from '#server/files/image-encoding.ts';
import { type ImageKind, storeImage } from '#server/files/image-store.ts';
import { startStep } from './beside-exams.ts';
import { type Maker, readingFile, storeImport } from './dry-run.ts';
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

/** Stores the images of one file, each once, even if several questions use it. */
class ImportPictures {
  private readonly known = new Map<string, Promise<string | Finding>>();
  private readonly maker: Maker;
  private readonly importId: number;

  constructor(maker: Maker, importId: number) {
    this.maker = maker;
    this.importId = importId;
  }

  /** The stored name, or why it was not stored. */
  stored(kind: ImageKind, image: ImportedImage): Promise<string | Finding> {
    const key = `${kind} ${createHash('sha256').update(image.bytes).digest('base64')}`;
    const known = this.known.get(key) ?? this.store(kind, image);
    this.known.set(key, known);
    return known;
  }

  private async store(kind: ImageKind, { fileName, bytes }: ImportedImage): Promise<string | Finding> {
    const { database, author, userId } = this.maker;
    try {
      const encoded = await encodeImage(bytes);
      return await database.transaction(author, async (tx) => {
        const name = await storeImage(tx, { ...encoded, kind, madeBy: userId });
        await tx`insert into import_images (import_id, file_id) values (${this.importId}, ${name})`;
        return name;
      });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      return problem.code === 'image.tooLarge'
        ? finding('import.imageTooLarge', { name: fileName })
        : finding('import.imageUnsupported', { name: fileName });
    }
  }
}

/** The content with stored images; images that could not be stored are removed and reported. */
async function withPictures(
  { content, images, findings }: QuestionRow,
  pictures: ImportPictures,
): Promise<{ content: QuestionContent | null; findings: readonly Finding[] }> {
  if (!content || images.length === 0) return { content, findings };
  const found: Finding[] = [];
  const nameOf = async (kind: ImageKind, key: string | null): Promise<string | null> => {
    const image = key === null ? undefined : images.find((one) => one.key === key);
    if (!image) return null;
    const stored = await pictures.stored(kind, image);
    if (typeof stored === 'string') return stored;
    if (!found.some((one) => one.params.name === stored.params.name)) found.push(stored);
    return null;
  };
  const image = await nameOf('question', content.image);
  const answers: QuestionContent['answers'][number][] = [];
  for (const answer of content.answers)
    answers.push({ ...answer, image: await nameOf('answer', answer.image) });
  return { content: { ...content, image, answers }, findings: [...findings, ...found] };
}

type StoredRow = Pick<QuestionRow, 'position' | 'line' | 'label' | 'chapter' | 'content' | 'findings'>;

async function insertRows(
  { database, author }: Maker,
  importId: number,
  rows: readonly StoredRow[],
): Promise<void> {
  const values = rows.map(({ position, line, label, chapter, content, findings }) => ({
    position,
    line,
    label,
    chapter,
    findings,
    parsed: content,
    severity: findings.some(isError) ? 'error' : findings.length > 0 ? 'notice' : null,
    plain: content && plainTextOf(content.text),
  }));
  await database.transaction(
    author,
    (tx) => tx`
      insert into import_rows (import_id, position, line, label, parsed, file_chapter, findings, severity, chosen, state, search_text)
      select ${importId}, position, line, label, nullif(parsed, 'null'::jsonb),
             array(select jsonb_array_elements_text(chapter)), findings, severity, plain is not null,
             case when plain is null then 'rejected' else 'ready' end, fold(plain)
        from jsonb_to_recordset(${tx.json(values)}) as given (position int, line int, label text, parsed jsonb,
          chapter jsonb, findings jsonb, severity text, plain text)`,
  );
}

/** Reads in batches; each batch is stored, in smaller ones while official exams run, before the next is requested. */
async function storeRows(thread: FileThread, maker: Maker, importId: number): Promise<number> {
  const pictures = new ImportPictures(maker, importId);
  let rejected = 0;
  for (;;) {
    const rows = [...(await thread.ask({ kind: 'rows' }, 'rows')).rows];
    if (rows.length === 0) return rejected;
    while (rows.length > 0) {
      const step = await startStep(maker.database.sql);
      const stored: StoredRow[] = [];
      for (const row of rows.splice(0, step.rowsOf(rows.length))) {
        if (maker.stopping.aborted) refuse('server.unavailable');
        stored.push({ ...row, ...(await withPictures(row, pictures)) });
      }
      await whenFree(() => insertRows(maker, importId, stored));
      rejected += stored.filter(({ content }) => content === null).length;
      await step.rest(maker.stopping);
    }
  }
}

async function dryRun(thread: FileThread, maker: Maker, file: QuestionFile): Promise<DryRun> {
  const read = await thread.ask({ kind: 'read', ...file }, 'read', 'refused');
  if (read.kind === 'refused') throw new FileRefusal(read.finding);
  const { format, encoding, findings, rows } = read;
  return storeImport(
    maker,
    { kind: 'questions', fileName: file.fileName, format, encoding, findings },
    async (importId) => ({ format, rows, problems: await storeRows(thread, maker, importId) }),
  );
}

/** Reads a question file and stores its questions with their findings as an import to review. The bank does not change. */
export const dryRunOfQuestions = (maker: Maker, file: QuestionFile, limits?: FileLimits): Promise<DryRun> =>
  readingFile(maker, (thread) => dryRun(thread, maker, file), limits);
