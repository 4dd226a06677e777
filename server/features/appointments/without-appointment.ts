import type { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import {
  type exportWithoutAppointment,
  type listWithoutAppointment,
  type StudentWithoutAppointment,
  type WithoutAppointmentColumn,
  withoutAppointmentColumns,
} from '#contract/students-without-appointment.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import { appointmentColumns as en } from '#i18n/en/appointment-columns.ts';
import { entities as enEntities } from '#i18n/en/entities.ts';
import { office as enOffice } from '#i18n/en/office.ts';
import { appointmentColumns as fr } from '#i18n/fr/appointment-columns.ts';
import { entities as frEntities } from '#i18n/fr/entities.ts';
import { office as frOffice } from '#i18n/fr/office.ts';
import { appointmentColumns as ro } from '#i18n/ro/appointment-columns.ts';
import { entities as roEntities } from '#i18n/ro/entities.ts';
import { office as roOffice } from '#i18n/ro/office.ts';
import { preventsBooking } from '#server/appointments/to-be-sat.ts';
import type { Fragment, Sql } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { customExamScope } from '#server/scopes/custom-exam-scope.ts';
import { studentScope } from '#server/scopes/row-scopes.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import { textCell } from '#server/spreadsheet/cell.ts';
import { allPages, listFile } from '#server/spreadsheet/list-file.ts';

type Query = Omit<QueryOfCall<typeof listWithoutAppointment>, 'skip' | 'take'>;

function orderOf(sql: Sql, sort: WithoutAppointmentColumn | undefined, desc: boolean | undefined): Fragment {
  const byName = sql`p.last_name collate natural_ro, p.first_name collate natural_ro, p.id`;
  const keys: Record<WithoutAppointmentColumn, Fragment> = {
    studentName: sql`p.last_name || ' ' || p.first_name collate natural_ro`,
    nrMatricol: sql`p.matricol collate natural_ro`,
    series: sql`s.name collate natural_ro`,
    groupNumber: sql`p.group_number collate natural_ro`,
  };
  return sort ? sql`${keys[sort]} ${desc ? sql`desc` : sql`asc`}, ${byName}` : byName;
}

/** The condition on `p` of the students in scope who take a custom exam and can still be booked for it in a session. */
async function filterOf(sql: Sql, actor: Actor, query: Query): Promise<{ condition: Fragment }> {
  const viewer = await viewerOf(sql, actor);
  const [exam] = await sql<{ year: number }[]>`
    select x.year from custom_exams x join exam_sessions s on s.id = ${query.examSessionId}
     where x.id = ${query.examCustomId} and x.removed_at is null
       and ${customExamScope(sql, viewer, 'x', 'write', false)}`;
  if (!exam) refuse('resource.notFound');
  const condition = allOf(sql, [
    sql`p.year = ${exam.year} and p.series_id in (
          select c.series_id from custom_exam_series c where c.custom_exam_id = ${query.examCustomId})`,
    studentScope(sql, viewer, 'p', 'write') ?? sql`true`,
    sql`not exists (select from appointments a where a.student_id = p.id and a.custom_exam_id = ${query.examCustomId}
                       and ${preventsBooking(sql, sql`a`, sql`${query.examSessionId}::int`)})`,
    ...(query.search ? [sql`p.search like search_pattern(${query.search})`] : []),
  ]);
  return { condition };
}

const selectStudents = (sql: Sql, condition: Fragment, { sort, desc }: Query, page: Fragment) =>
  sql<StudentWithoutAppointment[]>`
    select p.id as "studentId", p.last_name || ' ' || p.first_name as "studentName", p.matricol as "nrMatricol",
           s.name as series, p.group_number as "groupNumber"
      from students p join series s on s.id = p.series_id where ${condition} order by ${orderOf(sql, sort, desc)} ${page}`;

/** A page of the students without an appointment. */
export async function pageWithoutAppointment(
  sql: Sql,
  actor: Actor,
  query: QueryOfCall<typeof listWithoutAppointment>,
) {
  const { condition } = await filterOf(sql, actor, query);
  const [items, [count]] = await Promise.all([
    selectStudents(sql, condition, query, sql`offset ${query.skip} limit ${query.take}`),
    sql<{ total: number }[]>`select count(*)::int as total from students p where ${condition}`,
  ]);
  return { items, total: count?.total ?? 0 };
}

const labels = {
  ro: {
    ...ro,
    title: roOffice.without,
    series: roEntities['student.seriesName'],
    groupNumber: roEntities['student.groupeNumber'],
  },
  en: {
    ...en,
    title: enOffice.without,
    series: enEntities['student.seriesName'],
    groupNumber: enEntities['student.groupeNumber'],
  },
  fr: {
    ...fr,
    title: frOffice.without,
    series: frEntities['student.seriesName'],
    groupNumber: frEntities['student.groupeNumber'],
  },
};

/** The students without an appointment as a file. */
export async function exportedWithoutAppointment(
  sql: Sql,
  actor: Actor,
  { format, lang, ...query }: QueryOfCall<typeof exportWithoutAppointment>,
): Promise<Readable> {
  const words = labels[lang];
  const { condition } = await filterOf(sql, actor, query);
  const columns = withoutAppointmentColumns.map((name) => ({
    header: words[name],
    cell: (student: StudentWithoutAppointment) => textCell(student[name] ?? ''),
  }));
  const rows = allPages(({ skip, take }) =>
    selectStudents(sql, condition, query, sql`offset ${skip} limit ${take}`),
  );
  return listFile({ name: words.title, columns, rows }, format);
}
