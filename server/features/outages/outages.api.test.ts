import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { OpenOutage, OutageSitting } from '#contract/outages.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { lateAnswers } from '#server/exams/late-answers.ts';
import { beat, heldByOutage } from '#server/exams/outages.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const twin = useTestServer({ database: server });
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3 });
});
beforeEach(async () => {
  for (const { id } of await outages()) await decline(id);
  await decidedAgo(24 * 60);
  await server.database
    .sql`update exams set deadline = now() - interval '1 day', started_at = now() - interval '2 days'
                             where finished_at is null and started_at is not null`;
  await closeOverdue(server.database);
  await server.database.sql`delete from heartbeats`;
  await beat(server.database);
});

/** An exam that began half an hour ago and ends in the given minutes, which may be negative. */
async function anExam(endsIn: number): Promise<RunningExam & { appointment: { id: number } }> {
  const exam = await aRunningExam(server, custom, { from: -60, to: 600 });
  await server.database.sql`update exams set started_at = now() - interval '30 minutes',
      deadline = now() + make_interval(mins => ${endsIn}) where group_id = ${exam.exam.groupId}`;
  return exam;
}
/** Moves all decisions on outages to the given minutes ago. */
const decidedAgo = (minutes: number) =>
  server.database
    .sql`update outages set decided_at = now() - make_interval(mins => ${minutes}) where decided_at is not null`;
/** Ends all slots of that day the given minutes ago. */
const slotsEnded = ({ appointment }: { appointment: { id: number } }, minutes: number) =>
  server.database.sql`
    update appointments set starts_at = now() - interval '2 hours', ends_at = now() - make_interval(mins => ${minutes}), extra_minutes = 0
     where custom_exam_id = ${custom.id} and exam_date = (select exam_date from appointments where id = ${appointment.id})`;
/** Simulates that no server ran for some minutes. */
const silent = (minutes: number) =>
  server.database.sql`update heartbeats set beat_at = now() - make_interval(secs => ${minutes * 60})`;
const outages = async () => (await admin.get('administration/outages')).json<OpenOutage[]>();
const board = async () => (await admin.get('dashboard')).json<Dashboard>().admin;
const sittings = async (id: number, query = '') =>
  (await admin.get(`administration/outages/${id}/sittings?${query}`)).json<OutageSitting[]>();
const reason = 'Pană de curent';
const credit = (id: number) => admin.post(`administration/outages/${id}/credit`, { reason });
const decline = (id: number) => admin.post(`administration/outages/${id}/decline`);
const isFinished = async (exam: RunningExam) => (await exam.events()).some(({ kind }) => kind === 'f');
/** An outage of ten minutes, found when a server is back. */
async function afterTenMinutes(): Promise<OpenOutage> {
  await silent(10);
  await beat(server.database);
  const [outage] = await outages();
  if (!outage) throw new Error('no outage was recorded');
  return outage;
}

