import { setTimeout as pause } from 'node:timers/promises';
import { fullContents } from '#server/bank/stored-content.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { type Author, type Database, systemAuthor, type Transaction } from '#server/db/database.ts';
import type { JobQueue, QueuedJob } from '#server/jobs/queue.ts';
import {
  chapterPairs,
  counterpartOf,
  lacksStructure,
  leftChapters,
  missingChapters,
  notCopiedYet,
} from './counterparts.ts';

/** Rows per transaction; short ones let other work run in between. */
const batchSize = 100;
const pauseMilliseconds = 10;
/** How long a job works before it queues another one for the rest. */
const jobMilliseconds = 30_000;

type JobServices = { readonly database: Database; readonly queue: JobQueue };
type Copy = { readonly id: number; readonly toYearId: number };

/** The copy of a discipline in the new year, created with its teachers and series if there is none. */
async function ensureDiscipline(
  tx: Transaction,
  copy: Copy,
  disciplineId: number,
): Promise<number | 'taken'> {
  // Copies of the same discipline take turns, or both would add its questions.
  const [source] = await tx`select from disciplines where id = ${disciplineId} for no key update`;
  if (!source) return 'taken';
  const [found] = await tx<{ id: number; isCopy: boolean }[]>`
    select there.id, there.copied_from is not distinct from d.id as "isCopy"
      from disciplines d cross join lateral ${counterpartOf(tx, tx`d`, copy.toYearId)} there where d.id = ${disciplineId}`;
  if (found) return found.isCopy ? found.id : 'taken';
  const [made] = await tx<{ id: number }[]>`
    insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester, copied_from)
    select code, description, ${copy.toYearId}, college_id, section_id, year, semester, id
      from disciplines where id = ${disciplineId} returning id`;
  if (!made) throw new Error('the discipline was not copied');
  await tx`insert into discipline_series (discipline_id, series_id)
    select ${made.id}, series_id from discipline_series where discipline_id = ${disciplineId}`;
  await tx`insert into discipline_teachers (discipline_id, email, part)
    select ${made.id}, email, part from discipline_teachers where discipline_id = ${disciplineId}`;
  return made.id;
}

/** Copies chapters that the copy does not have; one that was removed there is not created again. */
const copyChapters = (tx: Transaction, from: number, to: number) => tx`
  insert into chapters (discipline_id, code, description, exam_only, copied_from)
  select ${to}, c.code, c.description, c.exam_only, c.id from ${missingChapters(tx, tx`${from}`, tx`${to}`)} order by c.id`;

type Missing = {
  readonly id: number;
  readonly versionId: number;
  readonly chapterId: number;
  readonly examOnly: boolean;
  readonly addedBy: number | null;
};

/** Copies the current version of the next questions; returns how many there were. */
async function copyQuestions(tx: Transaction, from: number, to: number): Promise<number> {
  const questions = await tx<Missing[]>`
    select missing.id, v.id as "versionId", pair.copy_id as "chapterId", missing.exam_only as "examOnly",
           missing.added_by as "addedBy"
      from ${notCopiedYet(tx, tx`${from}`, tx`${to}`)}
      join ${chapterPairs(tx, tx`${from}`, tx`${to}`)} pair on pair.source_id = missing.chapter_id
      join question_versions v on v.question_id = missing.id and v.number = missing.version
     order by missing.id limit ${batchSize}`;
  const contents = await fullContents(
    tx,
    questions.map(({ versionId }) => versionId),
  );
  await insertQuestions(
    tx,
    questions.flatMap(({ id, versionId, chapterId, examOnly, addedBy }) => {
      const content = contents.get(versionId);
      return content ? [{ chapterId, examOnly, addedBy, content, copiedFrom: id }] : [];
    }),
  );
  return questions.length;
}

/** Copies the structure, unless the copy has one or lacks a chapter that it draws from. */
async function copyStructure(tx: Transaction, from: number, to: number): Promise<void> {
  const pairs = chapterPairs(tx, tx`${from}`, tx`${to}`);
  const made = await tx`
    insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
    select ${to}, questions, duration_minutes, automatic from discipline_structures where discipline_id = ${from}
       and ${lacksStructure(tx, tx`${from}`, tx`${to}`)}
    on conflict (discipline_id) do nothing`;
  if (made.count === 0) return;
  await tx`
    insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple)
    select pair.copy_id, ${to}, source.questions, source.percent_simple
      from chapter_structures source join ${pairs} pair on pair.source_id = source.chapter_id
     where source.discipline_id = ${from}`;
}

