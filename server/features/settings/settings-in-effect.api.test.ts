import dns from 'node:dns';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import type { Settings, SettingsChange } from '#contract/settings.ts';
import { graceSeconds } from '#domain/exam-taking/time.ts';
import { defaultSettings } from '#domain/settings.ts';
import {
  aDiscipline,
  aStudent,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { aContestedExam, aFinishedExam, filed, shift } from '#server/testing/contestations.ts';
import { drafts } from '#server/testing/drafts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer } from '#server/testing/server.ts';
import { environment, useSettings } from '#server/testing/settings.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';

// Blanks at its ends belong to a password.
const mail = useTestMailServer({ password: ' hush hush ' });
const { server, other, admin, read, withSettings } = useSettings();
// The rule for addresses requires a top-level domain; every name resolves to the test's mail server.
beforeAll(() => {
  type Found = (error: null, addresses: readonly string[]) => void;
  vi.spyOn(dns.Resolver.prototype, 'resolve4').mockImplementation(((_: string, found: Found) =>
    found(null, ['127.0.0.1'])) as never);
  vi.spyOn(dns.Resolver.prototype, 'resolve6').mockImplementation(((_: string, found: Found) =>
    found(null, [])) as never);
});
afterAll(() => vi.restoreAllMocks());

/** The same person on the other process. */
const elsewhere = (person: SignedInPerson) => other.caller(person.token);
const login = (person: Person) =>
  other.caller().post('login', { email: person.email, password: testPassword });
const uiSettings = async () => (await other.caller().get('applicationUiSettings')).json();

describe('a changed setting takes effect on the other process', () => {
  it.each([
    ['questionRadioSimple', false],
    ['displayFullExam', true],
    ['markSingle', true],
    ['examApplicationMode', true],
    ['zoomScale', 2.5],
    ['allowExams', false],
    ['allowExamPreview', false],
  ] as const)('[CONF-1] %s is sent to the screens', async (name, value) => {
    expect((await uiSettings())[name]).toBe(defaultSettings[name]);
    await withSettings({ [name]: value }, async () => expect((await uiSettings())[name]).toBe(value));
  });

  it('[CONF-1] allowExams enables simulations', async () => {
    const custom = await aCustomExam(server, { questions: 2 });
    await aSession(server, { simulation: true });
    const student = await signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
    const begin = () => elsewhere(student).post('prepareSimulation/', { examCustomId: custom.id });
    await withSettings({ allowExams: false }, async () =>
      expect(errorOf(await begin())).toEqual([409, 'simulation.notAllowed']),
    );
    expect((await begin()).statusCode).toBe(200);
    await server.database.sql`update exam_sessions set start_date = '2080-01-01', end_date = '2080-01-02'`;
  });

  it('[CONF-1] [APPT-1] allowExams opens booking for students', async () => {
    const custom = await aCustomExam(server, { questions: 2 });
    await aSession(server);
    const student = await signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
    const days = () => elsewhere(student).get(`freeDays?examCustomId=${custom.id}`);
    expect((await days()).statusCode).toBe(200);
    await withSettings({ allowExams: false }, async () =>
      expect(errorOf(await days())).toEqual([409, 'appointment.notOpen']),
    );
    await server.database.sql`update exam_sessions set start_date = '2080-01-01', end_date = '2080-01-02'`;
  });

  it('[CONF-1] SMTP_URL of the environment overrides the mail server of the settings', async () => {
    const SMTP_URL = `smtp://exams:${encodeURIComponent(' hush hush ')}@127.0.0.1:${mail.port}`;
    const third = await testServer({ database: server, environment: { ...environment, SMTP_URL } });
    const here = third.caller(admin.token);
    try {
      await withSettings({ smtpHost: 'mail.exam.test', smtpPort: 1 }, async () => {
        await expect.poll(() => third.services.settings.current()).toMatchObject({ smtpPort: 1 });
        expect((await here.get('settings')).json<Settings>().details.environment.mail).toBe(true);
        expect((await here.post('settings/testMail')).json()).toEqual({ to: admin.email });
        expect(mail.received.at(-1)).toMatchObject({ user: 'exams', to: [admin.email] });
        // Without it the settings count.
        expect(errorOf(await elsewhere(admin).post('settings/testMail'))).toEqual([
          409,
          'settings.mailFailed',
        ]);
      });
    } finally {
      await third.close();
    }
  });

  it('[CONF-1] allowExamPreview shows the questions asked, and hides them again', async () => {
    const custom = await aCustomExam(server, { questions: 2 });
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    await server.database.sql`update appointments set starts_at = now() - interval '3 hours',
      ends_at = now() - interval '2 hours' where custom_exam_id = ${custom.id}`;
    const shown = () => elsewhere(exam.student).get(`previewExam/?examId=${exam.exam.id}`);
    expect((await shown()).statusCode).toBe(200);
    await withSettings({ allowExamPreview: false }, async () =>
      expect(errorOf(await shown())).toEqual([409, 'exam.previewClosed']),
    );
  });

  it('[CONF-1] tokenExpirationMinutes is the lifetime of a new sign-in', async () => {
    const student = await aStudent(server);
    const minutes = async () => {
      const { exp = 0, iat = 0 } = decodeJwt((await login(student)).json().accessToken);
      return (exp - iat) / 60;
    };
    expect(await minutes()).toBe(60);
    await withSettings({ tokenExpirationMinutes: 15 }, async () => expect(await minutes()).toBe(15));
  });

  it('[CONF-1] questionMaxAnswers and the complex limits apply to drawn questions', async () => {
    const teacher = await signedIn(server, await aTeacher(server));
    const { id } = await aDiscipline(server, { holders: [teacher] });
    const question = await aQuestion(server, await aChapter(server, id));
    const drawn = async () => {
      const shown = await elsewhere(teacher).get(`questions/${question}/preview?kind=multiple&seed=1`);
      const { answerExams } = shown.json<{ answerExams: { answer: { description: string } }[] }>();
      // Factory answers are numbered; the first five are correct.
      const correct = answerExams.filter(
        ({ answer }) => Number(answer.description.split(' ').at(-1)) <= 5,
      ).length;
      return [answerExams.length, correct];
    };
    const counts = (answers: number, min: number, max: number) => ({
      questionMaxAnswers: answers,
      questionMinComplexAnswers: min,
      questionMaxComplexAnswers: max,
    });
    await withSettings(counts(6, 3, 3), async () => expect(await drawn()).toEqual([6, 3]));
    await withSettings(counts(3, 2, 2), async () => expect(await drawn()).toEqual([3, 2]));
    await withSettings(counts(8, 5, 5), async () => expect(await drawn()).toEqual([8, 5]));
  });

  it('[CONF-1] [AUTH-4] ldapForTeachers and ldapForStudents decide who is checked in the directory', async () => {
    const people = { ldapForTeachers: await aTeacher(server), ldapForStudents: await aStudent(server) };
    for (const name of ['ldapForTeachers', 'ldapForStudents'] as const)
      await withSettings({ [name]: true }, async () => {
        for (const [who, person] of Object.entries(people))
          expect(errorOf(await login(person))).toEqual(
            who === name ? [503, 'auth.directoryDown'] : [200, ''],
          );
      });
  });

  it('[AUTH-1] an unknown address gets the response of a student’s, whichever roles the directory checks and while it is down', async () => {
    const student = await aStudent(server);
    const wrong = (email: string) => other.caller().post('login', { email, password: 'wrong-password' });
    for (const changed of [
      { ldapForTeachers: true },
      { ldapForStudents: true },
      { ldapForTeachers: true, ldapForStudents: true },
    ])
      await withSettings(changed, async () => {
        const known = errorOf(await wrong(student.email));
        expect(known[0]).toBe('ldapForStudents' in changed ? 503 : 401);
        expect(errorOf(await wrong('nobody@exam.test'))).toEqual(known);
      });
  });

  it('[CONF-1] [ROLE-2] deanEmails grants the dean’s office immediately, ignoring case', async () => {
    const { email, ...person } = await aTeacher(server);
    const { id } = await aDiscipline(server);
    const structure = { questions: null, examDuration: null, automaticDistribution: false, chapters: [] };
    const before = await signedIn(server, { email, ...person });
    expect((await elsewhere(before).get(`disciplines/${id}/structure`)).statusCode).toBe(404);
    await withSettings({ deanEmails: `someone@exam.test\n${email.toUpperCase()}` }, async () => {
      // The roles in the token are outdated.
      expect((await elsewhere(before).get('profile')).statusCode).toBe(401);
      const dean = other.caller((await login({ email, ...person })).json().accessToken);
      expect((await dean.get(`disciplines/${id}/structure`)).statusCode).toBe(200);
      expect(errorOf(await dean.put(`disciplines/${id}/structure`, structure))[0]).toBe(400);
    });
  });

  it('[CONF-1] [STRUCT-4] allowOverlappingSession lets two sessions share a day', async () => {
    const draft = await drafts.sessions?.(server);
    expect((await elsewhere(admin).post('sessions', draft)).statusCode).toBe(201);
    expect(errorOf(await elsewhere(admin).post('sessions', draft))).toEqual([409, 'session.overlap']);
    await withSettings({ allowOverlappingSession: true }, async () =>
      expect((await elsewhere(admin).post('sessions', draft)).statusCode).toBe(201),
    );
  });

  it('[CONF-1] the mail settings are used to send mail', async () => {
    const smtp = {
      smtpHost: 'mail.exam.test',
      smtpPort: mail.port,
      smtpSender: 'exams@exam.test',
      smtpUser: 'exams',
      smtpPassword: ' hush hush ',
    };
    const send = () => elsewhere(admin).post('settings/testMail');
    expect(errorOf(await send())).toEqual([409, 'settings.mailMissing']);
    await withSettings(smtp, async () => {
      expect((await send()).json()).toEqual({ to: admin.email });
      expect(mail.received.at(-1)).toMatchObject({
        from: 'exams@exam.test',
        user: 'exams',
        to: [admin.email],
        subject: 'Mesaj de probă',
      });
      const refused = async (change: SettingsChange) =>
        withSettings(change, async () => expect(errorOf(await send())).toEqual([409, 'settings.mailFailed']));
      await refused({ smtpPassword: 'wrong' });
    });
    await withSettings({ ...smtp, smtpSsl: true }, async () =>
      expect(errorOf(await send())).toEqual([409, 'settings.mailFailed']),
    );
    const { smtpSender: _, ...withoutSender } = smtp;
    await withSettings({ ...withoutSender, smtpHost: 'office@mail.exam.test' }, async () => {
      expect((await send()).statusCode).toBe(200);
      expect(mail.received.at(-1)?.from).toBe('office@mail.exam.test');
    });
  });

  it('[CONF-1] allowContestations and contestationsAllowedDays decide whether and how long students can contest', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const filing = async () =>
      (await elsewhere(sat.student).get(`examContests/filing/${sat.exam.id}`)).json<Filing>();
    expect((await filing()).closed).toBeNull();
    await withSettings({ allowContestations: false }, async () =>
      expect((await filing()).closed).toEqual({ why: 'switchedOff', at: null }),
    );
    await shift(server, sat, -1);
    await withSettings({ contestationsAllowedDays: 1 }, async () =>
      expect((await filing()).closed?.why).toBe('daysOver'),
    );
    expect((await filing()).closed).toBeNull();
  });

  it('[CONF-1] teacherContests decides whether holders or only administrators resolve', async () => {
    const contested = await aContestedExam(server);
    const id = await filed(await aFinishedExam(server, contested), [1]);
    const holder = elsewhere(contested.holders[0] as SignedInPerson);
    const [question] = (await holder.get(`examContests/${id}`)).json<Contest>().questions;
    const reject = () =>
      holder.put(`examContests/${id}/resolve`, {
        questions: [{ examQuestionId: question?.examQuestionId, accepted: false }],
      });
    await withSettings({ teacherContests: false }, async () =>
      expect(errorOf(await reject())).toEqual([409, 'contestation.adminsOnly']),
    );
    expect((await reject()).json()).toMatchObject({ status: 'RS' });
  });
});

