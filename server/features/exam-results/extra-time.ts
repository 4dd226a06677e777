import { problem, Refusal } from '#domain/errors.ts';
import { refuseSeatTakenNext } from '#server/appointments/seat-taken-next.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Viewer } from '#server/scopes/viewer.ts';

/** The maximum extra time of an appointment, and the maximum length of a reason. */
const maxMinutes = 720;
const maxReasonLength = 300;

type Extra = {
  readonly reason: string;
  /** As requested. */
  readonly minutes: number;
  /** Including the credited minutes. */
  readonly credited: number;
  /** Confirms the time although somebody else has the seat next. */
  readonly seatTakenNext?: boolean | undefined;
};

/**
 * Adds to the extra time of a locked appointment, whose later slots are locked too; a trigger moves the deadlines. Earlier reasons
 * are kept.
 */
export async function addExtraTime(
  tx: Transaction,
  viewer: Viewer,
  appointmentId: number,
  { reason, minutes, credited, seatTakenNext }: Extra,
): Promise<void> {
  const [given] = await tx<{ minutes: number }[]>`
    select extra_minutes as minutes from appointments where id = ${appointmentId}`;
  const remainingMinutes = maxMinutes - (given?.minutes ?? 0) - (credited - minutes);
  if (minutes > remainingMinutes)
    throw new Refusal('validation.failed', {}, [
      problem('minutes', 'validation.max', { max: Math.max(0, remainingMinutes) }),
    ]);
  await tx`
    update appointments set extra_minutes = extra_minutes + ${credited}::smallint,
           extra_reason = left(concat_ws('; ', extra_reason, ${reason}::text), ${maxReasonLength}::int)
     where id = ${appointmentId}`;
  // After the write, which refuses when it is the student who would be elsewhere.
  if (!seatTakenNext) await refuseSeatTakenNext(tx, viewer, appointmentId);
}
