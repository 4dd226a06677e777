import type { BulkResult } from '#contract/office-appointments.ts';
import type { Actor } from '#domain/access/actor.ts';
import { insertAppointments } from '#server/appointments/appointments.ts';
import { lockExams, lockPeople, lockQueue, lockSessions, lockSlots } from '#server/appointments/locks.ts';
import { noteMails } from '#server/appointments/mails.ts';
import { dropFulfilled } from '#server/appointments/waiting-list.ts';
import type { Author } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { type BulkLock, type BulkPlan, type BulkRequest, planBulk } from './bulk-plan.ts';
import { planReviewed } from './reviewed-bulk.ts';

const resultOf = ({ places, slots, failed, sameDay }: BulkPlan, created: number): BulkResult => ({
  created,
  placed: places.map(({ student, slot, row, seat }) => ({
    matricol: student.matricol,
    studentName: student.studentName,
    examRoomId: slot.examRoomId,
    examRoom: slot.examRoom,
    examRoomSlotId: slot.examRoomSlotId,
    startHour: slot.startHour,
    examRow: row === 0 ? '-' : row,
    seatNumber: seat,
  })),
  rooms: slots.map(({ slot, placed, waiting, compromises }) => ({
    examRoomId: slot.examRoomId,
    examRoom: slot.examRoom,
    examRoomSlotId: slot.examRoomSlotId,
    startHour: slot.startHour,
    endHour: slot.endHour,
    placed,
    waiting,
    free: slot.free - placed,
    seats: slot.seats,
    compromises: compromises.map(({ what, why, pairs }) => ({ what, why, count: pairs })),
  })),
  failed,
  sameDay,
});

/** The planned seats; writes nothing. */
export async function previewBulk(
  { database: { sql } }: Services,
  actor: Actor,
  wanted: BulkRequest,
): Promise<BulkResult> {
  return resultOf(await planBulk(sql, actor, wanted), 0);
}

/** Books for all who can be seated, in one transaction, and gives the reason for the rest. Repeating it books nobody twice.
 * With the places of a preview it writes exactly those. */
export async function bookBulk(
  services: Services,
  actor: Actor,
  author: Author,
  wanted: BulkRequest,
): Promise<BulkResult> {
  return services.database.transaction(author, async (tx) => {
    await lockSessions(tx, 'shared');
    const lock: BulkLock = async (slotIds, userIds) => {
      await lockSlots(tx, slotIds, 'exclusive');
      await lockQueue(tx, wanted.examDate);
      await lockPeople(tx, userIds);
      await lockExams(tx, [wanted.examCustomId]);
    };
    const plan = wanted.places
      ? await planReviewed(tx, actor, wanted, wanted.places, lock)
      : await planBulk(tx, actor, wanted, lock);
    const made = await insertAppointments(
      tx,
      plan.places.map(({ student, slot, row, seat, needsAccessible }) => ({
        studentId: student.studentId,
        customExamId: plan.exam.id,
        examSessionId: plan.sessionId,
        examDate: slot.examDate,
        roomId: slot.examRoomId,
        slotId: slot.examRoomSlotId,
        row,
        seat,
        needsAccessible,
        startsAt: new Date(slot.startsAt).toISOString(),
        endsAt: new Date(slot.endsAt).toISOString(),
        madeBy: actor.userId,
      })),
    );
    for (const { slot } of plan.slots) {
      const here = plan.places.filter((place) => place.slot === slot);
      await dropFulfilled(
        tx,
        { examDate: slot.examDate, slotId: slot.examRoomSlotId },
        here.map(({ student }) => ({
          studentId: student.studentId,
          customExamId: plan.exam.id,
          examSessionId: plan.sessionId,
        })),
      );
    }
    await noteMails(
      tx,
      'confirmation',
      made.map(({ id }) => id),
    );
    return resultOf(plan, made.length);
  });
}
