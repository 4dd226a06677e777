import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type { extendAppointments } from '#contract/office-appointments.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { lockPeople, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { examsWithKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { selectLaterSlots } from '#server/appointments/seat-overruns.ts';
import { selectTakenNext } from '#server/appointments/seat-taken-next.ts';
import { wouldBeTwice } from '#server/appointments/to-be-sat.ts';
import type { Author, Transaction } from '#server/db/database.ts';
import { isConcerned } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope } from './booker.ts';

type Body = BodyOfCall<typeof extendAppointments>;
type Extended = ResponseOfCall<typeof extendAppointments>;
type Row = {
  readonly id: number;
  readonly userId: number;
  readonly studentName: string;
  readonly examCustomId: number;
  readonly extraMinutes: number;
  readonly isElsewhere: boolean;
  readonly isTwice: boolean;
  readonly isConcerned: boolean;
};

/** Minutes nobody can be given more of, and the longest reason. */
const maxMinutes = 720;
const maxReasonLength = 300;

/** The appointments of a room and slot that count, whose exams are not finished, in scope, with how many others there are. */
async function selectRows(tx: Transaction, actor: Actor, { examDate, examRoomSlotId, minutes }: Body) {
  const scope = appointmentScope(tx, await viewerOf(tx, actor));
  const all = await tx<(Row & { isShown: boolean; isFinished: boolean })[]>`
    select a.id, p.user_id as "userId", p.last_name || ' ' || p.first_name as "studentName", a.custom_exam_id as "examCustomId",
           a.extra_minutes as "extraMinutes", ${scope} as "isShown",
           exists (select from students s join appointments o on o.student_id = s.id
                    where s.user_id = p.user_id and o.id <> a.id and o.annulled_at is null
                      and appointment_time(o.starts_at, o.ends_at, o.extra_minutes)
                          && tstzrange(a.starts_at, a.ends_at + make_interval(mins => a.extra_minutes + ${minutes}::int))) as "isElsewhere",
           ${wouldBeTwice(tx, tx`a`, minutes)} as "isTwice",
           ${isConcerned(tx, actor.userId, tx`p.user_id`)} as "isConcerned",
           coalesce((select bool_and(e.finished_at is not null) from exam_groups g join exams e on e.group_id = g.id
                      where g.appointment_id = a.id), false) as "isFinished"
      from appointments a join students p on p.id = a.student_id
     where a.room_slot_id = ${examRoomSlotId} and a.exam_date = ${examDate} and a.annulled_at is null
     order by a.id`;
  if (!all.some(({ isShown }) => isShown)) refuse('resource.notFound');
  const rows = all.filter(({ isFinished }) => !isFinished);
  const shown = rows.filter(({ isShown }) => isShown);
  return { rows: shown, hidden: rows.length - shown.length, scope };
}

/**
 * Extends the time of all students in a room and slot who have not finished. A trigger moves the deadlines of running
 * exams. Students whose next appointment would overlap or who have the exam to sit in another session, the caller and
 * their relatives keep their time and are listed, and so are the seats that others have next: a room that lost power
 * gets its time anyway.
 */
export async function extendSlot(
  services: Services,
  actor: Actor,
  author: Author,
  body: Body,
): Promise<Extended> {
  const { examDate, examRoomSlotId, minutes, extraTimeReason } = body;
  return services.database.transaction(author, async (tx) => {
    await lockSessions(tx, 'shared');
    await lockSlots(tx, [examRoomSlotId, ...(await selectLaterSlots(tx, examRoomSlotId))], 'exclusive');
    const seen = await selectRows(tx, actor, body);
    await lockPeople(
      tx,
      seen.rows.map(({ userId }) => userId),
    );
    const { rows, hidden, scope } = await selectRows(tx, actor, body);
    const opened = await examsWithKeyOpenOnDay(
      tx,
      [...new Set(rows.map(({ examCustomId }) => examCustomId))],
      examDate,
    );
    const refusalFor = (row: Row): ErrorCode | undefined => {
      const { isElsewhere, isTwice, extraMinutes, examCustomId } = row;
      if (row.isConcerned) return 'sitting.concerned';
      if (isElsewhere) return 'appointment.elsewhere';
      if (isTwice) return 'appointment.examTwice';
      if (extraMinutes + minutes > maxMinutes) return 'appointment.mostExtraTime';
      return opened.has(examCustomId) ? 'appointment.keyOpened' : undefined;
    };
    const ids = rows.filter((row) => refusalFor(row) === undefined).map(({ id }) => id);
    await tx`
      update appointments set extra_minutes = extra_minutes + ${minutes}::smallint, sequence = sequence + 1,
             extra_reason = left(concat_ws('; ', extra_reason, ${extraTimeReason}::text), ${maxReasonLength}::int)
       where id = any(${ids}::int[])`;
    await noteMails(tx, 'change', ids);
    return {
      changed: ids.length,
      failed: rows.flatMap((row) => {
        const error = refusalFor(row);
        if (error === undefined) return [];
        const params: Record<string, number> =
          error === 'appointment.mostExtraTime' ? { max: maxMinutes } : {};
        return [{ appointmentId: row.id, studentName: row.studentName, error, params }];
      }),
      hidden,
      seatTakenNext: await selectTakenNext(tx, ids, scope),
    };
  });
}
