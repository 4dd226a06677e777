import type { Readable } from 'node:stream';
import type { Appointment, exportAppointments, listAppointments } from '#contract/appointments.ts';
import type { QueryOfCall } from '#contract/call.ts';
import { type Actor, isOfAny } from '#domain/access/actor.ts';
import type { AppointmentColumn } from '#domain/appointments/appointment-columns.ts';
import { closedChange } from '#domain/appointments/booking.ts';
import { appointmentColumns as en } from '#i18n/en/appointment-columns.ts';
import { appointmentColumns as fr } from '#i18n/fr/appointment-columns.ts';
import { appointmentColumns as ro } from '#i18n/ro/appointment-columns.ts';
import { appointmentTables, selectAppointments } from '#server/appointments/appointment-rows.ts';
import { selectSessions } from '#server/appointments/bookable.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import type { Fragment, Sql } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { type Viewer, viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { type Cell, textCell } from '#server/spreadsheet/cell.ts';
import { allPages, listFile } from '#server/spreadsheet/list-file.ts';
import { appointmentScope } from './booker.ts';

type AppointmentQuery = Omit<QueryOfCall<typeof listAppointments>, 'skip' | 'take'>;

function orderOf(sql: Sql, { sort, desc }: AppointmentQuery): Fragment {
  const keys: Record<AppointmentColumn, Fragment> = {
    id: sql`a.id`,
    studentName: sql`p.last_name collate "ro-x-icu"`,
    nrMatricol: sql`p.matricol collate natural_ro`,
    year: sql`p.year`,
    examCustom: sql`c.name collate natural_ro`,
    examDate: sql`a.exam_date`,
    examSession: sql`e.start_date`,
    examRoom: sql`r.name collate natural_ro`,
    examRoomSlot: sql`t.start_hour`,
    examRow: sql`a.row_number`,
    seatNumber: sql`a.seat_number`,
    extraTime: sql`a.extra_minutes`,
  };
  const direction = desc ? sql`desc` : sql`asc`;
  // Today's appointments first, then the next days, then the past, newest first.
  if (!sort)
    return sql`a.exam_date < current_date, abs(a.exam_date - current_date), a.starts_at, r.priority, a.row_number, a.seat_number, a.id`;
  return sql`${keys[sort]} ${direction}, a.starts_at ${direction}, a.id ${direction}`;
}

function filterOf(sql: Sql, viewer: Viewer, query: AppointmentQuery): Fragment {
  const equal: readonly (readonly [number | undefined, Fragment])[] = [
    [query.examCustomId, sql`a.custom_exam_id`],
    [query.examSessionId, sql`a.exam_session_id`],
    [query.examRoomId, sql`a.room_id`],
    [query.examRoomSlotId, sql`a.room_slot_id`],
    [query.studentId, sql`a.student_id`],
    [query.year, sql`p.year`],
  ];
  return allOf(sql, [
    appointmentScope(sql, viewer),
    ...equal.flatMap(([value, column]) => (value === undefined ? [] : [sql`${column} = ${value}`])),
    ...(query.from ? [sql`a.exam_date >= ${query.from}`] : []),
    ...(query.to ? [sql`a.exam_date <= ${query.to}`] : []),
    ...(query.search
      ? [
          sql`(p.search like search_pattern(${query.search}) or c.search like search_pattern(${query.search}))`,
        ]
      : []),
  ]);
}

/** The rows of the office; nobody is the office for themselves (ROLE-5), so its own say whether it can change them as a student. */
async function withOwn(
  { database: { sql }, settings }: Services,
  { userId }: Actor,
  rows: readonly Appointment[],
): Promise<Appointment[]> {
  const own = await sql<{ id: number }[]>`
    select id from students where user_id = ${userId} and id = any(${rows.map(({ studentId }) => studentId)}::int[])`;
  const enrolments = new Set(own.map(({ id }) => id));
  const { allowExams } = await settings.current();
  const judged = async (row: Appointment): Promise<Appointment> => {
    if (!enrolments.has(row.studentId)) return row;
    const session = (await selectSessions(sql, row.examDate)).find(({ id }) => id === row.examSessionId);
    const { now } = await clockOf(sql);
    const closed = closedChange({ session, state: row.state }, 'student', { allowExams, now });
    return { ...row, own: closed ? 'closed' : 'open' };
  };
  return Promise.all(rows.map(judged));
}

/** A page of the appointments in scope. */
export async function pageOfAppointments(
  services: Services,
  actor: Actor,
  query: QueryOfCall<typeof listAppointments>,
) {
  const { sql } = services.database;
  const filter = filterOf(sql, await viewerOf(sql, actor), query);
  const page = sql`offset ${query.skip} limit ${query.take}`;
  const [items, [count]] = await Promise.all([
    selectAppointments(sql, filter, orderOf(sql, query), page),
    sql<{ total: number }[]>`select count(*)::int as total from ${appointmentTables(sql)} where ${filter}`,
  ]);
  const isOffice = isOfAny(actor, ['admin', 'secretary']);
  return { items: isOffice ? await withOwn(services, actor, items) : items, total: count?.total ?? 0 };
}

const labels = { ro, en, fr };

function cellOf(appointment: Appointment, column: AppointmentColumn): Cell {
  const value = appointment[column];
  if (column === 'examDate') return { kind: 'day', day: appointment.examDate };
  return typeof value === 'number' ? { kind: 'number', number: value } : textCell(value ?? '');
}

/** The whole list as a file, read page by page while it is sent. */
export function exportedAppointments(
  sql: Sql,
  actor: Actor,
  query: QueryOfCall<typeof exportAppointments>,
): Readable {
  const words = labels[query.lang];
  const columns = query.columns.map((name) => ({
    header: words[name],
    cell: (row: Appointment) => cellOf(row, name),
  }));
  const rows = allPages(async ({ skip, take }) => {
    const filter = filterOf(sql, await viewerOf(sql, actor), query);
    return selectAppointments(sql, filter, orderOf(sql, query), sql`offset ${skip} limit ${take}`);
  });
  return listFile({ name: words.title, columns, rows }, query.format);
}
