import { inject } from 'vitest';
import { openClient } from '#server/db/client.ts';

/** A message that the mail server refused for good; returns what it is about. */
export async function aFailedMessage(): Promise<string> {
  const subject = `Sesiunea ${process.pid} ${Date.now()}`;
  const sql = openClient(inject('postgresUrl'), {
    max: 1,
    name: 'exam-platform-tests',
    settings: { TimeZone: 'Europe/Bucharest' },
  });
  await sql`insert into contest_mails (user_id, kind, facts, tries, failed_at, problem)
    select id, 'outcome', jsonb_build_object('session', ${subject}::text), 3, now(), 'refused' from users
     where email = 'student@exam.test'`;
  await sql.end();
  return subject;
}
