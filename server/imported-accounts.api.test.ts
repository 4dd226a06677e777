import { beforeAll, expect, it } from 'vitest';
import type { ResponseOfCall } from '#contract/call.ts';
import type { importAccounts, importPasswords } from '#contract/student-imports.ts';
import { passwordsPerSheet } from '#domain/imports/students/password-sheet.ts';
import { writingStudents } from './features/imports/students/student-commit.ts';
import { sendInvitations } from './features/sign-in/invitations.ts';
import { aSeries, signedInAs } from './testing/accounts.ts';
import { useTestServer } from './testing/server.ts';
import { mailEnvironment, useTestMailServer } from './testing/smtp.ts';
import {
  aStudentRow,
  namesOf,
  type PlaceNames,
  studentCsv,
  uploadedStudents,
} from './testing/student-files.ts';
import { useSignedInAs } from './testing/use-signed-in.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));
const admin = useSignedInAs(server, 'admin');
let names: PlaceNames;
beforeAll(async () => {
  names = await namesOf(server, await aSeries(server, { year: 2, name: 'Seria nouă' }));
});

async function imported(...numbers: readonly number[]): Promise<number> {
  const rows = numbers.map((number) => aStudentRow(names, number));
  const importId = await uploadedStudents(admin, studentCsv(...rows));
  await admin.post(`imports/${importId}/commit`);
  await writingStudents.run(server.services, { importId }, new AbortController().signal);
  return importId;
}
const accounts = async (id: number, query = '') =>
  (await admin.get(`imports/${id}/accounts${query}`)).json<ResponseOfCall<typeof importAccounts>>();
const print = async (id: number, query = '') =>
  (await admin.post(`imports/${id}/oneTimePasswords${query}`)).json<ResponseOfCall<typeof importPasswords>>();
const login = (email: string, password: string) => server.caller().post('login', { email, password });

it('[AUTH-10] new students of an import get a link to choose a password', async () => {
  const id = await imported(1, 2);
  expect(await accounts(id)).toEqual({
    ...{ areLocal: true, byMail: true },
    ...{ withoutPassword: 2, invited: 0, unused: 0, unusedNext: 0 },
  });
  expect(await sendInvitations(server.services)).toBe(2);
  expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(['ana.1@exam.test', 'ana.2@exam.test']);
  expect(await accounts(id)).toMatchObject({ withoutPassword: 2, invited: 2 });
  // Importing again sends no second invitation.
  await imported(1, 2);
  expect(await sendInvitations(server.services)).toBe(0);
});

it('[AUTH-10] new students of an import get one-time passwords on a sheet, each once', async () => {
  const id = await imported(11, 12);
  const sheet = await print(id);
  expect(sheet.left).toBe(0);
  expect(sheet.passwords.map(({ name, email, nrMatricol }) => [name, email, nrMatricol])).toEqual([
    ['Țepeș Ana 11', 'ana.11@exam.test', 'M-11'],
    ['Țepeș Ana 12', 'ana.12@exam.test', 'M-12'],
  ]);
  // People with a password get no other.
  expect(await print(id)).toEqual({ passwords: [], left: 0, next: null });
  const [first] = sheet.passwords;
  const entered = await login('ana.11@exam.test', first?.password ?? '');
  expect(entered.statusCode).toBe(200);
  expect(entered.json().setPasswordToken).toBeTypeOf('string');
  expect((await login('ana.11@exam.test', first?.password ?? '')).statusCode).toBe(401);
  const made = await server.database.sql<{ by: number }[]>`
    select actor_id as by from audit_log where action = 'oneTimePasswordMade'`;
  expect(made).toEqual([{ by: admin.userId }, { by: admin.userId }]);
});

