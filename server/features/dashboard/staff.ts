import type { Part } from '#contract/dashboard.ts';
import { selectedLines } from '#domain/access/dashboard-lines.ts';
import { structureShortage, supplyProblems } from '#domain/custom-exams/bank-demand.ts';
import { preventsBooking } from '#server/appointments/to-be-sat.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { selectSupplies } from '#server/bank/supply.ts';
import type { Queryable } from '#server/db/database.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { importsToLookAt, rowsNotImported } from '#server/scopes/not-imported.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';

/** A holder with more disciplines sees those of the newest years. */
const maxDisciplines = 20;

async function shortChapters(services: Services, email: string): Promise<Part<'teacher'>['shortChapters']> {
  const { sql } = services.database;
  const held = await sql<{ id: number; name: string }[]>`
    select d.id, d.description as name from discipline_teachers t join disciplines d on d.id = t.discipline_id
      join discipline_structures s on s.discipline_id = d.id
     where t.email = ${email} and t.part = 'holder' order by d.university_year_id desc, d.id limit ${maxDisciplines}`;
  const names = new Map(held.map(({ id, name }) => [id, name]));
  const limits = answerLimits(await services.settings.current());
  const supplies = await selectSupplies(sql, [...names.keys()], limits);
  return [...supplies]
    .flatMap(([disciplineId, chapters]) =>
      chapters.flatMap((chapter) => {
        const lack = structureShortage(chapter);
        const discipline = names.get(disciplineId) ?? '';
        return lack ? [{ disciplineId, discipline, chapter: chapter.chapter, ...lack }] : [];
      }),
    )
    .slice(0, selectedLines.kind);
}

/** The dashboard of a teacher: their banks, today's exams, and changes by collaborators. */
export async function teacherPart(services: Services, { actor }: Viewer): Promise<Part<'teacher'>> {
  const { sql } = services.database;
  const { email, userId } = actor;
  const [short, examsToday, newQuestions] = await Promise.all([
    shortChapters(services, email),
    sql<Part<'teacher'>['examsToday']>`
      select c.name as "examName", r.name as room, a.starts_at as "startsAt", count(*)::int as students
        from appointments a join custom_exams c on c.id = a.custom_exam_id join rooms r on r.id = a.room_id
       where a.starts_at >= current_date and a.starts_at < current_date + 1 and a.annulled_at is null
         and exists (select from custom_exam_disciplines d join discipline_teachers t on t.discipline_id = d.discipline_id
                      where d.custom_exam_id = a.custom_exam_id and t.email = ${email} and t.part = 'holder')
       group by c.name, r.name, a.starts_at order by a.starts_at, c.name, r.name limit ${selectedLines.kind}`,
    sql<Part<'teacher'>['newQuestions']>`
      select d.id as "disciplineId", d.description as discipline, count(*)::int as questions
        from discipline_teachers t join disciplines d on d.id = t.discipline_id
        join chapters c on c.discipline_id = d.id and c.removed_at is null
        join questions q on q.chapter_id = c.id and q.removed_at is null
        join question_versions v on v.question_id = q.id and v.number = q.version
        join users u on u.id = v.written_by
        join discipline_teachers w on w.discipline_id = d.id and w.email = u.email and w.part = 'collaborator'
       where t.email = ${email} and t.part = 'holder' and u.id <> ${userId} and q.changed_at > now() - interval '14 days'
         and v.written_at > now() - interval '14 days' and not (q.copied_from is not null and q.version = 1)
       group by d.id order by questions desc, d.id limit ${selectedLines.kind}`,
  ]);
  return { shortChapters: short, examsToday, newQuestions };
}

/** The number of upcoming exams checked against the bank. */
const maxExams = 12;

type ExamDisciplineRow = {
  readonly customExamId: number;
  readonly examName: string;
  readonly disciplineId: number;
  readonly discipline: string;
  readonly questions: number;
  readonly percentSimple: number | null;
};

