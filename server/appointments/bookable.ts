import type { BookableSession, Booker } from '#domain/appointments/booking.ts';
import type { Queryable } from '#server/db/database.ts';

export type StoredSession = BookableSession & { readonly description: string };

/** The sessions that have not ended, or those that include a day. */
export async function selectSessions(sql: Queryable, day?: string): Promise<StoredSession[]> {
  return sql<StoredSession[]>`
    select id, description, start_date as "startDate", end_date as "endDate",
           extract(epoch from exam_schedule_start)::float8 * 1000 as "opensAt", extract(epoch from exam_schedule_end)::float8 * 1000 as "closesAt"
      from exam_sessions where ${day === undefined ? sql`end_date >= current_date` : sql`${day}::date between start_date and end_date`}
     order by start_date, id`;
}

export type BookableExamRow = {
  readonly id: number;
  readonly name: string;
  readonly durationMinutes: number;
  readonly questions: number;
  readonly disciplines: readonly string[];
};

type BookingScope = { readonly by: Booker; readonly seriesId: number; readonly sectionId: number };

/** The exams a student can be booked for: those of their series, or for the office all of their section. */
export async function selectBookableExams(
  sql: Queryable,
  { by, seriesId, sectionId }: BookingScope,
  customExamId?: number,
): Promise<BookableExamRow[]> {
  return sql<BookableExamRow[]>`
    select c.id, c.name, c.duration_minutes as "durationMinutes",
           coalesce(sum(a.questions), 0)::int as questions,
           coalesce(array_agg(d.description order by q.position, a.position) filter (where d.id is not null), '{}') as disciplines
      from custom_exams c left join custom_exam_parts q on q.custom_exam_id = c.id
      left join custom_exam_disciplines a on a.part_id = q.id left join disciplines d on d.id = a.discipline_id
     where c.removed_at is null and ${customExamId === undefined ? sql`true` : sql`c.id = ${customExamId}`}
       and ${
         by === 'office'
           ? sql`c.section_id = ${sectionId}`
           : sql`exists (select from custom_exam_series s where s.custom_exam_id = c.id and s.series_id = ${seriesId})`
       }
     group by c.id order by c.name collate natural_ro, c.id`;
}
