import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { anEnrolment, aSeries, aStudent, aTeacher, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { removeExpired, removeOldSignIns } from './clean-up.ts';

const server = useTestServer();

describe('renewing a token', () => {
  it('[AUTH-3] extends the sign-in; both tokens are valid for it', async () => {
    const teacher = await signedIn(server, await aTeacher(server), { minutes: 5 });
    const response = await teacher.post('renewToken', {});
    expect(response.statusCode).toBe(200);
    const [before, after] = [decodeJwt(teacher.token), decodeJwt(response.json().accessToken)];
    expect(after.jti).toBe(before.jti);
    expect((after.exp ?? 0) - (before.exp ?? 0)).toBeGreaterThan(50 * 60);
    expect((await server.caller(response.json().accessToken).get('profile')).statusCode).toBe(200);
  });

  it('[AUTH-3] is refused after signing out', async () => {
    const teacher = await signedInAs(server, 'teacher');
    await teacher.post('logout');
    expect((await teacher.post('renewToken', {})).statusCode).toBe(401);
    expect((await server.caller().post('renewToken', {})).statusCode).toBe(401);
  });

  it('[AUTH-2] switches to another enrolment without a password, and keeps it on the next renewal', async () => {
    const first = await aStudent(server);
    const second = await anEnrolment(server, first, { studyPlace: await aSeries(server, { year: 5 }) });
    const student = await signedIn(server, first);
    const switched = (await student.post('renewToken', { pkStudent: second.studentId })).json().accessToken;
    expect(decodeJwt(switched)).toMatchObject({ pkStudent: second.studentId, Year: 5 });
    expect((await server.caller(switched).get('profile')).json()).toMatchObject({
      pkStudent: second.studentId,
      year: 5,
    });
    const again = (await server.caller(switched).post('renewToken', {})).json().accessToken;
    expect(decodeJwt(again).pkStudent).toBe(second.studentId);
    const entries = await server.database.sql`
      select from audit_log where action = 'enrolmentSwitched' and actor_id = ${first.userId}`;
    expect(entries.count).toBe(1);
  });

  it('[AUTH-2] [SAFE-18] logs a sign-in that keeps switching once, however many calls it makes', async () => {
    const first = await aStudent(server);
    const second = await anEnrolment(server, first);
    const student = await signedIn(server, first);
    const renew = (pkStudent: number) => student.post('renewToken', { pkStudent });
    const concurrent = await Promise.all(Array.from({ length: 8 }, () => renew(second.studentId)));
    expect(concurrent.map(({ statusCode }) => statusCode)).toEqual(concurrent.map(() => 200));
    for (const id of [first.studentId, second.studentId, first.studentId]) await renew(id);
    expect((await student.get('profile')).json().pkStudent).toBe(first.studentId);
    const entries = await server.database.sql`
      select from audit_log where action = 'enrolmentSwitched' and actor_id = ${first.userId}`;
    expect(entries.count).toBe(1);
  });

  it('[ROLE-7] never switches to another person’s enrolment', async () => {
    const [own, other] = [await aStudent(server), await aStudent(server)];
    const student = await signedIn(server, own);
    const response = await student.post('renewToken', { pkStudent: other.studentId });
    expect([response.statusCode, response.json().error]).toEqual([404, 'auth.enrolmentUnknown']);
    expect((await student.get('profile')).json().pkStudent).toBe(own.studentId);
  });

  it('[AUTH-3] continues without an enrolment when a student’s was removed', async () => {
    const own = await aStudent(server);
    const student = await signedIn(server, own);
    await server.database.sql`delete from students where id = ${own.studentId}`;
    // Nothing has to be sent.
    const response = await student.post('renewToken');
    expect(response.statusCode, response.body).toBe(200);
    expect(decodeJwt(response.json().accessToken).pkStudent).toBeNull();
  });
});

describe('renewing a token during an exam', () => {
  it('[AUTH-2] [AUTH-3] extends the sign-in but does not switch the enrolment until the exam is over', async () => {
    const candidate = await aCandidate(server, await aCustomExam(server, { questions: 2 }));
    const second = await anEnrolment(server, candidate, { studyPlace: await aSeries(server) });
    const renew = (pkStudent?: number) =>
      candidate.post('renewToken', pkStudent === undefined ? {} : { pkStudent });
    const begun = (await candidate.post('prepareExam/')).json();
    expect(begun.status).toBe('Started');

    const refused = await renew(second.studentId);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'auth.examRunning']);
    for (const same of [undefined, candidate.studentId]) {
      const renewed = await renew(same);
      expect([renewed.statusCode, decodeJwt(renewed.json().accessToken).pkStudent]).toEqual([
        200,
        candidate.studentId,
      ]);
    }

    await candidate.put(`examFinish/?examId=${begun.id}`);
    const switched = await renew(second.studentId);
    expect(decodeJwt(switched.json().accessToken).pkStudent).toBe(second.studentId);
  });

  it('[AUTH-2] can switch the enrolment during a simulation', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const student = await signedIn(server, await aStudent(server, { studyPlace: exam.studyPlace }));
    const second = await anEnrolment(server, student, { studyPlace: await aSeries(server) });
    await aSession(server, { simulation: true });
    const begun = await student.post('prepareSimulation/', { examCustomId: exam.id });
    expect(begun.json().status).toBe('Started');
    expect((await student.post('renewToken', { pkStudent: second.studentId })).statusCode).toBe(200);
    await server.database.sql`update exam_sessions set simulation = false`;
  });
});

