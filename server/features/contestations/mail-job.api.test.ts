import { afterEach, describe, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';
import { sendContestMails } from './mail-job.ts';

const mail = useTestMailServer({});
const server = useTestServer(() => ({
  environment: { SMTP_URL: mail.url, PUBLIC_URL: 'https://exams.university.test', INSTITUTION: 'umfst' },
}));
afterEach(async () => {
  await server.database.sql`update contest_mails set sent_at = now() where sent_at is null`;
  mail.received.length = 0;
});

const speaks = (userId: number, language: 'ro' | 'en' | 'fr') =>
  server.database.sql`update users set language = ${language} where id = ${userId}`;
const sent = async () => {
  await sendContestMails(server.services);
  return mail.received.splice(0).map(({ to, subject, text }) => ({ to: to[0], subject, text }));
};
const resolve = ({ holders }: ContestedExam, id: number, sat: FinishedExam, decision: object) =>
  holders[0]?.put(`examContests/${id}/resolve`, {
    questions: [{ examQuestionId: sat.questionId(1), ...decision }],
  });

describe('[CONT-5] mails to the student', () => {
  it('[CONT-5] arrive at filing and at the outcome, in their language', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place, { answer: [] });
    await speaks(sat.student.userId, 'fr');
    const id = await filed(sat, [1]);
    const [mail] = await sent();
    expect(mail).toMatchObject({
      to: sat.student.email,
      subject: expect.stringMatching(/^Contestation déposée/),
    });
    expect(mail?.text).toContain(`https://exams.university.test/examContest/${id}`);
    await speaks(sat.student.userId, 'en');
    await resolve(place, id, sat, { accepted: true, settle: 'fullPoints' });
    const outcome = await sent();
    // One mail about the outcome, and no other about the grade.
    expect(outcome).toHaveLength(1);
    expect(outcome[0]?.subject).toMatch(/^Contestation accepted/);
    expect(outcome[0]?.text).toContain('Score: 0.00 before, 10.00 now.');
    expect(outcome[0]?.text).toContain('Grade: 1.00 before, 5.50 now.');
    expect(await sent()).toEqual([]);
    await place.holders[0]?.post(`examContests/${id}/reopen`);
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Contestation reopened/),
    ]);
  });

  it('[CONT-10] notifies every student whose grade changes, also without an appeal, and no one else', async () => {
    const place = await aContestedExam(server, { questions: 1, isWhole: true });
    const [one, silent] = [
      await aFinishedExam(server, place, { answer: [] }),
      await aFinishedExam(server, place, { answer: [] }),
    ];
    const elsewhere = await aFinishedExam(server, await aContestedExam(server));
    const id = await filed(one, [1]);
    await sent();
    const [question] = (await place.holders[0]?.get(`examContests/${id}/evidence`))?.json().questions ?? [];
    const answerIds = question.scored.answerExams.map((answer: { id: number }) => answer.id);
    const body = { accepted: true, settle: 'removeAnswer', answerIds };
    await resolve(place, id, one, body);
    const mails = await sent();
    expect(mails.map(({ to, subject }) => [to, subject.split(':')[0]]).sort()).toEqual(
      [
        [one.student.email, 'Contestație acceptată'],
        [silent.student.email, 'Notă modificată'],
      ].sort(),
    );
    expect(mails.map(({ to }) => to)).not.toContain(elsewhere.student.email);
  });

  it('[CONT-5] a mail that waited a week for a mail server is given up, a newer one is sent', async () => {
    const place = await aContestedExam(server);
    const [old, recent] = [await aFinishedExam(server, place), await aFinishedExam(server, place)];
    for (const sat of [old, recent]) await filed(sat, [1]);
    const { sql } = server.database;
    const age = (userId: number, hours: number) =>
      sql`update contest_mails set made_at = now() - make_interval(hours => ${hours}::int) where user_id = ${userId}`;
    await age(old.student.userId, 7 * 24 + 1);
    await age(recent.student.userId, 7 * 24 - 1);
    expect((await sent()).map(({ to }) => to)).toEqual([recent.student.email]);
    const [given] =
      await sql`select failed_at is not null as failed, tries from contest_mails where user_id = ${old.student.userId}`;
    expect(given).toEqual({ failed: true, tries: 0 });
  });

  it('[CONT-5] holders are reminded once before the deadline for resolving', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place);
    await filed(sat, [1]);
    await sent();
    const ends = (hours: number) => server.database.sql`
      update exam_sessions set contest_end_date = now(), contest_resolve_end_date = now() + make_interval(hours => ${hours}::int)
       where id = ${place.sessionId}`;
    await ends(72);
    expect(await sent()).toEqual([]);
    await ends(24);
    await signedInAs(server, 'teacher');
    const reminders = await sent();
    expect(reminders.map(({ to }) => to)).toEqual([place.holders[0]?.email]);
    expect(reminders[0]?.text).toContain('o contestație așteaptă decizia dumneavoastră');
    expect(await sent()).toEqual([]);
  });
});
