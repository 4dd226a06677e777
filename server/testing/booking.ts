import type { Appointment } from '#contract/appointments.ts';
import type { Item } from '#contract/item.ts';
import { aStudent, type SignedInPerson, type Student, signedIn, signedInAs } from './accounts.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { Caller, TestServer } from './server.ts';

let rooms = 0;

/** A room with seat rows and slots, created by an administrator. */
export async function aBookableRoom(
  admin: Caller,
  given: {
    rows?: readonly number[];
    seats?: number;
    priority?: number;
    slots?: readonly [string, string][];
  } = {},
): Promise<{ id: number; name: string; slotIds: number[] }> {
  rooms += 1;
  const { rows = [], slots = [['08:00', '10:00']] } = given;
  const name = `Sala de programări ${rooms}`;
  const seatNumbers = given.seats ?? rows.reduce((sum, seats) => sum + seats, 0);
  const made = await admin.post('examrooms', {
    name,
    building: 'Corp P',
    seatNumbers,
    priority: given.priority ?? 1,
  });
  const { id } = made.json<Item>();
  for (const [index, seats] of rows.entries())
    await admin.post('rows', { examRoomId: id, rowNumber: index + 1, seats });
  const slotIds: number[] = [];
  for (const [startHour, endHour] of slots)
    slotIds.push((await admin.post('examroomslots', { examRoomId: id, startHour, endHour })).json<Item>().id);
  return { id, name, slotIds };
}

/** The date the given number of days from today, in the university's time zone. */
export async function dayFromToday(server: TestServer, days: number): Promise<string> {
  const [row] = await server.database.sql<{ day: string }[]>`select current_date + ${days}::int as day`;
  return row?.day ?? '';
}

/** A student of an exam's series, signed in. */
export async function aBooker(
  server: TestServer,
  exam: CustomExam,
): Promise<SignedInPerson & { readonly student: Student }> {
  const student = await aStudent(server, { studyPlace: exam.studyPlace });
  return { ...(await signedIn(server, student)), student };
}

/** The seat of an appointment in readable form. */
export const seatOf = ({ examRow, seatNumber }: Appointment): string => `${examRow}/${seatNumber}`;

/** An exam that can be booked in three days, and the administrator who creates rooms for it. */
export async function aBooking(server: TestServer) {
  const admin = await signedInAs(server, 'admin');
  const exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  return { admin, exam, day: await dayFromToday(server, 3) };
}
export type Booking = Awaited<ReturnType<typeof aBooking>>;

/** The body that books a seat in the first slot of a room. */
export const bookingBody = (
  { exam, day }: Booking,
  room: { id: number; slotIds: number[] },
  changed: Record<string, unknown> = {},
) => ({
  examCustomId: exam.id,
  examDate: day,
  examRoomId: room.id,
  examRoomSlotId: room.slotIds[0],
  ...changed,
});
