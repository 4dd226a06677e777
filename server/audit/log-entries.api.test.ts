import { expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import { systemAuthor } from '#server/db/database.ts';
import { signedInAs, testPassword } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { referred } from './log-entries.ts';

const server = useTestServer();

/** Columns that are shown as they are: an address names its account, and an image or a row's own id has no name. */
const shownAsStored = ['email', 'image', 'id'];

it('[ADMIN-2] knows a name for every row that a logged column refers to', async () => {
  const { sql } = server.database;
  const columns = await sql<{ entity: string; field: string }[]>`
    select distinct c.conrelid::regclass::text as entity, a.attname as field
      from pg_constraint c join pg_trigger t on t.tgrelid = c.conrelid and t.tgname = 'audited'
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
  expect(columns.length).toBeGreaterThan(40);
  const unknown = columns.filter(
    ({ entity, field }) =>
      !(field in referred) && !(`${entity}.${field}` in referred) && !shownAsStored.includes(field),
  );
  expect(unknown).toEqual([]);
  for (const [table, name] of Object.values(referred))
    await sql`select id, ${sql.unsafe(name)} as name from ${sql(table)} limit 1`;
});

it('[ADMIN-2] says whose row an entry is about', async () => {
  const admin = await signedInAs(server, 'admin');
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await exam.finish();
  const [person] = await server.database.sql<{ name: string }[]>`
    select last_name || ' ' || first_name as name from students where id = ${exam.student.studentId ?? 0}`;
  const reason = 'Alarma de incendiu';
  const annulled = await admin.post(`sittings/${exam.exam.groupId}/annul`, { reason });
  expect(annulled.statusCode).toBeLessThan(300);
  const query = `entity=appointments&entityId=${exam.appointment.id}`;
  const entries = (await admin.get(`administration/log?${query}`)).json<LogEntry[]>();
  expect(entries.length).toBeGreaterThan(1);
  expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([person?.name]));
  const by = entries.flatMap(({ changes }) => changes).find(({ field }) => field === 'annulled_by');
  const [author] = await server.database.sql<
    { name: string }[]
  >`select name from users where id = ${admin.userId}`;
  expect(by?.after).toBe(author?.name);
});

it('[ADMIN-1] [HOME-1] finds counted failures with the failed sign-ins, and says whose they are', async () => {
  const admin = await signedInAs(server, 'admin');
  const { email, userId } = await signedInAs(server, 'teacher');
  await server.caller().post('login', { email, password: `not ${testPassword}` });
  const { sql } = server.database;
  await server.database.transaction(systemAuthor, (tx) =>
    writeAuditEntry(tx, {
      action: 'signInFailures',
      entity: 'users',
      entityId: String(userId),
      after: { count: 3 },
    }),
  );
  const found = (await admin.get(`administration/log?action=signInFailed&entityId=${userId}`)).json<
    LogEntry[]
  >();
  const [account] = await sql<{ name: string }[]>`select name from users where id = ${userId}`;
  expect(new Set(found.map(({ action }) => action))).toContain('signInFailures');
  expect(new Set(found.map(({ subject }) => subject))).toEqual(new Set([account?.name]));
});
