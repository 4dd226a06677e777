import { expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import { dailyRetention } from '#server/background.ts';
import { deleteExpired } from '#server/jobs/retention.ts';
import { aSeries, aStudent, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';

const server = useTestServer();

it('[SAFE-14] once a day, data older than its setting is deleted, and the log records how much of each kind', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  const names = await namesOf(server, await aSeries(server, { year: 2 }));
  const imports = [];
  for (const number of [1, 2])
    imports.push(await uploadedStudents(admin, studentCsv(aStudentRow(names, number))));
  await sql`update imports set made_at = now() - interval '31 days' where id = ${imports[0] ?? 0}`;
  const student = await aStudent(server);
  for (const [days, sent] of [
    [41, true],
    [41, false],
    [39, true],
  ] as const)
    await sql`insert into appointment_mails (exam_id, user_id, kind, sequence, facts, made_at, sent_at)
      values (${days}, ${student.userId}, 'reminder', ${sent ? 1 : 0}, '{}', now() - make_interval(days => ${days}),
              case when ${sent}::boolean then now() end)`;
  const day = 24 * 60;
  for (const ended of [6, 4]) await signedIn(server, student, { minutes: -ended * day });

  const changed = { importRetentionDays: 30, mailRetentionDays: 40, signInRetentionDays: 5 };
  expect((await admin.put('settings', { ...changed, mailRetentionDays: 29 })).statusCode).toBe(400);
  expect((await admin.put('settings', changed)).statusCode).toBe(200);
  const run = () => deleteExpired(server.services, dailyRetention);
  const [first, second] = await Promise.all([run(), run()]);
  expect(first ?? second).toEqual({ recordings: 0, imports: 1, mails: 1, signIns: 1 });
  expect(first && second).toBeUndefined();
  expect(await run()).toBeUndefined();

  const left =
    await sql`select (select count(*) from imports) as imports, (select count(*) from appointment_mails) as mails,
    (select count(*) from sign_ins where user_id = ${student.userId}) as "signIns"`;
  expect([...left]).toEqual([{ imports: 1, mails: 2, signIns: 1 }]);
  const [entry] = (await admin.get('administration/log?entity=retention_runs')).json<LogEntry[]>();
  expect(entry).toMatchObject({ action: 'retention', actor: null });
  expect(entry?.changes).toContainEqual({ field: 'mails', before: null, after: 1 });
});
