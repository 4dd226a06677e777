import type { AppointmentMailKind, WithdrawalReason } from '#i18n/appointment-mail.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';

type MailKind = Extract<AppointmentMailKind, 'confirmation' | 'change' | 'cancellation' | 'reminder'>;

/** The content of a mail, as of the moment it was queued. */
export type MailFacts = {
  readonly examName: string;
  readonly room: string;
  readonly building: string;
  readonly row: number;
  readonly seat: number;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly extraMinutes: number;
  /** From and until when the student can move or cancel it. */
  readonly changeableFrom?: string;
  readonly changeableUntil?: string;
  /** Until when an offer can be accepted. */
  readonly until?: string;
  /** Why an offer was withdrawn. */
  readonly because?: WithdrawalReason;
};

/**
 * Deletes the mails about appointments that nobody has begun to send and that a change or cancellation makes obsolete;
 * returns the appointments whose student got no mail: their confirmation was among them.
 */
async function dropObsoleteMails(
  tx: Transaction,
  kind: 'change' | 'cancellation',
  appointmentIds: readonly number[],
): Promise<number[]> {
  const dropped = await tx<{ id: number; kind: MailKind }[]>`
    delete from appointment_mails m using appointments a
     where a.id = any(${[...appointmentIds]}::int[]) and m.exam_id = a.exam_id
       and m.sent_at is null and m.failed_at is null and m.tries = 0
       and (${kind === 'cancellation'} or m.kind = 'change') returning a.id, m.kind`;
  return dropped.filter((mail) => mail.kind === 'confirmation').map(({ id }) => id);
}

/**
 * Queues mails to the students of appointments; a background job sends them. A cancellation is queued before the row is
 * deleted. Students who cancel before any mail was sent get none.
 */
export async function noteMails(
  tx: Transaction,
  kind: MailKind,
  appointmentIds: readonly number[],
  by: 'student' | 'office' = 'office',
): Promise<void> {
  const ahead = kind === 'cancellation' ? 1 : 0;
  const unnotified =
    kind === 'change' || kind === 'cancellation' ? await dropObsoleteMails(tx, kind, appointmentIds) : [];
  const notified = by === 'office' ? appointmentIds : appointmentIds.filter((id) => !unnotified.includes(id));
  await tx`
    insert into appointment_mails (exam_id, user_id, kind, sequence, facts)
    select a.exam_id, p.user_id, ${kind}, a.sequence + ${ahead}::int, jsonb_build_object(
             'examName', c.name, 'examSession', e.description, 'room', r.name, 'building', r.building, 'row', a.row_number,
             'seat', a.seat_number, 'startsAt', a.starts_at, 'endsAt', a.ends_at, 'extraMinutes', a.extra_minutes,
             'durationMinutes', c.duration_minutes, 'changeableFrom', e.exam_schedule_start, 'changeableUntil', e.exam_schedule_end)
      from appointments a join custom_exams c on c.id = a.custom_exam_id join exam_sessions e on e.id = a.exam_session_id
      join rooms r on r.id = a.room_id join students p on p.id = a.student_id
     where a.id = any(${[...notified]}::int[]) and a.ends_at > now()
    on conflict on constraint appointment_mails_once do nothing`;
}

/** Notifies the students of upcoming appointments for which a condition holds that the name of the exam or the room has changed. */
export async function noteChanges(tx: Transaction, where: Fragment): Promise<void> {
  const changed = await tx<{ id: number }[]>`
    update appointments set sequence = sequence + 1
     where ${where} and starts_at > now() and annulled_at is null returning id`;
  await noteMails(
    tx,
    'change',
    changed.map(({ id }) => id),
  );
}

/** Queues mails about offered seats; called before the offers change. */
export async function noteOfferMails(
  tx: Transaction,
  kind: Extract<AppointmentMailKind, 'offer' | 'offerEnded' | 'offerWithdrawn'>,
  placeIds: readonly number[],
  because?: WithdrawalReason,
): Promise<void> {
  await tx`
    insert into appointment_mails (user_id, kind, sequence, facts)
    select p.user_id, ${kind}, 0, ${tx.json(because ? { because } : {})} || jsonb_build_object(
             'examName', c.name, 'room', r.name, 'building', r.building, 'row', w.offered_row, 'seat', w.offered_seat,
             'startsAt', (w.exam_date + t.start_hour)::timestamptz, 'endsAt', (w.exam_date + t.end_hour)::timestamptz,
             'extraMinutes', coalesce(own.extra_minutes, 0), 'until', w.offered_until)
      from waiting_places w join students p on p.id = w.student_id join custom_exams c on c.id = w.custom_exam_id
      join room_slots t on t.id = w.offered_slot_id join rooms r on r.id = t.room_id
      -- The appointment that moves to the seat keeps its extra time.
      left join appointments own on own.student_id = w.student_id and own.custom_exam_id = w.custom_exam_id
        and own.exam_session_id = w.exam_session_id and own.annulled_at is null
     where w.id = any(${[...placeIds]}::int[])`;
}

/**
 * Deletes the unsent mails about the offers of places, called before the offers change; returns the places whose
 * student already got a mail about the offer, or gets it now.
 */
export async function dropOfferMails(tx: Transaction, placeIds: readonly number[]): Promise<number[]> {
  const mails = await tx<{ id: string; placeId: number; isSent: boolean; isNotified: boolean }[]>`
    select m.id, w.id as "placeId", m.sent_at is not null as "isSent",
           m.sent_at is not null or m.failed_at is null and m.tries > 0 as "isNotified"
      from waiting_places w join students p on p.id = w.student_id join room_slots t on t.id = w.offered_slot_id
      join appointment_mails m on m.user_id = p.user_id and m.kind = 'offer'
       and (m.facts ->> 'row')::int = w.offered_row and (m.facts ->> 'seat')::int = w.offered_seat
       and (m.facts ->> 'startsAt')::timestamptz = (w.exam_date + t.start_hour)::timestamptz
       and (m.facts ->> 'until')::timestamptz = w.offered_until
     where w.id = any(${[...placeIds]}::int[]) order by m.id for update of m`;
  const unsent = mails.filter(({ isSent }) => !isSent).map(({ id }) => id);
  await tx`delete from appointment_mails where id = any(${unsent}::bigint[]) and failed_at is null`;
  return mails.filter(({ isNotified }) => isNotified).map(({ placeId }) => placeId);
}

/** Ends the places `w` for which a condition holds, because what they wait for is deleted or can no longer be booked, and notifies the students. */
export async function endWaiting(tx: Transaction, where: Fragment): Promise<void> {
  const offered = await tx<{ id: number }[]>`
    select w.id from waiting_places w where w.offered_slot_id is not null and ${where}`;
  await dropOfferMails(
    tx,
    offered.map(({ id }) => id),
  );
  await tx`
    with ended as (delete from waiting_places w where ${where} returning *)
    insert into appointment_mails (user_id, kind, sequence, facts)
    select distinct p.user_id, 'waitingEnded', 0, jsonb_build_object(
             'examName', c.name, 'room', '', 'building', '', 'row', 0, 'seat', 0, 'startsAt', w.exam_date::timestamptz,
             'endsAt', (w.exam_date + 1)::timestamptz, 'extraMinutes', 0)
      from ended w join students p on p.id = w.student_id join custom_exams c on c.id = w.custom_exam_id
     where w.exam_date >= current_date`;
}
