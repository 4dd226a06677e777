import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type { extendAppointments } from '#contract/office-appointments.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type ErrorCode, refuse } from '#domain/errors.ts';
import { lockPeople } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import type { Author } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { appointmentScope } from './booker.ts';

type Body = BodyOfCall<typeof extendAppointments>;
type Row = {
  readonly id: number;
  readonly userId: number;
  readonly studentName: string;
  readonly isElsewhere: boolean;
  readonly isTooMuch: boolean;
};

/** The maximum extra time in minutes. */
const mostMinutes = 720;

/**
 * Extends the time of all students in a room and slot. A trigger moves the deadlines of running exams. Students whose
 * next appointment would overlap keep their time and are listed.
 */
export async function extendSlot(
  services: Services,
  actor: Actor,
  author: Author,
  { examDate, examRoomSlotId, minutes, extraTimeReason }: Body,
): Promise<ResponseOfCall<typeof extendAppointments>> {
  return services.database.transaction(author, async (tx) => {
    const viewer = await viewerOf(tx, actor);
    const inSlot = tx`a.room_slot_id = ${examRoomSlotId} and a.exam_date = ${examDate} and ${appointmentScope(tx, viewer)}`;
    const people = await tx<{ userId: number }[]>`
      select p.user_id as "userId" from appointments a join students p on p.id = a.student_id where ${inSlot}`;
    if (people.length === 0) refuse('resource.notFound');
    await lockPeople(
      tx,
      people.map(({ userId }) => userId),
    );
    const rows = await tx<Row[]>`
      select a.id, p.user_id as "userId", p.last_name || ' ' || p.first_name as "studentName",
             a.extra_minutes + ${minutes}::int > ${mostMinutes}::int as "isTooMuch",
             exists (select from students s join appointments o on o.student_id = s.id
                      where s.user_id = p.user_id and o.id <> a.id and o.annulled_at is null
                        and appointment_time(o.starts_at, o.ends_at, o.extra_minutes)
                            && tstzrange(a.starts_at, a.ends_at + make_interval(mins => a.extra_minutes + ${minutes}::int))) as "isElsewhere"
        from appointments a join students p on p.id = a.student_id where ${inSlot} order by a.id`;
    const possible = rows
      .filter(({ isElsewhere, isTooMuch }) => !isElsewhere && !isTooMuch)
      .map(({ id }) => id);
    await tx`
      update appointments set extra_minutes = extra_minutes + ${minutes}::smallint, extra_reason = ${extraTimeReason}, sequence = sequence + 1
       where id = any(${possible}::int[])`;
    await noteMails(tx, 'change', possible);
    const failed = rows
      .filter(({ id }) => !possible.includes(id))
      .map(({ id, studentName, isElsewhere }) => ({
        appointmentId: id,
        studentName,
        error: (isElsewhere ? 'appointment.elsewhere' : 'validation.max') satisfies ErrorCode,
        params: isElsewhere ? {} : { max: mostMinutes },
      }));
    return { changed: possible.length, failed };
  });
}