async function notServable(services: Services, viewer: Viewer): Promise<Part<'secretary'>['notServable']> {
  const { sql } = services.database;
  const lines = await sql<ExamDisciplineRow[]>`
    select x.id as "customExamId", x.name as "examName", d.id as "disciplineId", d.description as discipline, a.questions,
           p.percent_simple as "percentSimple"
      from (select x.id, x.name, coalesce((select min(b.starts_at) filter (where b.ends_at > now()) from appointments b
                                            where b.custom_exam_id = x.id), 'infinity') as next
              from custom_exams x where x.removed_at is null and ${customExamScope(sql, viewer, 'x', 'write', false)}
             order by next, x.changed_at desc, x.id limit ${maxExams}) x
      join custom_exam_disciplines a on a.custom_exam_id = x.id join custom_exam_parts p on p.id = a.part_id
      join disciplines d on d.id = a.discipline_id order by x.next, x.id, p.position, a.position`;
  const limits = answerLimits(await services.settings.current());
  const ids = [...new Set(lines.map(({ disciplineId }) => disciplineId))];
  const supplies = await selectSupplies(sql, ids, limits);
  return lines
    .filter(({ disciplineId, discipline: disciplineName, questions, percentSimple }) => {
      const supply = { disciplineName, chapters: supplies.get(disciplineId) ?? [] };
      return supplyProblems('', supply, { questions, percentSimple }).length > 0;
    })
    .map(({ customExamId, examName, discipline }) => ({ customExamId, examName, discipline }))
    .slice(0, selectedLines.kind);
}

/** Student files of the last month with rows in scope that were not imported. */
async function importProblems(sql: Queryable, viewer: Viewer): Promise<Part<'secretary'>['importProblems']> {
  return sql<Part<'secretary'>['importProblems']>`
    select i.id, i.file_name as "fileName", i.made_at as "madeAt", u.name as "madeBy", b.rows
      from imports i join users u on u.id = i.made_by
     cross join lateral (select count(*)::int as rows from ${rowsNotImported(sql, viewer)}) b
     where ${importsToLookAt(sql)} and b.rows > 0
     order by i.made_at desc, i.id desc limit ${selectedLines.kind}`;
}

/**
 * The exams that can be booked now, with how many of their students in scope can still be booked. Students are
 * counted by series and year from an index, and those who cannot be booked are subtracted: looking up each student's appointment
 * takes many times longer.
 */
async function withoutAppointment(sql: Queryable, viewer: Viewer): Promise<Part<'secretary'>['unbooked']> {
  const students = studentScope(sql, viewer, 'p', 'write') ?? sql`true`;
  return sql<Part<'secretary'>['unbooked']>`
    with bookable as (
      select x.id, x.name, x.year, s.id as session_id, s.description as session, s.exam_schedule_end as closes_at
        from exam_sessions s cross join custom_exams x
       where now() between s.exam_schedule_start and s.exam_schedule_end and s.end_date >= current_date
         and x.removed_at is null and ${customExamScope(sql, viewer, 'x', 'write', false)}),
    places as materialized (
      select p.series_id, p.year, count(*)::int as students from students p where ${students} group by p.series_id, p.year),
    taken as materialized (
      select x.id, x.year, x.session_id, a.student_id from bookable x
        join appointments a on a.custom_exam_id = x.id and ${preventsBooking(sql, sql`a`, sql`x.session_id`)}),
    unbookable as (
      select t.id, t.session_id, count(distinct t.student_id)::int as students from taken t
        join students p on p.id = t.student_id and p.year = t.year
        join custom_exam_series c on c.custom_exam_id = t.id and c.series_id = p.series_id
       where ${students} group by t.id, t.session_id)
    select x.id as "customExamId", x.name as "examName", x.session_id as "sessionId", x.session, x.closes_at as "closesAt",
           cohort.students - coalesce(b.students, 0) as students
      from bookable x left join unbookable b on b.id = x.id and b.session_id = x.session_id
     cross join lateral (
       select coalesce(sum(n.students), 0)::int as students from custom_exam_series c
         join places n on n.series_id = c.series_id and n.year = x.year where c.custom_exam_id = x.id) cohort
     where cohort.students > coalesce(b.students, 0)
     order by x.closes_at, students desc, x.id limit ${selectedLines.kind}`;
}

/** What the office has to look at: today's rooms, who has no appointment, and exams that cannot be drawn. */
export async function secretaryPart(services: Services, viewer: Viewer): Promise<Part<'secretary'>> {
  const { sql } = services.database;
  // One after the other: together they would compete for the processors, and none would be done earlier.
  const roomsToday = await sql<Part<'secretary'>['roomsToday']>`
    select r.id as "roomId", r.name as room, r.building, to_char(a.exam_date, 'YYYY-MM-DD') as day, a.starts_at as "startsAt",
           count(*)::int as students
      from appointments a join students p on p.id = a.student_id join rooms r on r.id = a.room_id
     where a.starts_at >= current_date and a.starts_at < current_date + 1 and a.annulled_at is null
       and ${placesInScope(sql, viewer.assignments, 'p')}
     group by r.id, a.exam_date, a.starts_at order by a.starts_at, r.priority, r.id limit ${selectedLines.kind}`;
  return {
    roomsToday,
    unbooked: await withoutAppointment(sql, viewer),
    importProblems: await importProblems(sql, viewer),
    notServable: await notServable(services, viewer),
  };
}