describe('[SAFE-12] an outage while exams run', () => {
  it('[SAFE-12] [HOME-1] is recorded once by two processes that are back at the same time, and only after a minute', async () => {
    await anExam(20);
    await silent(0.9);
    await beat(server.database);
    expect(await outages()).toEqual([]);
    await silent(10);
    const found = await Promise.all([beat(server.database), beat(twin.database), beat(server.database)]);
    expect(found.filter((id) => id !== undefined)).toHaveLength(1);
    expect(await outages()).toMatchObject([
      { sittings: 1, leastMinutes: 11, mostMinutes: 11, impossible: 0 },
    ]);
    const [outage] = await outages();
    expect(await board()).toMatchObject({ openOutages: 1, decideBy: outage?.decideBy });
    expect(Date.parse(outage?.decideBy ?? '') - Date.parse(outage?.until ?? '')).toBe(30 * 60_000);
  });

  it('[SAFE-12] without exams needs no decision', async () => {
    await silent(10);
    expect(await beat(server.database)).toBeUndefined();
    expect(await outages()).toEqual([]);
    expect(await board()).toMatchObject({ openOutages: 0, decideBy: null });
  });

  it('[SAFE-12] keeps exams open that ran when it began, also before a process has recorded it, and no others', async () => {
    const over = await anExam(-5);
    const long = await anExam(-20);
    await silent(10);
    for (const recorded of [false, true]) {
      if (recorded) await beat(server.database);
      await closeOverdue(twin.database);
      expect([await isFinished(over), await isFinished(long)]).toEqual([false, true]);
      expect(errorOf(await over.finish())).toEqual([503, 'exam.outage']);
      // Time may still be credited, so the student stays in the exam.
      expect(errorOf(await over.student.get('examsPreview'))).toEqual([409, 'exam.sitting']);
      // The browser keeps new ticks until the decision; they are not stored as late.
      expect(errorOf(await over.save(1, [0], { seq: 1 }))).toEqual([503, 'exam.outage']);
      expect((await over.events()).filter(({ kind }) => kind === 'l')).toEqual([]);
      expect(errorOf(await long.save(1, [0], { seq: 1 }))).toEqual([409, 'exam.finished']);
    }
  });

  it('[SAFE-12] [EXAM-11] is credited once: each sitting gets its lost time from now on, and its page learns of it', async () => {
    const over = await anExam(-5);
    const running = await anExam(45);
    await running.save(1, [0], { seq: 1 });
    const outage = await afterTenMinutes();
    expect(outage).toMatchObject({ sittings: 2, impossible: 0 });
    const shown = await sittings(outage.id);
    const lost = (exam: RunningExam) => shown.find(({ id }) => id === exam.exam.groupId)?.minutes;
    // Five minutes until its deadline, and the five since then; the outage took a moment longer than ten minutes.
    expect([lost(over), lost(running)]).toEqual([11, 11]);
    expect(await sittings(outage.id, 'skip=1&take=1')).toEqual([shown[1]]);

    const clicks = await Promise.all([credit(outage.id), credit(outage.id)]);
    expect(clicks.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(clicks.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({
      credited: 2,
      impossible: 0,
      seatTakenNext: [],
    });
    expect(errorOf(await decline(outage.id))).toEqual([409, 'outage.decided']);
    expect(await outages()).toEqual([]);

    const saved = await over.next(1, [0], { seq: 1 });
    expect(saved.statusCode).toBe(200);
    expect(saved.json<{ remainingSeconds: number }>().remainingSeconds).toBeGreaterThan(4 * 60);
    const moved = await running.next(1, [1], { seq: 2 });
    expect(moved.json<{ remainingSeconds: number }>().remainingSeconds).toBeGreaterThan(55 * 60);
    const credited = (await running.events()).filter(({ kind }) => kind === 't');
    expect(credited.map(({ client }) => client?.minutes)).toEqual([11]);

    const log = await admin.get(
      `administration/log?entity=outages&entityId=${outage.id}&action=outageCredited`,
    );
    expect(log.json<LogEntry[]>()).toMatchObject([{ actor: { id: admin.userId } }]);
    await over.finish();
    await running.finish();
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[SAFE-12] [EXAM-8] is declined: overdue exams close at once, no time is credited, and what was refused until then can be counted', async () => {
    const [over, running] = [await anExam(-5), await anExam(45)];
    await slotsEnded(over, 5);
    const { id } = await afterTenMinutes();
    const save = async () => errorOf(await over.save(1, [0], { seq: 1 }));
    expect(await save()).toEqual([503, 'exam.outage']);
    expect((await decline(id)).statusCode).toBe(204);
    expect(errorOf(await credit(id))).toEqual([409, 'outage.decided']);
    await closeOverdue(server.database);
    expect([await isFinished(over), await isFinished(running)]).toEqual([true, false]);
    const countable = () => lateAnswers(server.database.sql, over.exam.id);
    expect(await countable()).toEqual([]);
    expect(await save()).toEqual([409, 'exam.finished']);
    expect(await countable()).toMatchObject([{ position: 1, ticks: 1 }]);
    await decidedAgo(2);
    expect(await countable()).toEqual([]);
    expect((await over.student.get('examsPreview')).statusCode).toBe(200);
    expect((await running.events()).filter(({ kind }) => kind === 't')).toEqual([]);
  });

  it('[SAFE-12] counts as declined after half an hour without a decision', async () => {
    const over = await anExam(-5);
    const { id } = await afterTenMinutes();
    await server.database.sql`update outages set began_at = began_at - interval '31 minutes',
        ended_at = ended_at - interval '31 minutes', decide_by = now() where id = ${id}`;
    expect(errorOf(await credit(id))).toEqual([409, 'outage.decided']);
    await closeOverdue(server.database);
    expect(await isFinished(over)).toBe(true);
    await silent(0.5);
    await beat(server.database);
    const [row] = await server.database.sql<{ state: string }[]>`select state from outages where id = ${id}`;
    expect(row).toEqual({ state: 'expired' });
  });

  it('[SAFE-12] restarts the time to decide after another outage', async () => {
    const over = await anExam(-5);
    const { id } = await afterTenMinutes();
    // The server is down again before a decision, for longer than the remaining time.
    const { sql } = server.database;
    await sql`update exams set started_at = now() - interval '2 hours', deadline = now() - interval '30 minutes'
               where group_id = ${over.exam.groupId}`;
    await sql`update outages set began_at = began_at - interval '1 hour', ended_at = ended_at - interval '1 hour',
                     decide_by = now() - interval '10 minutes' where id = ${id}`;
    await silent(20);
    // Only the database was away: a process may close exams before one records the outage.
    await closeOverdue(twin.database);
    expect(await isFinished(over)).toBe(false);
    expect(errorOf(await over.finish())).toEqual([503, 'exam.outage']);
    await beat(server.database);
    await closeOverdue(server.database);
    expect(await isFinished(over)).toBe(false);
    expect((await outages()).map((one) => one.id)).toContain(id);
  });

  it('[SAFE-12] gives the time of two outages back once to an exam that was over when the second began', async () => {
    const [over, running] = [await anExam(-30), await anExam(45)];
    const { sql } = server.database;
    await sql`update exams set started_at = now() - interval '2 hours' where finished_at is null and started_at is not null`;
    const first = await afterTenMinutes();
    // The first outage ended 20 minutes ago, and the server was down again for the last ten.
    await sql`update outages set began_at = now() - interval '34 minutes 30 seconds', ended_at = now() - interval '20 minutes' where id = ${first.id}`;
    await silent(10);
    await beat(server.database);
    const second = (await outages()).find(({ id }) => id !== first.id);
    if (!second) throw new Error('the second outage was not recorded');
    expect(second).toMatchObject({ sittings: 1 });
    expect((await credit(first.id)).json()).toMatchObject({ credited: 2 });
    // Its new deadline is after the second outage, but its time did not run then.
    const minutesOf = async (exam: RunningExam) =>
      (await sittings(second.id)).filter(({ id }) => id === exam.exam.groupId).map(({ minutes }) => minutes);
    expect([await minutesOf(over), await minutesOf(running)]).toEqual([[], [11]]);
    // So the second outage does not hold it open when the new deadline is over.
    await sql`update exams set deadline = now() - interval '5 minutes' where group_id = ${over.exam.groupId}`;
    const isHeld = async (exam: RunningExam) =>
      (await sql`select from exams e where group_id = ${exam.exam.groupId} and ${heldByOutage(sql)}`).count >
      0;
    expect([await isHeld(over), await isHeld(running)]).toEqual([false, true]);
    expect((await outages()).map(({ sittings: count }) => count)).toEqual([1]);
    expect((await credit(second.id)).json()).toMatchObject({ credited: 1 });
    const credited = async (exam: RunningExam) =>
      (await exam.events()).filter(({ kind }) => kind === 't').map(({ client }) => client?.minutes);
    // Four and a half minutes until its deadline, and the thirty since then.
    expect([await credited(over), await credited(running)]).toEqual([[35], [15, 11]]);
  });

  it('[SAFE-12] gives no time to an exam that was over when the outage began and was reopened after it', async () => {
    const [over, running] = [await anExam(-5), await anExam(45)];
    expect((await over.finish()).statusCode).toBe(200);
    const { sql } = server.database;
    const outage = await afterTenMinutes();
    await sql`update exams set deadline = deadline - interval '15 minutes' where group_id = ${over.exam.groupId}`;
    const reopened = await admin.post(`exams/${over.exam.id}/reopen`, { minutes: 30, reason });
    expect([reopened.statusCode, reopened.body]).toEqual([204, '']);
    expect((await sittings(outage.id)).map(({ id }) => id)).toEqual([running.exam.groupId]);
  });

  it('[SAFE-12] [RESU-1] keeps the key closed for all students while time may still be credited', async () => {
    const done = await anExam(5);
    await done.finish();
    await anExam(-5);
    await slotsEnded(done, 5);
    const preview = () => done.student.get(`previewExam/?examId=${done.exam.id}`);
    expect((await preview()).statusCode).toBe(200);
    const closed = [409, 'exam.previewClosed'];
    await silent(10);
    // Also before a process has recorded it.
    expect(errorOf(await preview())).toEqual(closed);
    const { id } = await afterTenMinutes();
    expect(errorOf(await preview())).toEqual(closed);
    // Down again, after the slot, for longer than the remaining time to decide.
    await server.database
      .sql`update outages set began_at = began_at - interval '1 hour', ended_at = ended_at - interval '1 hour',
      decide_by = now() - interval '2 minutes' where id = ${id}`;
    expect((await preview()).statusCode).toBe(200);
    await silent(3);
    expect(errorOf(await preview())).toEqual(closed);
    await beat(server.database);
    expect(errorOf(await preview())).toEqual(closed);
    await decline(id);
    // Browsers still send what was refused until then.
    expect(errorOf(await preview())).toEqual(closed);
    await decidedAgo(2);
    expect((await preview()).statusCode).toBe(200);
  });

  it('[SAFE-12] [RESU-1] keeps the key closed after an outage that began in the grace of the last exam', async () => {
    const [done, late] = [await anExam(-10), await anExam(-10)];
    await done.finish();
    await slotsEnded(done, 10);
    const preview = async () => errorOf(await done.student.get(`previewExam/?examId=${done.exam.id}`));
    await silent(9.5);
    // Before a process has recorded it, and after.
    for (const recorded of [false, true]) {
      if (recorded) await beat(server.database);
      await closeOverdue(twin.database);
      expect(await isFinished(late)).toBe(false);
      expect(await preview()).toEqual([409, 'exam.previewClosed']);
    }
    const [outage] = await outages();
    expect((await credit(outage?.id ?? 0)).json()).toMatchObject({ credited: 1 });
    expect(await preview()).toEqual([409, 'exam.previewClosed']);
  });

  it('[SAFE-12] names students whose next appointment conflicts and credits the others', async () => {
    const [free, taken] = [await anExam(45), await anExam(45)];
    await anAppointment(server, {
      student: { ...taken.student, studentId: taken.student.studentId ?? 0, studyPlace: custom.studyPlace },
      customExamId: custom.id,
      from: 605,
      to: 700,
    });
    const outage = await afterTenMinutes();
    expect(outage).toMatchObject({ sittings: 2, impossible: 1 });
    const shown = await sittings(outage.id);
    expect(shown.find(({ id }) => id === taken.exam.groupId)?.problem).toBe('elsewhere');
    expect((await credit(outage.id)).json()).toEqual({ credited: 1, impossible: 1, seatTakenNext: [] });
    expect((await free.events()).filter(({ kind }) => kind === 't')).toHaveLength(1);
  });

  it('[SAFE-12] [APPT-3] keeps the earlier reason, and names who has the seat of a credited student next', async () => {
    const [running, later] = [await anExam(45), await anExam(45)];
    await later.finish();
    const { sql } = server.database;
    await sql`update appointments set extra_minutes = 5, extra_reason = 'Certificat' where id = ${running.appointment.id}`;
    // The next slot of the room begins when that of the exam ends.
    await sql`update appointments set exam_date = current_date, starts_at = current_date + time '10:00', ends_at = current_date + time '12:00'
               where id = ${running.appointment.id}`;
    await sql`
      with own as (update room_slots s set start_hour = '10:00', end_hour = '12:00' from appointments a
                    where a.id = ${running.appointment.id} and s.id = a.room_slot_id returning s.room_id),
           next as (insert into room_slots (room_id, start_hour, end_hour) select room_id, '12:00', '14:00' from own returning id, room_id)
      update appointments a set room_id = next.room_id, room_slot_id = next.id, exam_date = current_date
        from next where a.id = ${later.appointment.id}`;
    const { id } = await afterTenMinutes();
    const names = (await sittings(id)).map(({ studentName }) => studentName);
    expect((await credit(id)).json()).toEqual({
      ...{ credited: 1, impossible: 0 },
      seatTakenNext: [{ studentName: names[0], names: `12:00 ${names[0]}` }],
    });
    expect((await admin.get(`appointments/${running.appointment.id}`)).json()).toMatchObject({
      extraTimeReason: `Certificat; ${reason}`,
    });
  });

  it('[SAFE-12] is decided by administrators only, with a reason', async () => {
    await anExam(45);
    const { id } = await afterTenMinutes();
    const empty = await admin.post(`administration/outages/${id}/credit`, { reason: ' ' });
    expect(errorOf(empty)).toEqual([400, 'validation.failed']);
    const secretary = await signedInAs(server, 'secretary');
    expect(errorOf(await secretary.post(`administration/outages/${id}/decline`))).toEqual([
      403,
      'auth.forbidden',
    ]);
    await decline(id);
  });
});
