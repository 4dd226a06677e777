import type { QueryOfCall } from '#contract/call.ts';
import type {
  listMovingStudents,
  listYearDisciplines,
  listYearSeries,
  SeriesStudent,
  YearDiscipline,
  YearSeries,
} from '#contract/year-copies.ts';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { type CopyOutcome, type Counterpart, copyOutcome } from '#domain/university-years/year-copy.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import {
  counterpartOf,
  lacksStructure,
  leftChapters,
  missingChapters,
  notCopiedYet,
} from './counterparts.ts';

type Page<T> = { items: T[]; total: number };

type Missing = Omit<Counterpart, 'isCopy'>;
type Effects = Pick<YearDiscipline, 'newQuestions' | 'newChapters' | 'leftChapters' | 'newStructure'>;
type DisciplineRow = Omit<YearDiscipline, 'outcome' | keyof Effects> &
  Missing & {
    readonly copyId: number | null;
    readonly isCopy: boolean | null;
    readonly chaptersLeft: number;
  };

/** What copying adds: everything to a new discipline, what is missing to an earlier copy; and what it leaves out. */
function effectsOf(
  outcome: CopyOutcome,
  { questions, chapters, chaptersLeft }: Pick<DisciplineRow, 'questions' | 'chapters' | 'chaptersLeft'>,
  { missingQuestions, missingChapters: chaptersMissing, missesStructure }: Missing,
): Effects {
  if (outcome === 'create')
    return {
      newQuestions: questions,
      newChapters: chapters,
      leftChapters: 0,
      newStructure: missesStructure,
    };
  const nothing = { newQuestions: 0, newChapters: 0, newStructure: false };
  if (outcome !== 'complete') return { ...nothing, leftChapters: outcome === 'same' ? chaptersLeft : 0 };
  return {
    newQuestions: missingQuestions,
    newChapters: chaptersMissing,
    leftChapters: chaptersLeft,
    newStructure: missesStructure,
  };
}

/** A page of the disciplines of a university year, with what copying each would do. */
export async function disciplinePage(
  sql: Queryable,
  { fromYearId, toYearId, search, skip, take }: QueryOfCall<typeof listYearDisciplines>,
): Promise<Page<YearDiscipline>> {
  const filter: Fragment = search
    ? sql`d.university_year_id = ${fromYearId} and d.search like search_pattern(${search})`
    : sql`d.university_year_id = ${fromYearId}`;
  const [rows, [counted]] = await Promise.all([
    sql<DisciplineRow[]>`
      select d.id, d.code, d.description, c.name as "collegeName", n.name as "sectionName", d.year, d.semester,
             coalesce((select string_agg(u.name, ', ' order by u.name) from discipline_teachers t join users u on u.email = t.email
                        where t.discipline_id = d.id and t.part = 'holder'), '') as "holderNames",
             (select count(*) from chapters h where h.discipline_id = d.id and h.removed_at is null) as chapters,
             (select count(*) from questions q join chapters h on h.id = q.chapter_id
               where h.discipline_id = d.id and h.removed_at is null and q.removed_at is null) as questions,
             copy.id as "copyId", copy.copied_from = d.id as "isCopy",
             (select count(*) from ${notCopiedYet(sql, sql`d.id`, sql`copy.id`)}) as "missingQuestions",
             (select count(*) from ${missingChapters(sql, sql`d.id`, sql`copy.id`)}) as "missingChapters",
             (select count(*) from ${leftChapters(sql, sql`d.id`, sql`copy.id`)}) as "chaptersLeft",
             ${lacksStructure(sql, sql`d.id`, sql`copy.id`)} as "missesStructure"
        from (select d.* from disciplines d join sections n on n.id = d.section_id where ${filter}
               order by n.name collate natural_ro, d.year, d.description collate natural_ro, d.id
               offset ${skip} limit ${take}) d
        join colleges c on c.id = d.college_id join sections n on n.id = d.section_id
        left join lateral ${counterpartOf(sql, sql`d`, toYearId)} copy on true
       order by n.name collate natural_ro, d.year, d.description collate natural_ro, d.id`,
    sql<{ total: number }[]>`select count(*) as total from disciplines d where ${filter}`,
  ]);
  return {
    items: rows.map(({ copyId, isCopy, chaptersLeft, ...found }) => {
      const { missingQuestions, missingChapters: chaptersMissing, missesStructure, ...row } = found;
      const missing = { missingQuestions, missingChapters: chaptersMissing, missesStructure };
      const outcome = copyOutcome(copyId === null ? undefined : { isCopy: isCopy === true, ...missing });
      return { ...row, outcome, ...effectsOf(outcome, { ...row, chaptersLeft }, missing) };
    }),
    total: counted?.total ?? 0,
  };
}

/** Students who have not moved into a university year yet; those an earlier run left where they were can still move. */
const notMoved = (sql: Queryable, toYearId: number): Fragment =>
  sql`not exists (select from year_moves m where m.to_year_id = ${toYearId} and m.student_id = s.id and m.state <> 'left')`;

/** A page of the series whose students can move up, with how many would. */
export async function seriesPage(
  sql: Queryable,
  { toYearId, search, skip, take }: QueryOfCall<typeof listYearSeries>,
): Promise<Page<YearSeries>> {
  const named = search
    ? sql`fold(concat_ws(' ', c.name, n.name, e.code, e.name)) like search_pattern(${search})`
    : sql`true`;
  const from = sql`series e join sections n on n.id = e.section_id join colleges c on c.id = n.college_id
    where e.year < ${lastStudyYear} and ${named}
      and exists (select from students s where s.series_id = e.id and ${notMoved(sql, toYearId)})`;
  const [items, [counted]] = await Promise.all([
    sql<YearSeries[]>`
      select found.*, moving.students, moving.booked
        from (select e.id, c.name as "collegeName", n.name as "sectionName", e.code::text, e.name, e.year,
                     exists (select from series higher where higher.section_id = e.section_id
                               and higher.year = e.year + 1 and higher.code = e.code) as "hasNext"
                from ${from}
               order by c.name collate natural_ro, n.name collate natural_ro, e.year, e.code, e.id
               offset ${skip} limit ${take}) found
       cross join lateral (
         select count(*) as students,
                count(*) filter (where exists (select from appointments a where a.student_id = s.id and a.ends_at > now())) as booked
           from students s where s.series_id = found.id and ${notMoved(sql, toYearId)}) moving
       order by found."collegeName" collate natural_ro, found."sectionName" collate natural_ro, found.year, found.code, found.id`,
    sql<{ total: number }[]>`select count(*) as total from ${from}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}

/** A page of the students of a series who would move, by name. */
export async function studentPage(
  sql: Queryable,
  { toYearId, seriesId, search, skip, take }: QueryOfCall<typeof listMovingStudents>,
): Promise<Page<SeriesStudent>> {
  const named = search ? sql`s.search like search_pattern(${search})` : sql`true`;
  const from = sql`students s where s.series_id = ${seriesId} and ${notMoved(sql, toYearId)} and ${named}`;
  const [items, [counted]] = await Promise.all([
    sql<SeriesStudent[]>`
      select s.id, s.last_name as "lastName", s.first_name as "firstName", s.matricol as "nrMatricol", s.email::text
        from ${from}
       order by s.last_name collate "ro-x-icu", s.first_name collate "ro-x-icu", s.id offset ${skip} limit ${take}`,
    sql<{ total: number }[]>`select count(*) as total from ${from}`,
  ]);
  return { items, total: counted?.total ?? 0 };
}
