import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fragment, Transaction } from '#server/db/database.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import {
  aSecretary,
  aStudent,
  type SignedInPerson,
  type Student,
  signedIn,
} from '#server/testing/accounts.ts';
import { correct, countStrayRows, newAddress, signIn, takeWholeExam } from '#server/testing/corrections.ts';
import {
  aCandidate,
  aCustomExam,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';

const environment = { TOKEN_SECRET: 'a secret of this test, long enough to sign' };
const server = useTestServer({ environment });
/** A second process on the same database. */
const twin = useTestServer({ database: server, environment });
let custom: CustomExam;
let secretary: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  secretary = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

let candidate: Awaited<ReturnType<typeof aCandidate>>;
let right: Student;
beforeEach(async () => {
  candidate = await aCandidate(server, custom);
  right = await aStudent(server, { studyPlace: custom.studyPlace });
});

/** Locks rows while `work` queues other transactions behind them, then releases them. */
async function holding<T>(rows: (tx: Transaction) => Fragment, work: () => Promise<T>): Promise<T> {
  return (await server.database.sql.begin(async (tx) => {
    await rows(tx);
    return work();
  })) as T;
}

const begins = () => twin.caller(candidate.token).post('prepareExam/');
const corrects = () => correct(secretary, candidate, right.email);
const examsOf = (tx: Transaction) =>
  tx`select from exams e join exam_groups g on g.id = e.group_id
      where g.appointment_id = ${candidate.appointment.id} for update of e`;

describe('[SAFE-22] correcting an address while the exam begins, on two processes', () => {
  it('[SAFE-22] correction first: the old account begins nothing, the new one begins', async () => {
    await prepareDuePapers(server.services);
    // Both hold their earlier locks; the exams stay locked to fix the order.
    const { corrected, begun } = await holding(examsOf, async () => {
      const first = corrects();
      await untilWaiting(twin.database.sql, 1);
      const second = begins();
      await untilWaiting(twin.database.sql, 2);
      return { corrected: first, begun: second };
    }).then(async (both) => ({ corrected: await both.corrected, begun: await both.begun }));
    expect(corrected.statusCode).toBe(200);
    expect(begun.json()).toMatchObject({ id: 0, status: 'exam.none' });
    expect(await countStrayRows(server)).toBe(0);
    const owner = await signIn(server, right.email, candidate.studentId);
    expect((await owner.get('checkExam/')).json()).toMatchObject({ status: 'NotStarted' });
    await takeWholeExam(server, owner, candidate.appointment.examId);
  });

  it('[SAFE-22] beginning first: the correction is refused and the exam continues', async () => {
    await prepareDuePapers(server.services);
    const { corrected, begun } = await holding(examsOf, async () => {
      const first = begins();
      await untilWaiting(twin.database.sql, 1);
      const second = corrects();
      await untilWaiting(twin.database.sql, 2);
      return { begun: first, corrected: second };
    }).then(async (both) => ({ corrected: await both.corrected, begun: await both.begun }));
    expect(begun.json()).toMatchObject({ status: 'Started' });
    expect([corrected.statusCode, corrected.json().error]).toEqual([409, 'student.sitting']);
    expect(await countStrayRows(server)).toBe(0);
    await takeWholeExam(server, candidate, candidate.appointment.examId);
  });

  it('[SAFE-22] a paper being drawn goes to the enrolment’s current account', async () => {
    const begun = await holding(
      (tx) => tx`select from appointments where id = ${candidate.appointment.id} for update`,
      async () => {
        const drawing = begins();
        await untilWaiting(twin.database.sql, 1);
        expect((await corrects()).statusCode).toBe(200);
        return { drawing };
      },
    ).then(({ drawing }) => drawing);
    expect([begun.statusCode, begun.json()]).toMatchObject([200, { id: 0, status: 'exam.none' }]);
    expect(await countStrayRows(server)).toBe(0);
    await takeWholeExam(
      server,
      await signIn(server, right.email, candidate.studentId),
      candidate.appointment.examId,
    );
  });

  it('[SAFE-22] a simulation begun by the old account at the same time is refused', async () => {
    await aSession(server, { simulation: true });
    const { id: pkDiscipline } = await aTaughtDiscipline(server, {
      studyPlace: custom.studyPlace,
      questions: 2,
    });
    const { corrected, begun } = await holding(
      (tx) => tx`select from users where id = ${right.userId} for update`,
      async () => {
        const first = corrects();
        await untilWaiting(twin.database.sql, 1);
        const second = twin.caller(candidate.token).post('prepareSimulation', { pkDiscipline });
        await untilWaiting(twin.database.sql, 2);
        return { corrected: first, begun: second };
      },
    ).then(async (both) => ({ corrected: await both.corrected, begun: await both.begun }));
    expect(corrected.statusCode).toBe(200);
    expect([begun.statusCode, begun.json().error]).toEqual([404, 'auth.enrolmentUnknown']);
    expect(await countStrayRows(server)).toBe(0);
  });
});

describe('[SAFE-22] two concurrent corrections on two processes', () => {
  it('[SAFE-22] to one new address: one succeeds, and no paper changes hands', async () => {
    const other = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const email = newAddress();
    const onTwin = { ...secretary, ...twin.caller(secretary.token) };
    const responses = await Promise.all([
      correct(secretary, candidate, email),
      correct(onTwin, other, email),
    ]);
    const codes = responses.map(({ statusCode }) => statusCode);
    expect(codes).toContain(200);
    for (const response of responses.filter(({ statusCode }) => statusCode !== 200))
      expect(response.json()).toEqual({ error: 'resource.duplicate', params: { field: 'email' } });
    expect(await countStrayRows(server)).toBe(0);
  });

  it('[SAFE-22] that exchange addresses: no deadlock, and no paper changes hands', async () => {
    const onTwin = { ...secretary, ...twin.caller(secretary.token) };
    await prepareDuePapers(server.services);
    const responses = await Promise.all([
      correct(secretary, candidate, right.email),
      correct(onTwin, right, candidate.email),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await countStrayRows(server)).toBe(0);
    const rows = await server.database.sql<{ id: number; userId: number; email: string }[]>`
      select s.id, u.id as "userId", u.email::text from students s join users u on u.id = s.user_id
       where s.id in (${candidate.studentId ?? 0}, ${right.studentId})`;
    expect(new Map(rows.map(({ id, email }) => [id, email]))).toEqual(
      new Map([
        [candidate.studentId, right.email],
        [right.studentId, candidate.email],
      ]),
    );
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(2);
  });

  it('[SAFE-22] the same one sent twice is one change', async () => {
    const email = newAddress();
    const onTwin = { ...secretary, ...twin.caller(secretary.token) };
    const responses = await Promise.all([
      correct(secretary, candidate, email),
      correct(onTwin, candidate, email),
    ]);
    expect(responses.map((response) => response.json().userId)).toEqual([candidate.userId, candidate.userId]);
  });
});
