import { afterEach, describe, expect, it } from 'vitest';
import { anAccount, anEnrolment, aSeries, aTeacher, signedInAs } from '#server/testing/accounts.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { sendInvitations } from './invitations.ts';

const mail = useTestMailServer({ refuses: 'refused@exam.test' });
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));
afterEach(async () => {
  mail.received.length = 0;
  await server.database.sql`update users set invited_at = now()`;
});

/** A new account without a password. */
async function aNewAccount(account: Parameters<typeof anAccount>[1] = {}) {
  const person = await anAccount(server, account);
  await server.database.sql`update users set password_hash = null where id = ${person.userId}`;
  return person;
}

describe('a new account', () => {
  it('[AUTH-10] gets a link as a student and signs in with the password chosen through it', async () => {
    const studyPlace = await aSeries(server);
    const admin = await signedInAs(server, 'admin');
    const created = await admin.post('students', {
      firstName: 'Ilinca',
      lastName: 'Dobre',
      email: 'ilinca.dobre@exam.test',
      cnp: '2800101221146',
      phoneNumber: '0712345678',
      year: studyPlace.year,
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      seriesId: studyPlace.seriesId,
    });
    expect([created.statusCode, created.body]).toEqual([201, expect.any(String)]);
    expect(await sendInvitations(server.services)).toBe(1);
    const [message] = mail.received;
    expect(message?.to).toEqual(['ilinca.dobre@exam.test']);
    expect(message?.subject).toBe('Contul dumneavoastră pe platforma de examene');
    expect(message?.text).toContain('Ilinca Dobre');

    const token = /setPassword=([\w-]+)/.exec(message?.text ?? '')?.[1];
    const credentials = { email: 'ilinca.dobre@exam.test', password: 'a password of my own' };
    expect(
      (await server.caller().post('setPassword', { token, password: credentials.password })).statusCode,
    ).toBe(204);
    expect((await server.caller().post('login', credentials)).statusCode).toBe(200);
  });

  it('[SAFE-22] [AUTH-10] is invited again at a corrected address, and the first link is invalid', async () => {
    const admin = await signedInAs(server, 'admin');
    const student = await anEnrolment(server, await aNewAccount());
    await sendInvitations(server.services);
    await editStudent(admin, student.studentId, { email: 'adresa.buna@exam.test' });
    expect(await sendInvitations(server.services)).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([[student.email], ['adresa.buna@exam.test']]);
    const [first, second] = mail.received.map(({ text }) => /setPassword=([\w-]+)/.exec(text)?.[1]);
    const choose = async (token: string | undefined) =>
      (await server.caller().post('setPassword', { token, password: 'a password of my own' })).statusCode;
    expect([await choose(first), await choose(second)]).toEqual([400, 204]);
  });

  it('[AUTH-10] is invited once, by the first process', async () => {
    for (let n = 0; n < 5; n += 1) await aNewAccount();
    const sibling = await testServer({ database: server, environment: mailEnvironment(mail) });
    const counts = await Promise.all([server, sibling].map(({ services }) => sendInvitations(services)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(5);
    expect(new Set(mail.received.flatMap(({ to }) => to)).size).toBe(5);
    expect(await sendInvitations(server.services)).toBe(0);
    await sibling.close();
  });

  it('[AUTH-10] is invited later when the mail server is down', async () => {
    const { email } = await aNewAccount();
    const mute = await testServer({
      database: server,
      environment: { ...mailEnvironment(mail), SMTP_URL: 'smtp://127.0.0.1:1' },
    });
    await expect(sendInvitations(mute.services)).rejects.toThrow(/^a message could not be sent: \w+$/);
    await mute.close();
    expect(await sendInvitations(server.services)).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  });

  it('[AUTH-10] does not wait for an address that the mail server permanently rejects', async () => {
    await aNewAccount({ email: 'refused@exam.test' });
    const { email } = await aNewAccount();
    expect(await sendInvitations(server.services)).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    expect(await sendInvitations(server.services)).toBe(0);
  });

  it('[AUTH-10] gets no mail if it has a password, is disabled, is in the directory or is old', async () => {
    await anAccount(server);
    await aTeacher(server);
    const [gone, old] = [await aNewAccount(), await aNewAccount()];
    await aNewAccount({ isTeacher: true });
    await server.database.sql`update users set disabled_at = now() where id = ${gone.userId}`;
    await server.database
      .sql`update users set created_at = now() - interval '8 days' where id = ${old.userId}`;
    await server.set({ ldapForTeachers: true });
    expect(await sendInvitations(server.services)).toBe(0);
    await server.set({ ldapForTeachers: false });
    expect(mail.received).toEqual([]);
  });

  it('[AUTH-10] gets no mail after a printed one-time password', async () => {
    const { userId } = await aNewAccount();
    const admin = await signedInAs(server, 'admin');
    const { email, password } = (await admin.post(`users/${userId}/oneTimePassword`)).json();
    await server.caller().post('login', { email, password });
    expect(await sendInvitations(server.services)).toBe(0);
  });
});
