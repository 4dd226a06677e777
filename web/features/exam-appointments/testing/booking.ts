import { fireEvent, screen } from '@testing-library/react';
import { expect } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { BookableExam } from '#contract/booking.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

export const student = loginData({ role: 'Studenti', pkStudent: 9 });
export const office = loginData({ role: 'Admin' });

export const session = (id: number, description: string): BookableExam['sessions'][number] => ({
  ...{ id, description, startDate: '2027-06-01', endDate: '2027-06-30' },
  ...{ opensAt: '2027-05-01T08:00:00Z', closesAt: '2027-05-31T08:00:00Z', isOpen: true, isAhead: false },
});
export const appointment = (id: number, examDate: string, examSessionId: number): Appointment => ({
  ...{ id, examId: id, studentId: 9, studentName: 'Pop Ana', nrMatricol: 'M9', year: 3, state: 'waiting' },
  ...{ examCustomId: 3, examCustom: 'Anatomie', examDate, examSessionId, examSession: 'Vară' },
  ...{ examRoomId: 1, examRoom: 'Sala 1', building: 'A', examRoomSlotId: 5, examRoomSlot: '08:00' },
  ...{ endHour: '10:00', examRow: 1, seatNumber: 2, extraTime: 0, extraTimeReason: null },
  ...{ changeableUntil: '2027-05-31T08:00:00Z', mail: 'sent' },
});
export const exam = (given: Partial<BookableExam>): BookableExam => ({
  ...{ examCustomId: 3, examName: 'Anatomie', examDuration: 60, questions: 10, disciplines: [] },
  ...{ sessions: [session(1, 'Vară')], appointments: [] },
  ...given,
});
export const freeDay = { examDate: '2027-06-10', free: 4, seats: 4, examSessionIds: [1], otherExam: null };
export const slot = {
  examRoomSlotId: 5,
  startHour: '08:00',
  endHour: '10:00',
  free: 4,
  seats: 4,
  waiting: 0,
};
export const plan = [
  { examRow: 1, seatNumber: 2, state: 'next', accessible: true },
  { examRow: 1, seatNumber: 3, state: 'free', accessible: false },
];
export const rooms = [{ examRoomId: 1, examRoom: 'Sala 1', building: 'A', slots: [slot] }];

export const offer = { now: '2027-05-15T08:00:00Z', allowExams: true, studentName: 'Pop Ana' };
export const serve = (given: Partial<BookableExam>, more: Parameters<typeof stubWire>[0] = {}) =>
  stubWire({
    'GET bookableExams': { body: { ...offer, exams: [exam(given)] } },
    'GET waitingPlaces': { body: [] },
    'GET students': { body: [] },
    'GET students/9': { body: { id: 9, lastName: 'Pop', firstName: 'Ana', nrMatricol: 'M9' } },
    'GET freeDays': { body: [freeDay] },
    'GET freeRooms': { body: rooms },
    'GET seatPlan': { body: plan },
    ...more,
  });

/** Books the seat as soon as the screen lets it be booked. */
export async function bookThisSeat(): Promise<void> {
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Book this seat' });
  await expect.poll(() => button.disabled).toBe(false);
  fireEvent.click(button);
}
