import type { Actor } from '#domain/access/actor.ts';
import { groupBy } from '#domain/group-by.ts';
import { selectAppointments } from '#server/appointments/appointment-rows.ts';
import { selectBookableExams, selectSessions } from '#server/appointments/bookable.ts';
import { type DaySlot, selectDaySlots } from '#server/appointments/day-slots.ts';
import { type SeatNeeds, withFittingSeats } from '#server/appointments/fitting-seats.ts';
import { examsWithKeyOpenOnDay } from '#server/appointments/opened-keys.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import { countWaiting } from '#server/appointments/waiting-list.ts';
import { BatchedReads } from '#server/db/batched-reads.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { SharedReads } from '#server/db/shared-reads.ts';
import { type Candidate, candidateFor, selectCandidates } from './booker.ts';

/** `endsAt` includes extra time. */
type OtherExam = {
  readonly appointmentId: number;
  readonly examDate: string;
  readonly examRoomSlotId: number;
  readonly examName: string;
  readonly startsAt: number;
  readonly endsAt: number;
};

/** The appointments ahead of people, over all their enrolments. */
const selectExamsAhead = (sql: Queryable, userIds: readonly number[]) => sql<
  (OtherExam & { readonly userId: number })[]
>`
  select p.user_id as "userId", a.id as "appointmentId", a.exam_date as "examDate", a.room_slot_id as "examRoomSlotId", c.name as "examName",
         extract(epoch from a.starts_at)::float8 * 1000 as "startsAt",
         extract(epoch from a.ends_at + make_interval(mins => a.extra_minutes))::float8 * 1000 as "endsAt"
    from appointments a join custom_exams c on c.id = a.custom_exam_id join students p on p.id = a.student_id
   where p.user_id = any(${[...userIds]}::int[]) and a.exam_date >= current_date and a.annulled_at is null order by a.starts_at`;

/** The appointments of enrolments in sessions that have not ended, also those already sat or missed. */
const selectCurrentAppointments = (sql: Queryable, studentIds: readonly number[]) =>
  selectAppointments(
    sql,
    sql`a.student_id = any(${[...studentIds]}::int[]) and a.annulled_at is null
        and (a.exam_date >= current_date or e.end_date >= current_date)`,
  );

/**
 * What those who open booking read; thousands do in the minute it opens. What is the same for everybody is read once for
 * all who ask, the rows of each student together with those of the others.
 */
export function openBookingReads({ sql }: Database) {
  const shared = new SharedReads();
  const students = new BatchedReads((ids: readonly number[]) => selectCandidates(sql, ids));
  const appointments = new BatchedReads(async (ids: readonly number[]) =>
    groupBy(await selectCurrentAppointments(sql, ids), ({ studentId }) => studentId),
  );
  const examsAhead = new BatchedReads(async (ids: readonly number[]) =>
    groupBy(await selectExamsAhead(sql, ids), ({ userId }) => userId),
  );
  return {
    candidate: (actor: Actor, studentId: number | undefined) =>
      candidateFor(sql, actor, studentId, (id) => students.read(id)),
    /** The appointments of an enrolment in sessions that have not ended. */
    appointments: async (studentId: number) => (await appointments.read(studentId)) ?? [],
    /** The exams of a person from today on, over all enrolments. */
    examsAhead: async (userId: number): Promise<readonly OtherExam[]> =>
      (await examsAhead.read(userId)) ?? [],
    clock: () => shared.read('clock', () => clockOf(sql)),
    sessions: () => shared.read('sessions', () => selectSessions(sql)),
    sessionsOf: (day: string) => shared.read(`sessions of ${day}`, () => selectSessions(sql, day)),
    exams: ({ by, seriesId, sectionId }: Candidate) =>
      shared.read(`exams ${by} ${seriesId} ${sectionId}`, () =>
        selectBookableExams(sql, { by, seriesId, sectionId }),
      ),
    hasOpenKey: (examCustomId: number, day: string) =>
      shared.read(`key ${examCustomId} ${day}`, async () => {
        const open = await examsWithKeyOpenOnDay(sql, [examCustomId], day);
        return open.size > 0;
      }),
    daySlots: (days: readonly string[], durationMinutes: number) =>
      shared.read(`slots ${days.join()} ${durationMinutes}`, () =>
        selectDaySlots(sql, { days, durationMinutes }),
      ),
    /** How many others wait for a seat in the slots of days. */
    waiting: async (days: readonly string[], studentId: number) => {
      const [all, own] = await Promise.all([
        shared.read(`waiting ${days.join()}`, () => countWaiting(sql, days)),
        countWaiting(sql, days, { only: [studentId] }),
      ]);
      return (examDate: string, slotId: number) => all(examDate, slotId) - own(examDate, slotId);
    },
    /** The slots with only the free seats that fit. */
    fittingSlots: (slots: readonly DaySlot[], needs: SeatNeeds) => withFittingSeats(sql, slots, needs),
  };
}

export type BookingReads = ReturnType<typeof openBookingReads>;
