import { selectBookableExams, selectSessions } from '#server/appointments/bookable.ts';
import { selectDaySlots } from '#server/appointments/day-slots.ts';
import { examsWithOpenKey } from '#server/appointments/opened-keys.ts';
import { clockOf } from '#server/appointments/student-appointments.ts';
import type { Database } from '#server/db/database.ts';
import { SharedReads } from '#server/db/shared-reads.ts';
import type { Candidate } from './booker.ts';

/** What is the same for everybody who opens booking; thousands do in the minute it opens. */
export function openBookingReads({ sql }: Database) {
  const shared = new SharedReads();
  return {
    clock: () => shared.read('clock', () => clockOf(sql)),
    sessions: () => shared.read('sessions', () => selectSessions(sql)),
    sessionsOf: (day: string) => shared.read(`sessions of ${day}`, () => selectSessions(sql, day)),
    exams: ({ by, seriesId, sectionId }: Candidate) =>
      shared.read(`exams ${by} ${seriesId} ${sectionId}`, () =>
        selectBookableExams(sql, { by, seriesId, sectionId }),
      ),
    hasOpenKey: (examCustomId: number, day: string) =>
      shared.read(`key ${examCustomId} ${day}`, async () => {
        const open = await examsWithOpenKey(sql, [examCustomId], day);
        return open.size > 0;
      }),
    daySlots: (days: readonly string[], durationMinutes: number) =>
      shared.read(`slots ${days.join()} ${durationMinutes}`, () =>
        selectDaySlots(sql, { days, durationMinutes }),
      ),
  };
}

export type BookingReads = ReturnType<typeof openBookingReads>;
