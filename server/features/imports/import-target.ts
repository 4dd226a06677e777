import type { BodyOfCall } from '#contract/call.ts';
import type { changeImport } from '#contract/imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problem, refuse, refuseProblem } from '#domain/errors.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';
import { chaptersAreEditable } from '#server/scopes/chapter-scope.ts';
import type { LockedImport } from './reached-import.ts';

type Change = BodyOfCall<typeof changeImport>;
type ImportTarget = Pick<LockedImport, 'disciplineId' | 'chapterId' | 'byFileChapter'>;

/** The target of the questions after a change, among what the actor may edit; a chapter implies its discipline. */
async function targetAfter(
  tx: Transaction,
  actor: Actor,
  held: LockedImport,
  change: Change,
): Promise<ImportTarget> {
  const byFileChapter = change.byFileChapter ?? held.byFileChapter;
  const disciplineId = change.disciplineId === undefined ? held.disciplineId : change.disciplineId;
  const stays = change.chapterId === undefined && disciplineId === held.disciplineId;
  const chapterId = stays ? held.chapterId : (change.chapterId ?? null);
  if (chapterId === null) {
    if (disciplineId !== null) await refuseUnknownDiscipline(tx, actor, disciplineId);
    return { disciplineId, chapterId, byFileChapter };
  }
  const [chapter] = await tx<{ disciplineId: number }[]>`
    select discipline_id as "disciplineId" from chapters where id = ${chapterId} and removed_at is null
       and ${chaptersAreEditable(tx, actor, tx`chapters.discipline_id`)}`;
  const elsewhere =
    change.disciplineId !== undefined &&
    change.disciplineId !== null &&
    disciplineId !== chapter?.disciplineId;
  if (!chapter || elsewhere) refuseProblem(problem('chapterId', 'validation.reference'));
  return { disciplineId: chapter.disciplineId, chapterId, byFileChapter };
}

async function refuseUnknownDiscipline(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const [found] = await tx`select from disciplines
    where id = ${id} and ${chaptersAreEditable(tx, actor, tx`disciplines.id`)}`;
  if (!found) refuseProblem(problem('disciplineId', 'validation.reference'));
}

/** Matches a chapter by code, name or both; the innermost category of the file wins. */
const chapterNamed = (tx: Transaction, disciplineId: number): Fragment => tx`(
  select c.id from unnest(named.file_chapter) with ordinality part (name, depth)
    join chapters c on c.discipline_id = ${disciplineId} and c.removed_at is null
     and fold(btrim(part.name)) in (fold(c.code), fold(c.description), c.search)
   order by part.depth desc, fold(c.code) = fold(btrim(part.name)) desc, c.id limit 1)`;

async function chooseChapters(tx: Transaction, importId: number, target: ImportTarget): Promise<void> {
  const { disciplineId, chapterId, byFileChapter } = target;
  await tx`update import_rows set chapter_id = ${chapterId}
            where import_id = ${importId} and chapter_id is distinct from ${chapterId}`;
  if (!byFileChapter || disciplineId === null) return;
  await tx`
    update import_rows r set chapter_id = placed.chapter_id
      from (select named.file_chapter, ${chapterNamed(tx, disciplineId)} as chapter_id
              from (select distinct file_chapter from import_rows
                     where import_id = ${importId} and file_chapter <> '{}') named) placed
     where r.import_id = ${importId} and r.file_chapter = placed.file_chapter
       and placed.chapter_id is not null`;
}

/** Marks texts that the discipline already has. */
async function noteDuplicates(tx: Transaction, importId: number, disciplineId: number | null): Promise<void> {
  await tx`
    update import_rows r set duplicate_of = found.id
      from import_rows given left join lateral (
             select q.id from questions q join chapters c on c.id = q.chapter_id and c.removed_at is null
              where c.discipline_id = ${disciplineId} and q.removed_at is null
                -- The index holds how texts begin.
                and q.sort_text = left(given.search_text, 80) and q.search_text = given.search_text
              order by q.id limit 1) found on true
     where given.import_id = ${importId} and given.search_text is not null
       and r.import_id = given.import_id and r.position = given.position
       and r.duplicate_of is distinct from found.id`;
}

async function chooseRows(
  tx: Transaction,
  importId: number,
  choose: NonNullable<Change['choose']>,
): Promise<void> {
  if (choose.kind === 'rows') {
    await tx`update import_rows set chosen = ${choose.chosen}
              where import_id = ${importId} and state = 'ready' and position = any(${choose.positions}::int[])`;
    return;
  }
  const chosen =
    choose.kind === 'none' ? tx`false` : choose.kind === 'all' ? tx`true` : tx`duplicate_of is null`;
  await tx`update import_rows set chosen = ${chosen} where import_id = ${importId} and state = 'ready'`;
}

/** Changes the target and the selection of an import; refused once it has started. */
export async function changeTarget(
  tx: Transaction,
  actor: Actor,
  held: LockedImport,
  change: Change,
): Promise<void> {
  if (held.kind !== 'questions') refuse('resource.notFound');
  if (held.state === 'reading' || held.state === 'checking') refuse('import.checking');
  if (held.state !== 'ready') refuse('import.started');
  const target = await targetAfter(tx, actor, held, change);
  await tx`update imports set discipline_id = ${target.disciplineId}, chapter_id = ${target.chapterId},
                  by_file_chapter = ${target.byFileChapter} where id = ${held.id}`;
  await chooseChapters(tx, held.id, target);
  if (target.disciplineId !== held.disciplineId) await noteDuplicates(tx, held.id, target.disciplineId);
  if (change.choose) await chooseRows(tx, held.id, change.choose);
}

/** Looks up the chapters of the file again: one may have been added since. */
export async function chooseChaptersAgain(tx: Transaction, held: LockedImport): Promise<void> {
  if (held.state === 'ready' && held.byFileChapter) await chooseChapters(tx, held.id, held);
}
