import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { type SignedInPerson, signedInAs } from './accounts.ts';
import { aBookableRoom, aBooker, dayFromToday, slotIn } from './booking.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';

export type Booker = Awaited<ReturnType<typeof aBooker>>;

export const placesOf = async (person: Booker) => (await person.get('waitingPlaces')).json<WaitingPlace[]>();

/** Days with one room each, in which students of one exam book and wait. */
export function waitingHalls(server: TestServer) {
  let admin: SignedInPerson;
  let exam: CustomExam;
  let days = 0;
  const day = ({ examDate }: { readonly examDate: string }) => ({ examCustomId: exam.id, examDate });
  return {
    started: async () => {
      admin = await signedInAs(server, 'admin');
      exam = await aCustomExam(server, { questions: 2, minutes: 60 });
      await aSession(server);
      return { admin, exam };
    },
    /** A separate day with one room, without other students' seats. */
    hall: async (seats: number, slots: readonly [string, string][] = [['08:00', '10:00']]) => {
      days += 1;
      await server.database.sql`delete from waiting_places`;
      await server.database.sql`delete from appointments`;
      await server.database.sql`delete from room_slots`;
      const room = await aBookableRoom(admin, { rows: [seats], slots });
      const examDate = await dayFromToday(server, 3 + (days % 7));
      const slotOnDay = slotIn(exam, examDate, room);
      const people = (count: number) =>
        Promise.all(Array.from({ length: count }, () => aBooker(server, exam)));
      const book = async (person: Booker, slot = 0) =>
        (await person.post('appointments', slotOnDay(slot))).json<Appointment>();
      return { room, examDate, slotOnDay, people, book };
    },
    day,
    slotOf: (at: { examDate: string; room: { slotIds: readonly number[] } }, slot = 0) => ({
      ...day(at),
      examRoomSlotId: at.room.slotIds[slot],
    }),
  };
}
