import { expect, it } from 'vitest';
import { historiesOf } from '#server/exams/history.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { anEnrolment, aSecretary, aStudent, aTeacher, signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
import type { PersonData } from './person-data.ts';
import { privacyCommand } from './privacy-command.ts';
import { reasonRetention } from './reason-retention.ts';

const server = useTestServer();
const remove = () => reasonRetention.remove(server.services);
const texts = {
  extra: 'certificat de dislexie',
  annulled: 'a copiat de la vecin',
  filed: 'enunțul are o greșeală',
  reply: 'enunțul este corect',
};

it('[SAFE-14] reasonRetentionDays decides when reasons and texts of resolved contestations are deleted', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  const contested = await aContestedExam(server);
  const sat = await aFinishedExam(server, contested);
  const comment = { comment: texts.filed, reason: 'AL' };
  const questions = (position: number) => [{ examQuestionId: sat.questionId(position), ...comment }];
  const id = await filed(sat, [1], { questions: questions(1) });
  await sql`update appointments set extra_minutes = 10, extra_reason = ${texts.extra} where id = ${sat.appointmentId}`;
  const annulled = await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: texts.annulled });
  expect(annulled.statusCode, annulled.body).toBeLessThan(300);
  const ended = (days: number) => sql`
    update exam_sessions set contest_start_date = now() - make_interval(days => ${days + 2}::int),
           contest_end_date = now() - make_interval(days => ${days + 1}::int),
           contest_resolve_end_date = now() - make_interval(days => ${days}::int) where id = ${contested.sessionId}`;

  await server.set({ reasonRetentionDays: 40 });
  await ended(39);
  expect(await remove()).toBe(0);
  await ended(41);
  // The contestation is open: only the reasons of the appointment go.
  expect(await remove()).toBe(1);
  expect(await tablesHolding(sql, [texts.extra, texts.annulled])).toEqual([]);
  expect(await tablesHolding(sql, [texts.filed])).toEqual(['public.exam_contest_questions']);

  await ended(-1);
  const decision = { examQuestionId: sat.questionId(1), accepted: false, reply: texts.reply };
  const resolved = await contested.holders[0]?.put(`examContests/${id}/resolve`, { questions: [decision] });
  expect(resolved?.statusCode, resolved?.body).toBe(200);
  await ended(41);
  expect(await remove()).toBe(2);
  expect(await tablesHolding(sql, Object.values(texts))).toEqual([]);
  expect(await remove()).toBe(0);
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
});

it('[SAFE-14] why staff ended, reopened or annulled a running exam is in its history and the export, and is deleted', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  await server.set({ reasonRetentionDays: 40, identityRetentionDays: 0 });
  const custom = await aCustomExam(server, { questions: 2 });
  const sessionId = await aSession(server);
  const words = { ended: 'miroase a parfum', reopened: 'totuși nu miroase', annulled: 'a vorbit cu vecinul' };
  const sat = [
    await aRunningExam(server, custom, { sessionId }),
    await aRunningExam(server, custom, { sessionId }),
  ];
  for (const { exam } of sat) {
    const answers = [
      await admin.post(`exams/${exam.id}/end`, { reason: words.ended }),
      await admin.post(`exams/${exam.id}/reopen`, { reason: words.reopened, minutes: 5 }),
      await admin.post(`sittings/${exam.groupId}/annul`, { reason: words.annulled }),
    ];
    for (const answer of answers) expect(answer.statusCode, answer.body).toBeLessThan(300);
    const history = (await historiesOf(sql, [exam.id])).of(exam.id);
    expect(history.flatMap(({ reason }) => reason ?? [])).toEqual(Object.values(words));
  }
  const inEvents = await sql`select from exam_events where client ? 'reason'`;
  expect(inEvents.count).toBe(0);
  const [first, second] = sat;
  const { data } = (await admin.get(`users/${first?.student.userId}/export?format=json`)).json<PersonData>();
  expect(data.events.flatMap(({ reason }) => reason ?? [])).toEqual(Object.values(words));

  await sql`update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' where exam_session_id = ${sessionId}`;
  const ended = (days: number) => sql`
    update exam_sessions set contest_start_date = now() - make_interval(days => ${days + 2}::int),
           contest_end_date = now() - make_interval(days => ${days + 1}::int),
           contest_resolve_end_date = now() - make_interval(days => ${days}::int) where id = ${sessionId}`;
  await ended(1);
  // One is erased before its time, the other's reasons go when their time is over.
  const erased = await admin.post(`users/${first?.student.userId}/erasure`, { email: first?.student.email });
  expect(erased.statusCode, erased.body).toBe(204);
  const stored = await sql<{ id: number }[]>`
    select exam_id as id from event_reasons where reason = any(${Object.values(words)}::text[]) order by 1`;
  expect(new Set(stored.map(({ id }) => id))).toEqual(new Set([second?.exam.id]));
  await ended(41);
  expect(await remove()).toBeGreaterThan(0);
  expect(await tablesHolding(sql, Object.values(words))).toEqual([]);
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
});

it('[SAFE-14] [SAFE-20] erasing an account leaves readable what followed an enrolment to another one, and the records are in order', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  await server.set({ identityRetentionDays: 0 });
  const custom = await aCustomExam(server, { questions: 2 });
  const sat = await aRunningExam(server, custom);
  const { userId, email, studentId } = sat.student;
  await anEnrolment(server, { userId, email }, { studyPlace: custom.studyPlace });
  for (const answer of [
    await admin.post(`exams/${sat.exam.id}/end`, { reason: 'a ieșit din sală' }),
    await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: 'a ieșit din sală' }),
  ])
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  const moved = await editStudent(admin, studentId ?? 0, { email: 'alta.adresa@exam.test' });
  expect(moved.statusCode, moved.body).toBe(200);
  expect(moved.json<{ userId: number }>().userId).not.toBe(userId);
  const erased = await admin.post(`users/${userId}/erasure`, { email });
  expect(erased.statusCode, erased.body).toBe(204);
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
  const newest = await sql<{ reason: string }[]>`
    select audit_decrypted(a.after) ->> 'reason' as reason from event_reasons r
      cross join lateral audit_newest_image('event_reasons', r.id::text, 9223372036854775807) a where r.exam_id = ${sat.exam.id}`;
  expect(new Set(newest.map(({ reason }) => reason))).toEqual(new Set(['a ieșit din sală']));
});

it('[SAFE-14] the command lists the people whose time is over, and nobody with a role', async () => {
  const { sql } = server.database;
  await server.set({ identityRetentionDays: 100 });
  const people = [
    await aStudent(server),
    await aStudent(server),
    await aTeacher(server),
    await aSecretary(server),
  ];
  const [over, recent] = people.map(({ userId }) => userId);
  await sql`update users set created_at = now() - interval '101 days' where id = any(${people.map(({ userId }) => userId)}::int[])`;
  await sql`update users set created_at = now() - interval '99 days' where id = ${recent ?? 0}`;
  const lines: string[] = [];
  const environment = readProcessSettings({ DATABASE_URL: server.databaseUrl });
  const say = (line: string) => void lines.push(line);
  expect(await privacyCommand(['overdue'], { environment, say, log: say })).toBe(0);
  expect(lines.slice(0, -1)).toEqual([
    expect.stringMatching(new RegExp(`^${over}  last used \\d{4}-\\d\\d-\\d\\d$`)),
  ]);
});
