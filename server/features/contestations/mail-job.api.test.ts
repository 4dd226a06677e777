import { afterEach, describe, expect, it } from 'vitest';
import { anEnrolment, type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { holderOf, reopen as reopenAs, resolve as resolveAs } from '#server/testing/resolving.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { sendContestMails } from './mail-job.ts';

const mail = useTestMailServer({});
const server = useTestServer(() => ({
  environment: { ...mailEnvironment(mail), INSTITUTION: 'umfst' },
}));
const admin = useSignedInAs(server, 'admin');
// The only administrator, who is reminded of technical complaints.
afterEach(async () => {
  await server.database.sql`update contest_mails set sent_at = now() where sent_at is null`;
  mail.received.length = 0;
});

const speaks = (person: SignedInPerson, language: 'ro' | 'en' | 'fr') =>
  person.put('profile/language', { language });
const sent = async () => {
  await sendContestMails(server.services);
  return mail.received.splice(0).map(({ to, subject, text }) => ({ to: to[0], subject, text }));
};
const resolve = ({ holders }: ContestedExam, id: number, sat: FinishedExam, decision: object) =>
  resolveAs(holderOf({ holders }), id, { examQuestionId: sat.questionId(1), ...decision });
const reopen = (contested: ContestedExam, id: number) => reopenAs(holderOf(contested), id);

describe('[CONT-5] mails to the student', () => {
  it('[CONT-5] arrive at filing and at the outcome, in their language', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    await speaks(sat.student, 'fr');
    const id = await filed(sat, [1]);
    const [mail] = await sent();
    expect(mail).toMatchObject({
      to: sat.student.email,
      subject: expect.stringMatching(/^Contestation déposée/),
    });
    expect(mail?.text).toContain(`https://exams.university.test/examContest/${id}`);
    await speaks(sat.student, 'en');
    await resolve(contested, id, sat, { accepted: true, settle: 'fullPoints' });
    const outcome = await sent();
    // One mail about the outcome, and no other about the grade.
    expect(outcome).toHaveLength(1);
    expect(outcome[0]?.subject).toMatch(/^Contestation accepted/);
    expect(outcome[0]?.text).toContain('Score: 0.00 before, 10.00 now.');
    expect(outcome[0]?.text).toContain('Grade: 1.00 before, 5.50 now.');
    expect(await sent()).toEqual([]);
  });

  it.each([
    [
      'ro',
      'Contestație redeschisă',
      'Decizia anterioară a fost retrasă, integral sau în parte.',
      ['Punctaj: 10,00 înainte, 0,00 acum.', 'Nota: 5,50 înainte, 1,00 acum.'],
    ],
    [
      'en',
      'Contestation reopened',
      'The earlier decision has been withdrawn, in whole or in part.',
      ['Score: 10.00 before, 0.00 now.', 'Grade: 5.50 before, 1.00 now.'],
    ],
    [
      'fr',
      'Contestation rouverte',
      'La décision précédente a été retirée, en tout ou en partie.',
      ['Score\u00a0: 10,00 avant, 0,00 maintenant.', 'Note\u00a0: 5,50 avant, 1,00 maintenant.'],
    ],
  ] as const)(
    '[CONT-7] [CONT-10] reopening tells the grade that is valid now, in %s',
    async (language, subject, words, figures) => {
      const contested = await aContestedExam(server);
      const sat = await aFinishedExam(server, contested, { answer: [] });
      await speaks(sat.student, language);
      const id = await filed(sat, [1]);
      await resolve(contested, id, sat, { accepted: true, settle: 'fullPoints' });
      await sent();
      await reopen(contested, id);
      const mails = await sent();
      // One mail, with the grade.
      expect(mails).toHaveLength(1);
      expect(mails[0]?.subject.startsWith(subject)).toBe(true);
      for (const line of [words, ...figures]) expect(mails[0]?.text).toContain(line);
      // A rejection changes nothing, and says so.
      await resolve(contested, id, sat, { accepted: false });
      await sent();
      await reopen(contested, id);
      expect((await sent())[0]?.text.match(/\d+[.,]\d\d/g)).toEqual(
        ['0', '0', '1', '1'].map((whole) => expect.stringMatching(`^${whole}.00$`)),
      );
    },
  );

  it.each([
    ['ro', 'Susținerea a fost anulată, așa că decizia nu schimbă niciun rezultat valabil.'],
    ['en', 'The sitting was annulled, so the decision changes no valid result.'],
    ['fr', 'Le passage a été annulé\u00a0: la décision ne change aucun résultat valable.'],
  ] as const)(
    '[CONT-5] [CONT-7] compares no results of an annulled sitting, in %s',
    async (language, words) => {
      const contested = await aContestedExam(server);
      const sat = await aFinishedExam(server, contested, { answer: [] });
      await speaks(sat.student, language);
      const id = await filed(sat, [1]);
      await admin.post(`sittings/${sat.exam.groupId}/annul`, { reason: 'Fraudă' });
      await sent();
      await resolve(contested, id, sat, { accepted: true, settle: 'fullPoints' });
      const outcomes = await sent();
      await reopen(contested, id);
      const mails = [...outcomes, ...(await sent())];
      expect(mails).toHaveLength(2);
      for (const { text } of mails) {
        expect(text).toContain(words);
        expect(text).not.toMatch(/\d[.,]\d\d/);
      }
    },
  );

  it('[CONT-7] [CONT-10] reopening a contestation without an outcome sends only the changed grade', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1, 2]);
    await resolve(contested, id, sat, { accepted: true, settle: 'fullPoints' });
    expect((await sent()).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Contestație depusă',
      'Notă modificată',
    ]);
    await reopen(contested, id);
    const mails = await sent();
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual(['Notă modificată']);
    expect(mails[0]?.text).toContain('Nota: 5,50 înainte, 1,00 acum.');
  });

  it('[CONT-10] notifies every student whose grade changes, also without an appeal, and no one else', async () => {
    const contested = await aContestedExam(server, { questions: 1, isWhole: true });
    const [one, silent] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, contested, { answer: [] }),
    ];
    const elsewhere = await aFinishedExam(server, await aContestedExam(server));
    const id = await filed(one, [1]);
    await sent();
    const [question] =
      (await contested.holders[0]?.get(`examContests/${id}/evidence`))?.json().questions ?? [];
    const answerIds = question.scored.answerExams.map((answer: { id: number }) => answer.id);
    const body = { accepted: true, settle: 'removeAnswer', answerIds };
    await resolve(contested, id, one, body);
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
    const contested = await aContestedExam(server);
    const [old, recent] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
    for (const sat of [old, recent]) await filed(sat, [1]);
    const { sql } = server.database;
    const age = (userId: number, hours: number) =>
      sql`update contest_mails set made_at = now() - make_interval(hours => ${hours}::int) where user_id = ${userId}`;
    // The week is one of the calendar, an hour shorter or longer when the clock changes.
    await age(old.student.userId, 7 * 24 + 2);
    await age(recent.student.userId, 7 * 24 - 2);
    expect((await sent()).map(({ to }) => to)).toEqual([recent.student.email]);
    const [given] =
      await sql`select failed_at is not null as failed, tries from contest_mails where user_id = ${old.student.userId}`;
    expect(given).toEqual({ failed: true, tries: 0 });
  });
});

