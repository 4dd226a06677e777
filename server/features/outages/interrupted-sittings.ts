import { type CreditProblem, creditProblem, type Outage, outageMinutes } from '#domain/exam-taking/outage.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { deadlineAt, ranDuring } from '#server/exams/outage-conditions.ts';

/** A sitting that an outage interrupted, with the effect of crediting now. */
export type InterruptedSitting = {
  readonly groupId: number;
  readonly appointmentId: number;
  readonly slotId: number;
  readonly userId: number;
  readonly studentName: string;
  readonly examName: string;
  readonly room: string;
  readonly deadline: number;
  readonly minutes: number;
  readonly problem: CreditProblem | undefined;
};

type Row = Omit<InterruptedSitting, 'minutes' | 'problem'> & {
  readonly startedAt: number;
  readonly deadlineAtOutageEnd: number;
  readonly endsAt: number;
  readonly extraMinutes: number;
  readonly nextStart: number | null;
  readonly now: number;
};

type Page = { readonly skip: number; readonly take: number };

const ms = (sql: Queryable, name: string) => sql`extract(epoch from ${sql(name)})::float8 * 1000`;

/** The running exams that an outage interrupted, with the deadline they had when it ended. */
export const interruptedExams = (sql: Queryable, id: number): Fragment => sql`
  (select e.group_id, e.started_at, e.deadline, ${sql.unsafe(deadlineAt('e', 'o.ended_at'))} as deadline_at_outage_end
     from outages o join exams e on ${sql.unsafe(ranDuring('e', 'o'))}
    where o.id = ${id})`;

/** The interrupted sittings that are still running, by student; all of them, or a page. */
export async function selectInterrupted(
  sql: Queryable,
  outage: Outage & { readonly id: number },
  page?: Page,
): Promise<InterruptedSitting[]> {
  const rows = await sql<Row[]>`
    select g.id as "groupId", a.id as "appointmentId", a.room_slot_id as "slotId", p.user_id as "userId", p.last_name || ' ' || p.first_name as "studentName",
           g.name as "examName", r.name as room, ${ms(sql, 's.deadline')} as deadline, ${ms(sql, 's.started_at')} as "startedAt",
           ${ms(sql, 's.deadline_at_outage_end')} as "deadlineAtOutageEnd",
           ${ms(sql, 'a.ends_at')} as "endsAt", a.extra_minutes as "extraMinutes", ${ms(sql, 'n.starts_at')} as "nextStart",
           extract(epoch from now())::float8 * 1000 as now
      from (select group_id, max(deadline) as deadline, max(deadline_at_outage_end) as deadline_at_outage_end, min(started_at) as started_at
              from ${interruptedExams(sql, outage.id)} i group by group_id) s
      join exam_groups g on g.id = s.group_id join appointments a on a.id = g.appointment_id
      join students p on p.id = a.student_id join rooms r on r.id = a.room_id
      left join lateral (
        select min(x.starts_at) as starts_at from students q join appointments x on x.student_id = q.id
         where q.user_id = p.user_id and x.id <> a.id and x.annulled_at is null and x.starts_at >= a.starts_at) n on true
     where a.annulled_at is null
     order by p.last_name, p.first_name, g.id offset ${page?.skip ?? 0} limit ${page?.take ?? null}`;
  return rows.map(({ startedAt, deadlineAtOutageEnd, endsAt, extraMinutes, nextStart, now, ...row }) => {
    const minutes = outageMinutes({ startedAt, deadline: row.deadline, deadlineAtOutageEnd }, outage, now);
    const time = { endsAt, extraMinutes, nextStart: nextStart ?? undefined };
    return { ...row, minutes, problem: creditProblem(time, minutes) };
  });
}
