import { decodeJwt } from 'jose';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SignedInPerson, signedIn, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { slope } from '#server/testing/png.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
let custom: CustomExam;
let admin: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 2 });
  admin = await signedInAs(server, 'admin');
});
afterEach(() => void vi.useRealTimers());

const hour = 60 * 60_000;

/** Sets the clock of this process and its server; the database keeps its own. */
const setClock = (offBy: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offBy });

describe.each([
  ['five hours ahead', 5 * hour],
  ['five hours behind', -5 * hour],
])('a process whose clock is %s', (_, offBy) => {
  it('[AUTH-5] issues valid tokens with the right lifetime', async () => {
    const { email } = await aCandidate(server, custom);
    setClock(offBy);
    const login = await server.caller().post('login', { email, password: testPassword });
    expect(login.statusCode).toBe(200);
    const { accessToken } = login.json<{ accessToken: string }>();
    const caller = server.caller(accessToken);
    expect((await caller.get('profile')).statusCode).toBe(200);
    const renewed = (await caller.post('renewToken', {})).json<{ accessToken: string }>();
    expect((await server.caller(renewed.accessToken).get('profile')).statusCode).toBe(200);
    const { tokenExpirationMinutes } = await server.services.settings.current();
    const lives = ({ exp = 0, iat = 0 }: { exp?: number; iat?: number }) => exp - iat;
    expect(lives(decodeJwt(accessToken))).toBe(tokenExpirationMinutes * 60);
  });

  it('[AUTH-5] [EXAM-8] accepts saves and finishes exams', async () => {
    const exam = await aRunningExam(server, custom);
    setClock(offBy);
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    expect((await exam.next(2, [0])).statusCode).toBe(204);
    expect((await exam.finish()).statusCode).toBe(200);
  });

  it('[QUES-5] serves images from URLs issued by any process', async () => {
    const { name } = (await upload(admin, 'questionImages', slope(8, 8))).json<{ name: string }>();
    const link = async () =>
      (await admin.get(`imageLinks?names=${name}`)).json<{ links: Record<string, string> }>().links[name];
    const fetched = async (url = '') => (await server.app.inject({ url })).statusCode;
    const before = await link();
    setClock(offBy);
    expect(await fetched(before)).toBe(200);
    expect(await fetched(await link())).toBe(200);
  });

  it('[SAFE-11] rejects a token that has expired by the database’s clock, even a cached one', async () => {
    const exam = await aRunningExam(server, custom);
    const known = await signedIn(server, exam.student, { minutes: 1 });
    expect((await known.get('profile')).statusCode).toBe(200);
    const over = await signedIn(server, exam.student, { minutes: -1 });
    setClock(offBy);
    await server.database
      .sql`update sign_ins set expires_at = now() - interval '1 second' where id = ${decodeJwt(known.token).jti ?? ''}`;
    for (const { get, put } of [known, over]) {
      expect((await get('profile')).statusCode).toBe(401);
      expect((await put('examSave/', exam.body(1, [0]))).statusCode).toBe(401);
    }
  });
});
