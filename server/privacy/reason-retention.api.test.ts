import { expect, it } from 'vitest';
import { readProcessSettings } from '#server/process-settings.ts';
import { aSecretary, aStudent, aTeacher, signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';
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
  const place = await aContestedExam(server);
  const sat = await aFinishedExam(server, place);
  const comment = { comment: texts.filed, reason: 'AL' };
  const questions = (position: number) => [{ examQuestionId: sat.questionId(position), ...comment }];
  const id = await filed(sat, [1], { questions: questions(1) });
  await sql`update appointments set extra_minutes = 10, extra_reason = ${texts.extra} where id = ${sat.appointmentId}`;
  const annulled = await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: texts.annulled });
  expect(annulled.statusCode, annulled.body).toBeLessThan(300);
  const ended = (days: number) => sql`
    update exam_sessions set contest_start_date = now() - make_interval(days => ${days + 2}::int),
           contest_end_date = now() - make_interval(days => ${days + 1}::int),
           contest_resolve_end_date = now() - make_interval(days => ${days}::int) where id = ${place.sessionId}`;

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
  const resolved = await place.holders[0]?.put(`examContests/${id}/resolve`, { questions: [decision] });
  expect(resolved?.statusCode, resolved?.body).toBe(200);
  await ended(41);
  expect(await remove()).toBe(2);
  expect(await tablesHolding(sql, Object.values(texts))).toEqual([]);
  expect(await remove()).toBe(0);
  await sealAll(server);
  expect(await findingsOf(server)).toEqual([]);
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