describe('[CONT-5] reminders before the deadline for resolving', () => {
  const ends = ({ sessionId }: ContestedExam, hours: number) => server.database.sql`
    update exam_sessions set contest_end_date = now(), contest_resolve_end_date = now() + make_interval(hours => ${hours}::int)
     where id = ${sessionId}`;
  const reminded = async () => (await sent()).map(({ to }) => to);
  // Open contestations of earlier tests are not due in the next ones.
  afterEach(
    () => server.database.sql`update exam_sessions set contest_resolve_end_date = now() + interval '30 days'`,
  );

  it('[CONT-5] holders are reminded once, and again when the deadline has moved', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    await filed(sat, [1]);
    await sent();
    await ends(contested, 72);
    expect(await sent()).toEqual([]);
    await ends(contested, 24);
    await signedInAs(server, 'teacher');
    const reminders = await sent();
    expect(reminders.map(({ to }) => to)).toEqual([contested.holders[0]?.email]);
    expect(reminders[0]?.text).toContain('o contestație așteaptă decizia dumneavoastră');
    expect(await sent()).toEqual([]);
    // Extended, and near again.
    await ends(contested, 72);
    expect(await sent()).toEqual([]);
    await ends(contested, 30);
    expect(await reminded()).toEqual([contested.holders[0]?.email]);
    expect(await reminded()).toEqual([]);
  });

  it('[CONT-5] one that waits for the mail server gives the current number, and none when all is decided', async () => {
    const contested = await aContestedExam(server);
    const [one, other] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
    const [first, second] = [await filed(one, [1]), await filed(other, [1])];
    await sent();
    const mute = await testServer({
      database: server,
      environment: { SMTP_URL: 'smtp://127.0.0.1:1', INSTITUTION: 'umfst' },
    });
    const { sql } = server.database;
    const remindersAfter = async (decide: () => Promise<unknown>) => {
      await sendContestMails(mute.services);
      await decide();
      await sql`update contest_mails set next_try_at = now() where sent_at is null`;
      return (await sent()).filter(({ to }) => to === contested.holders[0]?.email).map(({ text }) => text);
    };
    try {
      await ends(contested, 24);
      expect(await remindersAfter(async () => resolve(contested, first, one, { accepted: false }))).toEqual([
        expect.stringContaining('o contestație așteaptă'),
      ]);
      // The deadline moves, so that the next one is due.
      await ends(contested, 30);
      const decideAll = async () => {
        await resolve(contested, second, other, { accepted: false });
        // Another process is still sending it.
        await sql`update contest_mails set next_try_at = now() + interval '1 hour' where sent_at is null and kind = 'reminder'`;
        await sent();
        expect(await sql`select from contest_mails where sent_at is null and kind = 'reminder'`).toHaveLength(
          1,
        );
      };
      expect(await remindersAfter(decideAll)).toEqual([]);
      expect(await sql`select from contest_mails where sent_at is null and kind = 'reminder'`).toHaveLength(
        0,
      );
    } finally {
      await mute.close();
    }
    // Nothing was sent about this deadline yet.
    await reopen(contested, second);
    expect(await reminded()).toContain(contested.holders[0]?.email);
  });

  it('[CONT-5] [ROLE-5] not those who sat the exam or marked the student as a relative, by any enrolment', async () => {
    const contested = await aContestedExam(server);
    const [one, taker] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
    const { sql } = server.database;
    const ids = [await filed(one, [1]), await filed(taker, [1])];
    await sql`insert into discipline_teachers (discipline_id, email, part)
      values (${contested.exam.disciplineIds[0] ?? 0}, ${taker.student.email}, 'holder')`;
    const holder = contested.holders[0] as SignedInPerson;
    for (const id of ids) await holder.post(`examContests/${id}/relative`, { relative: true });
    // Another enrolment of the same person holds the mark.
    const again = await anEnrolment(server, one.student);
    await sql`update relatives set student_id = ${again.studentId} where student_id = (
      select student_id from exam_contests where id = ${ids[0] ?? 0})`;
    await sent();
    await ends(contested, 24);
    // The one who sat it decides only about the other.
    const reminders = await sent();
    expect(reminders.map(({ to }) => to)).toEqual([taker.student.email]);
    expect(reminders[0]?.text).toContain('o contestație așteaptă');
  });

  it('[CONT-5] administrators are reminded of technical complaints, and of everything when holders do not resolve', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    await filed(sat, [], { type: 'technical', comment: 'Rețeaua a căzut' });
    await sent();
    await ends(contested, 24);
    expect(await reminded()).toEqual([admin.email]);
    const other = await aContestedExam(server);
    await filed(await aFinishedExam(server, other), [1]);
    await sent();
    await server.set({ teacherContests: false });
    await ends(other, 24);
    expect(await reminded()).toEqual([admin.email]);
    await server.set({ teacherContests: true });
  });
});
