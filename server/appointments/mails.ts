import type { Transaction } from '#server/db/database.ts';

export type MailKind = 'confirmation' | 'change' | 'cancellation' | 'reminder';

/** Notes that the students of appointments are to be told; a background job sends it. A cancellation is noted before the row goes. */
export async function noteMails(
  tx: Transaction,
  kind: MailKind,
  appointmentIds: readonly number[],
): Promise<void> {
  const ahead = kind === 'cancellation' ? 1 : 0;
  await tx`
    insert into appointment_mails (exam_id, user_id, kind, sequence, facts)
    select a.exam_id, p.user_id, ${kind}, a.sequence + ${ahead}::int, jsonb_build_object(
             'examName', c.name, 'examSession', e.description, 'room', r.name, 'building', r.building, 'row', a.row_number,
             'seat', a.seat_number, 'startsAt', a.starts_at, 'endsAt', a.ends_at, 'extraMinutes', a.extra_minutes,
             'durationMinutes', c.duration_minutes)
      from appointments a join custom_exams c on c.id = a.custom_exam_id join exam_sessions e on e.id = a.exam_session_id
      join rooms r on r.id = a.room_id join students p on p.id = a.student_id
     where a.id = any(${[...appointmentIds]}::int[]) and a.ends_at > now()
    on conflict on constraint appointment_mails_once do nothing`;
}
