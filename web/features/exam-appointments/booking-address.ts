import { type Address, type AddressParams, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';
import { numberIn } from '#web/base/number-in.ts';

/** The booking steps taken so far. Each choice is added to the address, so going back undoes the last one. */
export type Chosen = AddressParams<'ExamAppointments'>;

/** The choices in the address; anything that is not a number or a day counts as not chosen. */
export function chosenIn(query: ScreenQuery<'ExamAppointments'>): Chosen {
  return {
    studentId: numberIn(query.studentId),
    appointmentId: numberIn(query.appointmentId),
    examCustomId: numberIn(query.examCustomId),
    examSessionId: numberIn(query.examSessionId),
    examDate: /^\d{4}-\d{2}-\d{2}$/.test(query.examDate ?? '') ? query.examDate : undefined,
    examRoomSlotId: numberIn(query.examRoomSlotId),
  };
}

export const bookingAddress = (chosen: Chosen): Address => addressOf('ExamAppointments', chosen);
