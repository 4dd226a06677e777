import type { Appointment } from '#contract/appointments.ts';
import type { MovedAppointmentBody } from '#contract/booking.ts';
import type { Actor } from '#domain/access/actor.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { refuseOpenKey } from '#server/appointments/opened-keys.ts';
import { namesAt, selectSeatedLater } from '#server/appointments/seat-overruns.ts';
import type { Transaction } from '#server/db/database.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import { appointmentScope, type Candidate } from './booker.ts';

/** Extra time is given for a reason. */
export function refuseWithoutReason(minutes: number, reason: string | null | undefined): void {
  if (minutes > 0 && !reason) refuseProblems([problem('extraTimeReason', 'validation.required')]);
}

/** Writes extra time that the office gives; whether it changed. A running exam hears of it by the trigger of the table. */
export async function giveExtraTime(
  tx: Transaction,
  actor: Actor,
  { by }: Candidate,
  appointment: Appointment,
  { extraTime, extraTimeReason, seatTakenNext }: MovedAppointmentBody,
): Promise<boolean> {
  if (by !== 'office') return false;
  const minutes = extraTime ?? appointment.extraTime;
  const reason = extraTimeReason === undefined ? appointment.extraTimeReason : extraTimeReason || null;
  const isOther = minutes !== appointment.extraTime;
  if (!isOther && reason === appointment.extraTimeReason) return false;
  refuseWithoutReason(minutes, reason);
  const isLonger = minutes > appointment.extraTime;
  if (isLonger) await refuseOpenKey(tx, appointment.examCustomId, appointment.examDate);
  await tx`update appointments set extra_minutes = ${minutes}, extra_reason = ${reason}, sequence = sequence + ${isOther ? 1 : 0}::int
            where id = ${appointment.id}`;
  // After the write, which refuses when it is the student who would be elsewhere.
  if (isLonger && !seatTakenNext) await refuseTakenNext(tx, actor, appointment, minutes);
  return isOther;
}

/** Names those who sit at the seat next and would find it taken; the office confirms that the time is given all the same. */
async function refuseTakenNext(
  tx: Transaction,
  actor: Actor,
  { id, examDate, examRoomId, examRow, seatNumber }: Appointment,
  minutes: number,
): Promise<void> {
  const [own] = await tx<{ endsAt: number }[]>`
    select extract(epoch from ends_at)::float8 * 1000 as "endsAt" from appointments where id = ${id}`;
  const scope = appointmentScope(tx, await viewerOf(tx, actor));
  const place = { examDate, examRoomId, endsAt: own?.endsAt ?? 0 };
  const later = await selectSeatedLater(tx, place, minutes, scope);
  const names = namesAt(later, { row: examRow === '-' ? 0 : examRow, seat: seatNumber });
  if (names !== '') refuse('appointment.seatTakenNext', { names });
}