/** Copies a part of the next discipline. False when none is left. */
async function copyNext(tx: Transaction, copy: Copy): Promise<boolean> {
  const [next] = await tx<{ id: number }[]>`
    select discipline_id as id from year_copy_disciplines where copy_id = ${copy.id} and state = 'waiting'
     order by discipline_id limit 1`;
  if (!next) return false;
  const note = (state: 'waiting' | 'written' | 'taken', questions: number) => tx`
    update year_copy_disciplines set state = ${state}, questions = questions + ${questions}
     where copy_id = ${copy.id} and discipline_id = ${next.id}`;
  const to = await ensureDiscipline(tx, copy, next.id);
  if (to === 'taken') {
    await note('taken', 0);
    return true;
  }
  await copyChapters(tx, next.id, to);
  const copied = await copyQuestions(tx, next.id, to);
  if (copied < batchSize) {
    await copyStructure(tx, next.id, to);
    await tx`
      update year_copy_disciplines
         set chapters_left = (select count(*) from ${leftChapters(tx, tx`${next.id}`, tx`${to}`)})
       where copy_id = ${copy.id} and discipline_id = ${next.id}`;
  }
  await note(copied < batchSize ? 'written' : 'waiting', copied);
  return true;
}

/** Moves the next students up. False when none is left. */
async function moveNext(tx: Transaction, copy: Copy): Promise<boolean> {
  const moves = await tx<{ id: number }[]>`
    select student_id as id from year_moves where copy_id = ${copy.id} and state = 'waiting'
     order by student_id limit ${batchSize}`;
  if (moves.length === 0) return false;
  const ids = moves.map(({ id }) => id);
  const moved = await tx<{ id: number }[]>`
    update students s set series_id = m.to_series_id, year = higher.year
      from year_moves m join series higher on higher.id = m.to_series_id
     where m.copy_id = ${copy.id} and m.student_id = any(${ids}::int[]) and s.id = m.student_id
       and s.series_id = m.from_series_id returning s.id`;
  const done = moved.map(({ id }) => id);
  await tx`update year_moves set state = case when student_id = any(${done}::int[]) then 'moved' else 'left' end
            where copy_id = ${copy.id} and student_id = any(${ids}::int[])`;
  return true;
}

/**
 * Does the next part of a copy in one transaction, with the copy locked: each part is done once even if
 * several jobs run.
 */
async function step(tx: Transaction, copyId: number): Promise<'more' | 'done'> {
  const [copy] = await tx<Copy[]>`
    select id, to_year_id as "toYearId" from year_copies where id = ${copyId} and finished_at is null for update`;
  if (!copy) return 'done';
  if ((await copyNext(tx, copy)) || (await moveNext(tx, copy))) return 'more';
  await tx`update year_copies set finished_at = now() where id = ${copyId}`;
  return 'done';
}

/** The author of an unfinished copy, while they are an administrator. */
async function makerOf({ database }: JobServices, copyId: number): Promise<number | undefined> {
  const [maker] = await database.sql<{ id: number }[]>`
    select u.id from year_copies c join users u on u.id = c.made_by
     where c.id = ${copyId} and c.finished_at is null and u.is_admin and u.disabled_at is null`;
  return maker?.id;
}

export const sendCopy = (tx: Transaction, queue: JobQueue, copyId: number) =>
  queue.send(tx, copyingYear, { copyId }, `copy ${copyId}`);

/** Copies disciplines and moves students in parts until all is done, its time is up or the process stops. */
export const copyingYear: QueuedJob<JobServices, { readonly copyId: number }> = {
  name: 'copy-year',
  run: async (services, { copyId }, stopping) => {
    const { database, queue } = services;
    const actorId = await makerOf(services, copyId);
    if (actorId === undefined) {
      // Its author is no longer an administrator: finished parts stay, and another administrator may start
      // the rest.
      await database.transaction(systemAuthor, async (tx) => {
        await tx`update year_copies set finished_at = now() where id = ${copyId} and finished_at is null`;
        await tx`delete from year_moves where copy_id = ${copyId} and state = 'waiting'`;
      });
      return;
    }
    const author: Author = { actorId, requestId: undefined };
    const until = performance.now() + jobMilliseconds;
    while (!stopping.aborted && performance.now() < until) {
      if ((await database.transaction(author, (tx) => step(tx, copyId))) === 'done') return;
      await pause(pauseMilliseconds);
    }
    await database.transaction(systemAuthor, (tx) => sendCopy(tx, queue, copyId));
  },
  resume: ({ database, queue }) =>
    database.transaction(systemAuthor, async (tx) => {
      const unfinished = await tx<{ id: number }[]>`
        select id from year_copies where finished_at is null order by id`;
      for (const { id } of unfinished) await sendCopy(tx, queue, id);
    }),
};
