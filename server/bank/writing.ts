import { keyOf } from '#domain/question-bank/answer-key.ts';
import { isIncomplete, type QuestionContent } from '#domain/question-bank/question-content.ts';
import { plainTextOf } from '#domain/question-bank/rich-text.ts';
import type { Transaction } from '#server/db/database.ts';

export type NewQuestion = {
  readonly chapterId: number;
  readonly examOnly: boolean;
  readonly addedBy: number | null;
  readonly content: QuestionContent;
  /** The question of an earlier year that it was copied from. */
  readonly copiedFrom?: number;
};

/** A version to write; versions of a question are numbered from 1. */
type NewVersion = {
  readonly questionId: number;
  readonly number: number;
  readonly writtenBy: number | null;
  readonly content: QuestionContent;
};

/** Rows per statement. */
const atOnce = 500;

/** Columns of a question copied from its current version, so that lists and searches need no join. */
function summaryOf({ text, answers }: QuestionContent) {
  return {
    text,
    plain: plainTextOf(text),
    searched: [text, ...answers.map((answer) => answer.text)].map(plainTextOf).join('\n'),
    answers: answers.length,
    correct: answers.filter((answer) => answer.isCorrect).length,
  };
}

/** Ids reserved in advance, so that rows inserted together can refer to each other. */
async function takeIds(
  tx: Transaction,
  table: 'questions' | 'question_versions',
  count: number,
): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id from generate_series(1, ${count}::integer)`;
  return rows.map((row) => row.id);
}

const idAt = (ids: readonly number[], index: number): number => {
  const id = ids[index];
  if (id === undefined) throw new Error('fewer ids were taken than are needed');
  return id;
};

async function writeVersions(tx: Transaction, versions: readonly NewVersion[]): Promise<void> {
  const ids = await takeIds(tx, 'question_versions', versions.length);
  const rows = versions.map(({ questionId, number, writtenBy, content }, index) => ({
    id: idAt(ids, index),
    questionId,
    number,
    writtenBy,
    text: content.text,
    points: content.points,
    image: content.image,
    incomplete: isIncomplete(content.answers),
    answers: content.answers.length,
    key: keyOf(content.answers),
  }));
  const answers = versions.flatMap(({ content }, index) =>
    content.answers.map(({ text, image, referenceTitle, referencePage }, position) => ({
      version: idAt(ids, index),
      position,
      text,
      image,
      referenceTitle,
      referencePage,
    })),
  );
  await tx`
    insert into question_versions (id, question_id, number, text, points, image, incomplete, answer_count, written_by)
    overriding system value
    select id, "questionId", number, text, points, image, incomplete, answers, "writtenBy"
      from jsonb_to_recordset(${tx.json(rows)}) as given (id int, "questionId" int, number int, text text,
        points numeric, image uuid, incomplete boolean, answers smallint, "writtenBy" int) order by id`;
  await tx`
    insert into answer_options (question_version_id, position, text, image, reference_title, reference_page)
    select version, position, text, image, "referenceTitle", "referencePage"
      from jsonb_to_recordset(${tx.json(answers)}) as given (version int, position smallint, text text, image uuid,
        "referenceTitle" text, "referencePage" text) order by version, position`;
  await tx`
    insert into question_keys (question_version_id, correct)
    select id, key from jsonb_to_recordset(${tx.json(rows)}) as given (id int, key int) order by id`;
}

async function insertBatch(tx: Transaction, questions: readonly NewQuestion[]): Promise<number[]> {
  const ids = await takeIds(tx, 'questions', questions.length);
  const rows = questions.map(({ chapterId, examOnly, addedBy, content, copiedFrom = null }, index) => ({
    id: idAt(ids, index),
    chapterId,
    examOnly,
    addedBy,
    copiedFrom,
    ...summaryOf(content),
  }));
  await tx`
    insert into questions (id, chapter_id, exam_only, added_by, copied_from, text, search_text, search, answer_count, correct_count)
    overriding system value
    select id, "chapterId", "examOnly", "addedBy", "copiedFrom", text, fold(plain), fold(searched), answers, correct
      from jsonb_to_recordset(${tx.json(rows)}) as given (id int, "chapterId" int, "examOnly" boolean, "addedBy" int,
        "copiedFrom" int, text text, plain text, searched text, answers smallint, correct smallint) order by id`;
  await writeVersions(
    tx,
    questions.map(({ addedBy, content }, index) => ({
      questionId: idAt(ids, index),
      number: 1,
      writtenBy: addedBy,
      content,
    })),
  );
  return ids;
}

/** Adds questions with their first version; returns their ids in the same order. */
export async function insertQuestions(tx: Transaction, questions: readonly NewQuestion[]): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < questions.length; start += atOnce)
    ids.push(...(await insertBatch(tx, questions.slice(start, start + atOnce))));
  return ids;
}

/** Writes the next version of a question; the caller has locked the question and knows the number. */
export async function insertNextVersion(tx: Transaction, version: NewVersion): Promise<void> {
  const { text, plain, searched, answers, correct } = summaryOf(version.content);
  await writeVersions(tx, [version]);
  await tx`
    update questions set version = ${version.number}, text = ${text}, search_text = fold(${plain}),
           search = fold(${searched}), answer_count = ${answers}, correct_count = ${correct}, changed_at = now()
     where id = ${version.questionId}`;
}
