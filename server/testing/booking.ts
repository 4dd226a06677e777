import { randomUUID } from 'node:crypto';
import type { Appointment } from '#contract/appointments.ts';
import type { Item } from '#contract/item.ts';
import type { SlotMove } from '#contract/slot-moves.ts';
import { aStudent, type SignedInPerson, type Student, signedIn, signedInAs } from './accounts.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { Caller, TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

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

/** What a booking names of a room's slot on a day. */
export const slotIn =
  (exam: CustomExam, examDate: string, room: { readonly id: number; readonly slotIds: readonly number[] }) =>
  (slot = 0) => ({
    examCustomId: exam.id,
    examDate,
    examRoomId: room.id,
    examRoomSlotId: room.slotIds[slot],
  });

/** Two slots that follow each other without a pause, and one later. */
export const slotsInTurn: readonly [string, string][] = [
  ['08:00', '10:00'],
  ['10:00', '12:00'],
  ['14:00', '16:00'],
];

/** Edits an exam session as an administrator does; sessions of tests overlap. */
export async function editSession(
  server: TestServer,
  admin: Caller,
  id: number,
  changes: Record<string, unknown>,
): Promise<void> {
  await server.set({ allowOverlappingSession: true });
  const session = (await admin.get(`sessions/${id}`)).json<Item>();
  const studyModule = (
    await admin.post('modules', { index: 1, name: `Modulul sesiunii ${id} ${randomUUID()}` })
  ).json<Item>();
  const body = { ...session, examSessionModules: [studyModule.id], ...changes };
  const edited = await admin.put(`sessions/${id}`, body);
  if (edited.statusCode !== 200) throw new Error(`the session was not changed: ${edited.body}`);
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

/** An exam that can be booked in three days, and the administrator who makes rooms for it. */
async function aBooking(server: TestServer) {
  const admin = await signedInAs(server, 'admin');
  const exam = await aCustomExam(server, { questions: 2, minutes: 60 });
  await aSession(server);
  return { admin, exam, day: await dayFromToday(server, 3) };
}

/** What the tests of booking begin with. A wish is the body that books a seat in the first slot of a room. */
export function useBooking(server: TestServer) {
  const booking = useStarted(
    () => aBooking(server),
    () => undefined,
  );
  const wish = (room: { id: number; slotIds: number[] }, changed: Record<string, unknown> = {}) => ({
    examCustomId: booking.exam.id,
    examDate: booking.day,
    examRoomId: room.id,
    examRoomSlotId: room.slotIds[0],
    ...changed,
  });
  return { booking, wish, inDays: (count: number) => dayFromToday(server, count) };
}

/** Moves a room and slot as a preview shows it. */
export async function moveReviewed(caller: Caller, body: object) {
  const { fingerprint } = (await caller.post('appointments/moveSlot?dryRun', body)).json<SlotMove>();
  return caller.post('appointments/moveSlot', { ...body, fingerprint });
}
