import { expect, it } from 'vitest';
import { isToBeSat as isStateToBeSat, paperStates } from '#domain/appointments/paper-state.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { selectAppointments } from './appointment-rows.ts';
import { isToBeSat } from './to-be-sat.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[APPT-2] the condition in SQL calls to be sat what the rule does, in every state of a paper', async () => {
  const exam = await aCustomExam(server, { parts: 2, questions: 2 });
  const { sql } = server.database;
  const pass = (id: number) => sql`
    update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 minute' where id = ${id}`;
  const ids = new Set<number>();
  const annulled = new Set<number>();
  for (const isOver of [false, true]) {
    const made: number[] = [];
    made.push((await aCandidate(server, exam)).appointment.id);
    const drawn = await aCandidate(server, exam);
    await preparePaper(server.services, drawn.appointment.id);
    made.push(drawn.appointment.id);
    for (const finished of [0, 1, 2]) {
      const running = await aRunningExam(server, exam);
      for (const examId of running.exam.groupExams.slice(0, finished))
        expect((await running.student.put(`examFinish/?examId=${examId}`)).statusCode).toBe(200);
      made.push(running.appointment.id);
    }
    const struck = await aRunningExam(server, exam);
    const annul = await admin.post(`sittings/${struck.exam.groupId}/annul`, { reason: 'Fraudă' });
    expect(annul.statusCode).toBe(204);
    annulled.add(struck.appointment.id);
    made.push(struck.appointment.id);
    if (isOver) for (const id of made) await pass(id);
    for (const id of made) ids.add(id);
  }
  const rows = await selectAppointments(sql, sql`a.id = any(${[...ids]}::int[])`, sql`a.id`);
  const counting = rows.filter(({ id }) => !annulled.has(id));
  expect(new Set(counting.map(({ state }) => state))).toEqual(new Set(paperStates));
  const toBeSat = await sql<{ id: number }[]>`
    select a.id from appointments a where a.id = any(${[...ids]}::int[]) and ${isToBeSat(sql, sql`a`)} order by a.id`;
  expect(toBeSat.map(({ id }) => id)).toEqual(
    counting.filter(({ state }) => isStateToBeSat(state)).map(({ id }) => id),
  );
});