it('[AUTH-10] a sheet that was lost is printed again for those who have not used theirs', async () => {
  const id = await imported(14, 15);
  const [, second] = (await print(id)).passwords;
  expect(await accounts(id)).toMatchObject({ withoutPassword: 0, unused: 2 });
  const entered = await login('ana.15@exam.test', second?.password ?? '');
  const chosen = await server
    .caller()
    .post('setPassword', { token: entered.json().setPasswordToken, password: 'Parola mea nouă 15' });
  expect(chosen.statusCode, chosen.body).toBeLessThan(300);
  expect(await accounts(id)).toMatchObject({ unused: 1 });
  const again = await print(id, '?unusedAfter=0');
  expect(again).toMatchObject({ passwords: [{ email: 'ana.14@exam.test' }], left: 0, next: null });
  expect((await login('ana.14@exam.test', again.passwords[0]?.password ?? '')).statusCode).toBe(200);
});

it('[AUTH-10] printing sheets again passes over nobody when somebody signs in between two sheets', async () => {
  const all = Array.from({ length: passwordsPerSheet + 2 }, (_, n) => 100 + n);
  const id = await imported(...all);
  const emails = ({ passwords }: { passwords: readonly { email: string }[] }) =>
    passwords.map(({ email }) => email);
  const sheets = [await print(id), await print(id)];
  expect(sheets.map(({ left }) => left)).toEqual([2, 0]);
  const [first = [], second = []] = sheets.map(emails);
  expect([first.length, second.length]).toEqual([passwordsPerSheet, 2]);
  const again = await print(id, '?unusedAfter=0');
  expect(emails(again)).toEqual(first);
  const counts = async () => {
    const { unused, unusedNext } = await accounts(id, `?unusedAfter=${again.next}`);
    return { unused, unusedNext };
  };
  expect(await counts()).toEqual({ unused: all.length, unusedNext: 2 });
  for (const { email, password } of again.passwords.slice(-2))
    expect((await login(email, password)).statusCode).toBe(200);
  expect(await counts()).toEqual({ unused: all.length - 2, unusedNext: 2 });
  const rest = await print(id, `?unusedAfter=${again.next}`);
  expect([emails(rest), rest.next]).toEqual([second, null]);
  // After an account that the import does not have, they begin with the first sheet.
  expect((await accounts(id, '?unusedAfter=2147483647')).unusedNext).toBe(all.length - 2);
});

it('[AUTH-4] people whose password the directory keeps do not keep others from a sheet', async () => {
  const id = await imported(16, 17);
  await server.database.sql`update users set is_teacher = true where email = 'ana.16@exam.test'`;
  await server.set({ ldapForTeachers: true });
  await expect.poll(async () => (await accounts(id)).withoutPassword).toBe(1);
  expect(await print(id)).toMatchObject({ passwords: [{ email: 'ana.17@exam.test' }], left: 0 });
  await server.set({ ldapForTeachers: false });
});

it('[AUTH-4] no one-time passwords are created while the directory checks students’ passwords', async () => {
  const id = await imported(21);
  await server.set({ ldapForStudents: true });
  await expect.poll(async () => (await accounts(id)).areLocal).toBe(false);
  const refused = await admin.post(`imports/${id}/oneTimePasswords`);
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'auth.notLocal']);
  await server.set({ ldapForStudents: false });
});

it('[ROLE-8] another administrator sees the accounts of an import and prints their sheet, the office does not', async () => {
  const id = await imported(31);
  const other = await signedInAs(server, 'admin');
  expect((await other.get(`imports/${id}/accounts`)).json()).toMatchObject({ withoutPassword: 1 });
  const secretary = await signedInAs(server, 'secretary');
  expect((await secretary.get(`imports/${id}/accounts`)).statusCode).toBe(403);
  expect((await secretary.post(`imports/${id}/oneTimePasswords`)).statusCode).toBe(403);
  expect((await other.post(`imports/${id}/oneTimePasswords`)).json()).toMatchObject({ left: 0, next: null });
  expect(await accounts(id)).toMatchObject({ withoutPassword: 0, unused: 1 });
});
