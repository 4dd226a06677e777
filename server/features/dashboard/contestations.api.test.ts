import { beforeAll, describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
  shift,
} from '#server/testing/contestations.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let contested: ContestedExam;
let sat: FinishedExam;
let contestId: number;
let holder: SignedInPerson;
let admin: SignedInPerson;

beforeAll(async () => {
  contested = await aContestedExam(server);
  sat = await aFinishedExam(server, contested);
  contestId = await filed(sat, [1]);
  await filed(await aFinishedExam(server, contested), [2]);
  [holder] = contested.holders as [SignedInPerson];
  admin = await signedInAs(server, 'admin');
});

const boardOf = async (person: SignedInPerson) => (await person.get('dashboard')).json<Dashboard>();
const waiting = async (person: SignedInPerson) =>
  (await boardOf(person)).waitingContests.map(({ sessionId, contests }) => [sessionId, contests]);
const both = () => [[contested.sessionId, 2]];

describe('[HOME-1] [CONT-6] the contestations on a dashboard', () => {
  it('[HOME-1] wait for the holder of the discipline and for administrators, with the deadline, and for nobody else', async () => {
    expect(await waiting(holder)).toEqual(both());
    expect(await waiting(admin)).toEqual(both());
    const [line] = (await boardOf(holder)).waitingContests;
    expect(Date.parse(line?.until ?? '')).toBeGreaterThan(Date.now());
    const [foreign] = (await aContestedExam(server)).holders as [SignedInPerson];
    for (const person of [foreign, await signedInAs(server, 'secretary'), sat.student])
      expect(await waiting(person)).toEqual([]);
  });

  it('[HOME-1] wait only for administrators while teachers do not resolve, and after the deadline', async () => {
    await server.set({ teacherContests: false });
    expect([await waiting(holder), await waiting(admin)]).toEqual([[], both()]);
    await server.set({ teacherContests: true });
    expect(await waiting(holder)).toEqual(both());
    const until = (days: number) => server.database.sql`
      update exam_sessions set contest_start_date = now() - interval '3 days' + make_interval(days => ${days}),
             contest_end_date = now() - interval '2 days' + make_interval(days => ${days}),
             contest_resolve_end_date = now() - interval '1 day' + make_interval(days => ${days}) where id = ${contested.sessionId}`;
    await until(0);
    expect([await waiting(holder), await waiting(admin)]).toEqual([[], both()]);
    await until(6);
    expect(await waiting(holder)).toEqual(both());
  });

  it('[HOME-1] are shown to their student with their status, and wait no longer once decided', async () => {
    const own = async (person: SignedInPerson) => (await boardOf(person)).ownContests;
    expect(await own(sat.student)).toEqual([{ id: contestId, examName: 'Examen contestat', status: 'DP' }]);
    for (const person of [holder, admin]) expect(await own(person)).toEqual([]);
    const [question] = (await holder.get(`examContests/${contestId}`)).json<Contest>().questions;
    const decided = await holder.put(`examContests/${contestId}/resolve`, {
      questions: [{ examQuestionId: question?.examQuestionId, accepted: false }],
    });
    expect(decided.statusCode, decided.body).toBe(200);
    expect(await own(sat.student)).toMatchObject([{ id: contestId, status: 'RS' }]);
    expect(await waiting(holder)).toEqual([[contested.sessionId, 1]]);
  });

  it('[HOME-1] are shown to their student newest first', async () => {
    const student = await aFinishedExam(server, await aContestedExam(server));
    const ids = [
      await filed(student, [1]),
      await filed(student, [], { type: 'technical', comment: 'Rețeaua a căzut' }),
    ];
    const own = async () => (await boardOf(student.student)).ownContests.map(({ id }) => id);
    expect(await own()).toEqual(ids.toReversed());
  });

  it('[HOME-1] name the part of an exam that has several', async () => {
    const exam = await aCustomExam(server, { parts: 2, questions: 2 });
    const running = await aRunningExam(server, exam, { sessionId: await aSession(server) });
    for (const id of running.exam.groupExams) await running.student.put(`examFinish/?examId=${id}`);
    await shift(server, { appointmentId: running.appointment.id }, -1);
    await filed(running, [1]);
    const [part] = await server.database.sql<{ name: string }[]>`
      select name from exams where id = ${running.exam.id}`;
    const names = (await boardOf(running.student)).ownContests.map(({ examName }) => examName);
    expect(names).toEqual([`Examen de semestru, ${part?.name}`]);
  });
});
