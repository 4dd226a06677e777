import type { Appointment } from '#contract/appointments.ts';
import type { MovedAppointmentBody } from '#contract/booking.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { refuseKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { selectTakenNext } from '#server/appointments/seat-taken-next.ts';
import { wouldBeTwice } from '#server/appointments/to-be-sat.ts';
import type { Transaction } from '#server/db/database.ts';
import { refuseConcernedPerson } from '#server/scopes/relatives.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import { appointmentScope, type Candidate } from './booker.ts';

/** The forms ask for a reason of extra time; a caller who does not send one gives the time without. */
export function refuseBlankReason(minutes: number, reason: string | null | undefined): void {
  if (minutes > 0 && reason === '') refuseProblems([problem('extraTimeReason', 'validation.required')]);
}

/** Writes extra time that the office gives; whether it changed. A running exam hears of it by the trigger of the table. */
export async function giveExtraTime(
  tx: Transaction,
  actor: Actor,
  { by, userId }: Candidate,
  appointment: Appointment,
  { extraTime, extraTimeReason, minutesSeen, seatTakenNext }: MovedAppointmentBody,
): Promise<boolean> {
  if (by !== 'office') return false;
  if (minutesSeen !== undefined && minutesSeen !== appointment.extraTime)
    refuse('appointment.timeChanged', { minutes: appointment.extraTime });
  const minutes = extraTime ?? appointment.extraTime;
  refuseBlankReason(minutes, extraTimeReason);
  const isRemoval = minutes === 0 && extraTimeReason !== undefined;
  const reason = extraTimeReason || (isRemoval ? null : appointment.extraTimeReason);
  const isOther = minutes !== appointment.extraTime;
  if (!isOther && reason === appointment.extraTimeReason) return false;
  await refuseConcernedPerson(tx, actor.userId, userId);
  if (minutes < appointment.extraTime) await refuseEnding(tx, appointment, minutes);
  const isLonger = minutes > appointment.extraTime;
  if (isLonger) {
    await refuseKeyOpenOnDay(tx, appointment.examCustomId, appointment.examDate);
    await refuseTwice(tx, appointment, minutes);
  }
  await tx`update appointments set extra_minutes = ${minutes}, extra_reason = ${reason}, sequence = sequence + ${isOther ? 1 : 0}::int
            where id = ${appointment.id}`;
  // After the write, which refuses when it is the student who would be elsewhere.
  if (isLonger && !seatTakenNext) await refuseTakenNext(tx, actor, appointment.id);
  return isOther;
}

/** Less extra time moves the deadline of a running exam; one that would end now is ended as such, not by its time. */
async function refuseEnding(tx: Transaction, { id, extraTime }: Appointment, minutes: number): Promise<void> {
  const ending = await tx`
    select from exams e join exam_groups g on g.id = e.group_id
     where g.appointment_id = ${id} and e.started_at is not null and e.finished_at is null
       and e.deadline - make_interval(mins => ${extraTime - minutes}::int) <= now()`;
  if (ending.count > 0) refuse('appointment.wouldEnd');
}

/** With more time a missed exam could be sat after all, but not beside one in another session (APPT-2). */
async function refuseTwice(tx: Transaction, { id, extraTime }: Appointment, minutes: number): Promise<void> {
  const twice = await tx`
    select from appointments a where a.id = ${id} and ${wouldBeTwice(tx, tx`a`, minutes - extraTime)}`;
  if (twice.count > 0) refuse('appointment.examTwice');
}

/** Names those who sit at the seat next and would find it taken; the office confirms that the time is given anyway. */
export async function refuseTakenNext(tx: Transaction, actor: Actor, id: number): Promise<void> {
  const scope = appointmentScope(tx, await viewerOf(tx, actor));
  const [taken] = await selectTakenNext(tx, [id], scope);
  if (taken) refuse('appointment.seatTakenNext', { names: taken.names });
}
