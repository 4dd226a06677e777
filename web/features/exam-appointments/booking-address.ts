import { type Address, type AddressParams, addressOf, type ScreenQuery } from '#domain/access/addresses.ts';

/** How far somebody has come: each choice adds one to the address, so that going back undoes the last. */
export type Chosen = AddressParams<'ExamAppointments'>;

const numberIn = (text: string | undefined) => (/^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : undefined);

/** What the address says was chosen; anything that is no number or day counts as not chosen. */
export function chosenIn(query: ScreenQuery<'ExamAppointments'>): Chosen {
  return {
    studentId: numberIn(query.studentId),
    examCustomId: numberIn(query.examCustomId),
    examSessionId: numberIn(query.examSessionId),
    examDate: /^\d{4}-\d{2}-\d{2}$/.test(query.examDate ?? '') ? query.examDate : undefined,
    examRoomSlotId: numberIn(query.examRoomSlotId),
  };
}

export const bookingAddress = (chosen: Chosen): Address => addressOf('ExamAppointments', chosen);
