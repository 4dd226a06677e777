import type { Fragment, Queryable } from '#server/db/database.ts';

/** The discipline of another year that is a copy of a row, otherwise the one with its code. */
export const counterpartOf = (sql: Queryable, row: Fragment, toYearId: number): Fragment => sql`(
  select other.id, other.copied_from from disciplines other
   where other.university_year_id = ${toYearId}
     and (other.copied_from = ${row}.id or (other.section_id = ${row}.section_id and other.code = ${row}.code))
   order by other.copied_from = ${row}.id desc nulls last limit 1)`;

/**
 * The chapters of a discipline with their counterparts in its copy, as `source_id` and `copy_id`: copied from them, or
 * with the same code where nothing else is behind it. A chapter that was removed on either side has none.
 */
export const chapterPairs = (sql: Queryable, from: Fragment, to: Fragment): Fragment => sql`(
  select c.id as source_id, pair.id as copy_id from chapters c cross join lateral (
    select t.id from chapters t
     where t.discipline_id = ${to} and t.removed_at is null
       and (t.copied_from = c.id
            or t.code = c.code and not exists (select from chapters origin
                                                where origin.id = t.copied_from and origin.removed_at is null))
     order by t.copied_from = c.id desc nulls last limit 1) pair
   where c.discipline_id = ${from} and c.removed_at is null)`;

/** The chapters `c` of a discipline that its copy does not have; one that was removed there is not missing. */
export const missingChapters = (sql: Queryable, from: Fragment, to: Fragment): Fragment => sql`
  chapters c where c.discipline_id = ${from} and c.removed_at is null
     and not exists (select from chapters t where t.discipline_id = ${to}
                        and (t.copied_from = c.id or (t.code = c.code and t.removed_at is null)))`;

/** The chapters `c` that copying leaves out: removed in the copy, or another chapter there has their code. */
export const leftChapters = (sql: Queryable, from: Fragment, to: Fragment): Fragment => sql`
  chapters c where c.discipline_id = ${from} and c.removed_at is null
     and c.id not in (select source_id from ${chapterPairs(sql, from, to)} there)
     and exists (select from chapters t where t.discipline_id = ${to}
                    and (t.copied_from = c.id or (t.code = c.code and t.removed_at is null)))`;

/**
 * The questions of a discipline that copying adds to its copy: those of chapters that the copy has or gets. A copy that
 * was removed or moved to another chapter still counts as copied.
 */
export const notCopiedYet = (sql: Queryable, from: Fragment, to: Fragment): Fragment => sql`(
  select q.id, q.version, q.exam_only, q.added_by, q.chapter_id from questions q join chapters h on h.id = q.chapter_id
   where h.discipline_id = ${from} and h.removed_at is null and q.removed_at is null
     and not exists (select from questions k join chapters kc on kc.id = k.chapter_id
                      where k.copied_from = q.id and kc.discipline_id = ${to})
     and (h.id in (select source_id from ${chapterPairs(sql, from, to)} there)
          or h.id in (select c.id from ${missingChapters(sql, from, to)}))) missing`;

/** Whether copying gives the copy its structure: it has none, and all chapters that the structure asks from. */
export const lacksStructure = (sql: Queryable, from: Fragment, to: Fragment): Fragment => sql`(
  exists (select from discipline_structures where discipline_id = ${from})
  and not exists (select from discipline_structures where discipline_id = ${to})
  and not exists (select from chapter_structures source where source.discipline_id = ${from} and source.questions > 0
                     and source.chapter_id not in (select source_id from ${chapterPairs(sql, from, to)} there)
                     and source.chapter_id not in (select c.id from ${missingChapters(sql, from, to)})))`;
