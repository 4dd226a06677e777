import type { ChapterExportFormat } from '#contract/imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { isError } from '#domain/imports/findings.ts';
import { importLimits } from '#domain/imports/import-limits.ts';
import type { ImportedImage, ImportedQuestion, WrittenFile } from '#domain/imports/imported-question.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import type { Language } from '#i18n/languages.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import { bankIsReadable } from '#server/bank/teaching.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ExportFormat } from './formats/write-questions.ts';
import { type FileThread, withFileThread } from './reading/file-thread.ts';

const writtenAs: Record<ChapterExportFormat, ExportFormat> = {
  xlsx: 'xlsx',
  csv: 'csv',
  moodle: 'moodleXml',
  gift: 'gift',
  aiken: 'aiken',
  qti21: 'qti2',
  qti30: 'qti3',
};

const atOnce = 100;
/** The limit for the images of a chapter, which are all in memory while its file is written. */
const maxImageBytes = 128 * 1024 * 1024;

type Chapter = { readonly id: number; readonly code: string };
export type ChapterFile = WrittenFile & {
  readonly chapter: Chapter;
  /** Counts questions that the format cannot hold, and those that lose something. */
  readonly leftOut: number;
  readonly reduced: number;
};

async function readableChapter(sql: Queryable, actor: Actor, id: number): Promise<Chapter> {
  const [chapter] = await sql<Chapter[]>`
    select c.id, c.code from chapters c
     where c.id = ${id} and c.removed_at is null and ${bankIsReadable(sql, actor, sql`c.discipline_id`)}`;
  return chapter ?? refuse('resource.notFound');
}

/** Bytes of the texts of a question with ten long answers. */
const textBytes = 8192;

type Versions = { readonly ids: readonly number[]; readonly bytes: number };

/**
 * The versions of a chapter's questions, in the order of entry, and roughly how large they are; refuses a chapter that is too
 * large for a file.
 */
async function versionsOf(sql: Queryable, chapterId: number): Promise<Versions> {
  const rows = await sql<{ id: number; bytes: number }[]>`
    select v.id, coalesce((select sum(octet_length(f.content)) from files f
             where f.id = v.image or f.id in (select a.image from answer_options a where a.question_version_id = v.id)), 0) as bytes
      from questions q join question_versions v on v.question_id = q.id and v.number = q.version
     where q.chapter_id = ${chapterId} and q.removed_at is null order by q.id`;
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  if (rows.length > importLimits.questions || bytes > maxImageBytes) refuse('request.tooLarge');
  return { ids: rows.map(({ id }) => id), bytes: bytes + rows.length * textBytes };
}

async function imagesOf(
  sql: Queryable,
  contents: readonly QuestionContent[],
): Promise<ReadonlyMap<string, ImportedImage>> {
  const names = contents.flatMap(({ image, answers }) =>
    [image, ...answers.map((answer) => answer.image)].filter((name) => name !== null),
  );
  const rows = await sql<{ id: string; content: Buffer }[]>`
    select id, content from files where id = any(${names}::uuid[])`;
  return new Map(
    rows.map(({ id, content }) => [id, { key: id, fileName: `${id}.webp`, bytes: content }] as const),
  );
}

function exported(
  { code }: Chapter,
  { text, image, points, answers }: QuestionContent,
  images: ReadonlyMap<string, ImportedImage>,
): ImportedQuestion {
  const used = [image, ...answers.map((answer) => answer.image)];
  return {
    name: '',
    chapter: [code],
    text,
    ...(image === null ? {} : { image }),
    points,
    answers: answers.map((answer) => ({
      text: answer.text,
      correct: answer.isCorrect,
      ...(answer.image === null ? {} : { image: answer.image }),
      ...(answer.referenceTitle === null
        ? {}
        : {
            reference: {
              title: answer.referenceTitle,
              ...(answer.referencePage === null ? {} : { page: answer.referencePage }),
            },
          }),
    })),
    images: [...images.values()].filter(({ key }) => used.includes(key)),
  };
}

/** Exports the questions of a chapter for people who may read them; a worker thread writes the file. */
export async function exportChapter(
  sql: Queryable,
  actor: Actor,
  {
    chapterId,
    format,
    language,
  }: { readonly chapterId: number; readonly format: ChapterExportFormat; readonly language: Language },
): Promise<ChapterFile> {
  const chapter = await readableChapter(sql, actor, chapterId);
  const { ids, bytes } = await versionsOf(sql, chapterId);
  const write = async (thread: FileThread) => {
    for (let start = 0; start < ids.length; start += atOnce) {
      const some = ids.slice(start, start + atOnce);
      const byId = await fullContents(sql, some);
      const contents = some.flatMap((id) => byId.get(id) ?? []);
      const images = await imagesOf(sql, contents);
      const questions = contents.map((content) => exported(chapter, content, images));
      await thread.ask({ kind: 'add', questions }, 'added');
    }
    return thread.ask({ kind: 'write', format: writtenAs[format], language }, 'written');
  };
  const { file } = await withFileThread(actor.userId, write, { bytes });
  const positions = (error: boolean) =>
    new Set(file.findings.filter((one) => isError(one.finding) === error).map(({ position }) => position));
  const left = positions(true);
  return {
    ...file,
    chapter,
    leftOut: left.size,
    reduced: [...positions(false)].filter((position) => !left.has(position)).length,
  };
}