describe('a running exam', () => {
  it('[CONF-1] is counted, and its questions and sign-in do not follow a change', async () => {
    const custom = await aCustomExam(server, { questions: 3, parts: 2 });
    const exam = await aRunningExam(server, custom);
    // Its two parts are one exam.
    expect((await read()).details.runningExams).toBe(1);
    const stored = () => server.database.sql`
      select q.position, q.kind, q.slots from exam_questions q where q.exam_id = ${exam.exam.id} order by q.position`;
    const before = await stored();
    expect(before).toHaveLength(3);
    const change = {
      questionMaxAnswers: 3,
      questionMinComplexAnswers: 2,
      questionMaxComplexAnswers: 2,
      tokenExpirationMinutes: 1,
      allowExams: false,
    };
    await withSettings(change, async () => {
      expect(await stored()).toEqual(before);
      const live = await server.database.sql<{ minutes: number }[]>`
        select extract(epoch from expires_at - now())::float8 / 60 as minutes from sign_ins
         where user_id = ${exam.student.userId}`;
      expect(live[0]?.minutes).toBeGreaterThan(50);
      expect((await elsewhere(exam.student).post('renewToken', {})).statusCode).toBe(200);
      expect((await exam.save(1, [0])).statusCode).toBe(200);
    });
    await exam.finish();
  });

  it('[CONF-1] keeps its candidate signed in to the end, however short the lifetime became', async () => {
    const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const { sql } = server.database;
    const ends = async (token: string) => {
      const { jti = '', exp = 0 } = decodeJwt(token);
      const [row] = await sql<{ afterDeadline: number; token: number; minutes: number }[]>`
        select extract(epoch from i.expires_at - e.deadline)::float8 as "afterDeadline",
               extract(epoch from to_timestamp(${exp}) - e.deadline)::float8 as token,
               extract(epoch from i.expires_at - now())::float8 / 60 as minutes
          from sign_ins i, exams e where i.id = ${jti} and e.id = ${exam.exam.id}`;
      if (!row) throw new Error('the sign-in is gone');
      return row;
    };
    const renewed = async (): Promise<string> =>
      (await elsewhere(exam.student).post('renewToken', {})).json().accessToken;
    await withSettings({ tokenExpirationMinutes: 1 }, async () => {
      const shorten = () =>
        sql`update sign_ins set expires_at = now() + interval '20 seconds' where user_id = ${exam.student.userId}`;
      await shorten();
      const during = await ends(await renewed());
      expect(during.afterDeadline).toBeCloseTo(graceSeconds, 0);
      expect(Math.abs(during.token - graceSeconds)).toBeLessThanOrEqual(1);
      await exam.finish();
      await shorten();
      expect((await ends(await renewed())).minutes).toBeLessThanOrEqual(1);
    });
  });
});
