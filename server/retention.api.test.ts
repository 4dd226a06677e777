import { expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { SettingsChange } from '#contract/settings.ts';
import { dailyRetention } from '#server/background.ts';
import { recordingRetention } from '#server/features/recordings/retention.ts';
import { deleteExpired } from '#server/jobs/retention.ts';
import { reasonRetention } from '#server/privacy/reason-retention.ts';
import { aSeries, aStudent, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';

const server = useTestServer();
/** Another process on the same database, which does the work; settings are changed through the first. */
const twin = useTestServer({ database: server });

async function changeSettings(by: SignedInPerson, change: SettingsChange): Promise<void> {
  const response = await by.put('settings', change);
  expect(response.statusCode, response.body).toBe(200);
  await expect.poll(() => twin.services.settings.current()).toMatchObject(change);
}

/** A finished exam of some days ago, whose session is over. */
async function anOldExam(days: number) {
  const sessionId = await aSession(server);
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 1 }), { sessionId });
  await exam.finish();
  const { groupId } = exam.exam;
  await server.database.sql`update exam_sessions set contest_start_date = now() - interval '3 days',
    contest_end_date = now() - interval '2 days', contest_resolve_end_date = now() - interval '1 day' where id = ${sessionId}`;
  await server.database.sql`update appointments set exam_date = exam_date - ${days}::int,
    starts_at = starts_at - make_interval(days => ${days}), ends_at = ends_at - make_interval(days => ${days})
    where id = ${exam.appointment.id}`;
  await server.database
    .sql`update exam_groups set started_at = now() - make_interval(days => ${days}) where id = ${groupId}`;
  await server.database.sql`update exams set started_at = now() - make_interval(days => ${days}),
    finished_at = now() - make_interval(days => ${days}) where group_id = ${groupId}`;
  return { groupId, userId: exam.student.userId };
}

it('[CONF-1] [REC-3] recordingRetentionDays decides in every process which recordings are deleted', async () => {
  const admin = await signedInAs(server, 'admin');
  for (const days of [61, 59]) {
    const { groupId } = await anOldExam(days);
    await server.database.sql`insert into recordings (exam_group_id, part, content, sha256, unpacked_bytes)
      values (${groupId}, 1, '\\x00', sha256('\\x00'), 1)`;
  }
  const remove = () => recordingRetention.remove(twin.services);
  expect(await remove()).toBe(0);
  await changeSettings(admin, { recordingRetentionDays: 60 });
  expect(await remove()).toBe(1);
  await changeSettings(admin, { recordingRetentionDays: 30 });
  expect(await remove()).toBe(1);
});

it('[CONF-1] [SAFE-14] identityRetentionDays decides in every process how long a person cannot be erased', async () => {
  const admin = await signedInAs(server, 'admin');
  const { userId } = await anOldExam(10);
  const hindrance = async () =>
    (await twin.caller(admin.token).get(`users/${userId}/erasure`)).json<{
      hindrance: { error: string } | null;
    }>().hindrance?.error;
  expect(await hindrance()).toBe('privacy.kept');
  await changeSettings(admin, { identityRetentionDays: 9 });
  expect(await hindrance()).toBeUndefined();
  await changeSettings(admin, { identityRetentionDays: 11 });
  expect(await hindrance()).toBe('privacy.kept');
});

it('[CONF-1] [SAFE-14] reasonRetentionDays decides in every process which reasons are deleted', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  for (const days of [41, 39]) {
    const { groupId } = await anOldExam(days);
    const [sitting] = await sql<{ sessionId: number }[]>`
      update appointments a set extra_minutes = 5, extra_reason = 'Certificat' from exam_groups g
       where g.id = ${groupId} and a.id = g.appointment_id returning a.exam_session_id as "sessionId"`;
    await sql`
      update exam_sessions set contest_start_date = now() - make_interval(days => ${days + 2}),
             contest_end_date = now() - make_interval(days => ${days + 1}),
             contest_resolve_end_date = now() - make_interval(days => ${days}) where id = ${sitting?.sessionId ?? 0}`;
  }
  const remove = () => reasonRetention.remove(twin.services);
  expect(await remove()).toBe(0);
  await changeSettings(admin, { reasonRetentionDays: 40 });
  expect(await remove()).toBe(1);
  await changeSettings(admin, { reasonRetentionDays: 38 });
  expect(await remove()).toBe(1);
});

it('[SAFE-14] [CONF-1] once a day, data older than its setting is deleted, and the log says how much of each kind', async () => {
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
  for (const days of [6, 4])
    await sql`insert into day_passwords (user_id, day, hash) values (${student.userId}, current_date - ${days}::int, 'x')`;
  const day = 24 * 60;
  for (const ended of [6, 4]) await signedIn(server, student, { minutes: -ended * day });

  const changed = { importRetentionDays: 30, mailRetentionDays: 40, signInRetentionDays: 5 };
  expect((await admin.put('settings', { ...changed, mailRetentionDays: 29 })).statusCode).toBe(400);
  // Nothing of it is older than before.
  await changeSettings(admin, { signInRetentionDays: 7 });
  for (const { kind, remove } of dailyRetention)
    expect([kind, await remove(twin.services)]).toEqual([kind, 0]);
  await changeSettings(admin, changed);
  const run = () => deleteExpired(twin.services, dailyRetention);
  const [first, second] = await Promise.all([run(), run()]);
  expect(first ?? second).toEqual({
    recordings: 0,
    imports: 1,
    mails: 2,
    signIns: 1,
    dayPasswords: 1,
    reasons: 0,
  });
  expect(first && second).toBeUndefined();
  expect(await run()).toBeUndefined();

  const left =
    await sql`select (select count(*) from imports) as imports, (select count(*) from appointment_mails) as mails,
    (select count(*) from sign_ins where user_id = ${student.userId}) as "signIns"`;
  expect([...left]).toEqual([{ imports: 1, mails: 1, signIns: 1 }]);
  const [entry] = (await admin.get('administration/log?entity=retention_runs')).json<LogEntry[]>();
  expect(entry).toMatchObject({ action: 'retention', actor: null });
  expect(entry?.changes).toContainEqual({ field: 'mails', before: null, after: 2 });
});

it('[SAFE-14] a kind that cannot be deleted does not keep the others; it is tried again, and the report has the sum', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  await sql`delete from retention_runs`;
  let isLocked = true;
  const rules = [
    {
      kind: 'recordings',
      remove: async () => {
        if (isLocked) throw new Error('recordings are locked');
        return 2;
      },
    },
    { kind: 'mails', remove: async () => 3 },
  ];
  const run = () => deleteExpired(twin.services, rules);
  const report = async () =>
    (
      await sql<{ isFinished: boolean; deleted: object }[]>`
      select finished_at is not null as "isFinished", deleted from retention_runs`
    )[0];
  await expect(run()).rejects.toThrow('recordings are locked');
  expect(await report()).toEqual({ isFinished: false, deleted: { mails: 3 } });
  isLocked = false;
  expect(await run()).toBeUndefined();
  await sql`update retention_runs set started_at = now() - interval '61 minutes'`;
  expect(await run()).toEqual({ recordings: 2, mails: 3 });
  expect(await report()).toEqual({ isFinished: true, deleted: { recordings: 2, mails: 6 } });
  const entries = (await admin.get('administration/log?entity=retention_runs')).json<LogEntry[]>();
  expect(
    entries.slice(0, 2).map(({ changes }) => changes.map(({ field, after }) => [field, after]).sort()),
  ).toEqual([
    [
      ['mails', 3],
      ['recordings', 2],
    ],
    [['mails', 3]],
  ]);
});
