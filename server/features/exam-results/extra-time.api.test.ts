import { beforeAll, expect, it } from 'vitest';
import { aSecretary, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
});

const reason = 'Pană de curent în sală';
type Given = { readonly minutes: number; readonly seatTakenNext?: boolean };

/** Gives the seat of a running exam to another student in a slot that begins two minutes after it ends. */
async function seatedNext(exam: RunningExam, next: CustomExam): Promise<void> {
  const candidate = await aCandidate(server, next, { from: 400, to: 500 });
  await server.database.sql`
    update room_slots s set start_hour = '00:00', end_hour = (a.ends_at + interval '2 minutes')::time
      from appointments a join exam_groups g on g.appointment_id = a.id
     where g.id = ${exam.exam.groupId} and s.id = a.room_slot_id`;
  await server.database.sql`
    with own as (
      select a.id, a.room_id, a.row_number, a.seat_number, a.ends_at + interval '2 minutes' as next
        from appointments a join exam_groups g on g.appointment_id = a.id where g.id = ${exam.exam.groupId}),
    slot as (
      insert into room_slots (room_id, start_hour, end_hour) select room_id, next::time, '24:00' from own returning id)
    update appointments a set exam_date = own.next::date,
           room_slot_id = case when a.id = own.id then a.room_slot_id else (select id from slot) end,
           room_id = own.room_id, row_number = own.row_number, seat_number = own.seat_number
      from own where a.id in (own.id, ${candidate.appointment.id})`;
}

it('[EXAM-11] names who has the seat next when time is credited or an exam reopened, and gives it once confirmed', async () => {
  const exam = await aRunningExam(server, custom);
  const elsewhere = await aCustomExam(server, { questions: 2 });
  await seatedNext(exam, elsewhere);
  const credit = (caller: SignedInPerson, given: Given) =>
    caller.post(`sittings/${exam.exam.groupId}/creditTime`, { reason, ...given });
  const reopen = (given: Given) => admin.post(`exams/${exam.exam.id}/reopen`, { reason, ...given });
  const extra = async () =>
    (await admin.get(`sittings/${exam.exam.groupId}`)).json<{ extraTime: number }>().extraTime;

  expect((await credit(admin, { minutes: 1 })).statusCode).toBe(204);
  const refused = await credit(admin, { minutes: 10 });
  expect(errorOf(refused)).toEqual([409, 'appointment.seatTakenNext']);
  expect(refused.json().params.names).toMatch(/^\d\d:\d\d Pop Ana$/);
  const secretary = await signedIn(
    server,
    await aSecretary(server, { collegeId: custom.studyPlace.collegeId }),
  );
  expect((await credit(secretary, { minutes: 10 })).json().params.names).toMatch(/^\d\d:\d\d$/);
  expect(await extra()).toBe(1);
  expect((await credit(admin, { minutes: 10, seatTakenNext: true })).statusCode).toBe(204);
  expect(await extra()).toBe(11);
  await exam.finish();
  expect(errorOf(await reopen({ minutes: 5 }))).toEqual([409, 'appointment.seatTakenNext']);
  expect((await reopen({ minutes: 5, seatTakenNext: true })).statusCode).toBe(204);
  expect(await extra()).toBe(16);
});

it('[EXAM-11] waits for bookings of the next slot', async () => {
  const exam = await aRunningExam(server, custom);
  await server.database.sql`
    insert into room_slots (room_id, start_hour, end_hour)
    select a.room_id, '20:00', '22:00' from appointments a where a.id = ${exam.appointment.id}`;
  let credited: Promise<{ statusCode: number }> | undefined;
  await server.database.sql.begin(async (tx) => {
    await tx`
      select pg_advisory_xact_lock_shared(hashtextextended('appointments: slot ' || s.id, 0)) from room_slots s
        join appointments a on a.room_id = s.room_id where a.id = ${exam.appointment.id} and s.start_hour = '20:00'`;
    credited = admin.post(`sittings/${exam.exam.groupId}/creditTime`, { reason, minutes: 5 });
    await untilWaiting(server.database.sql, 1);
  });
  expect((await credited)?.statusCode).toBe(204);
});