describe('expired sign-ins and links', () => {
  it('[AUTH-3] are deleted, active ones are kept', async () => {
    const [old, recent, open] = [
      await signedIn(server, await aTeacher(server), { minutes: -25 * 60 }),
      await signedIn(server, await aTeacher(server), { minutes: -60 }),
      await signedIn(server, await aTeacher(server)),
    ];
    await server.database.sql`
      insert into password_links (token_hash, user_id, expires_at)
      values ('dead', ${open.userId}, now() - interval '1 minute'), ('alive', ${open.userId}, now() + interval '1 minute')`;
    await removeExpired(server.database);
    expect(await removeOldSignIns(server.database, 1)).toBe(1);
    const stored = await server.database.sql<{ user_id: number }[]>`
      select user_id from sign_ins where user_id = any(${[old.userId, recent.userId, open.userId]}::integer[])`;
    expect(stored.map(({ user_id }) => user_id).sort()).toEqual([recent.userId, open.userId].sort());
    const links = await server.database.sql<{ name: string }[]>`
      select convert_from(token_hash, 'UTF8') as name from password_links`;
    expect(links.map(({ name }) => name)).toEqual(['alive']);
  });
});

describe('the profile', () => {
  it('[AUTH-2] is the login data without a token', async () => {
    const teacher = await signedIn(server, await aTeacher(server, { name: 'Radu Câmpean' }));
    expect((await teacher.get('profile')).json()).toEqual({
      name: 'Radu Câmpean',
      collegeName: null,
      sectionName: null,
      seriesName: null,
      groupeNumber: null,
      year: null,
      language: null,
      collegeDictionary: {},
      pkStudent: null,
      userStudentLoginInfos: [],
      storageOwner: expect.any(String),
      storageKey: expect.any(String),
    });
  });
});

describe('canSimulate', () => {
  const aSessionOf = (from: string, to: string, simulation: boolean) => server.database.sql`
    insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date,
      contest_resolve_end_date, exam_schedule_start, exam_schedule_end, simulation)
    values ('Sesiune', current_date + ${from}::interval, current_date + ${to}::interval, now(), now(), now(), now(), now(),
            ${simulation})`;
  const canSimulate = async (kind: 'student' | 'teacher' | 'admin') => {
    const somebody = await signedInAs(server, kind);
    return (await somebody.get('canSimulate')).json().canSimulate;
  };

  it('[SIM-3] needs a student, a session with simulation today, and exams being allowed', async () => {
    expect((await server.caller().get('canSimulate')).statusCode).toBe(401);
    await aSessionOf('-20 days', '-1 day', true);
    await aSessionOf('1 day', '20 days', true);
    await aSessionOf('-1 day', '1 day', false);
    expect(await canSimulate('student')).toBe(false);
    await aSessionOf('0 days', '0 days', true);
    expect(await canSimulate('student')).toBe(true);
    expect([await canSimulate('teacher'), await canSimulate('admin')]).toEqual([false, false]);
    await server.set({ allowExams: false });
    expect(await canSimulate('student')).toBe(false);
    await server.set({ allowExams: true });
  });
});
