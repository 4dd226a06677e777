import dns from 'node:dns';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import type { Settings, SettingsChange } from '#contract/settings.ts';
import { defaultSettings, settingGroups, settingNames } from '#domain/settings.ts';
import {
  aDiscipline,
  anAdministrator,
  aStudent,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  signedInAs,
  testPassword,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { aContestedExam, aFinishedExam, filed, shift } from '#server/testing/contestations.ts';
import { drafts } from '#server/testing/drafts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useTestMailServer } from '#server/testing/smtp.ts';

/** An address without a server. */
const environment = { LDAP_URL: 'ldap://127.0.0.1:1' };
const mail = useTestMailServer({ password: 'hush hush' });
const server = useTestServer({ environment });
const other = useTestServer(() => ({ database: server, environment }));
let admin: SignedInPerson;

beforeAll(async () => {
  admin = await signedIn(server, await anAdministrator(server, { name: 'Ioana Marin' }));
  // The address rule requires a top-level domain; every name resolves to the test's mail server.
  type Found = (error: null, addresses: readonly string[]) => void;
  vi.spyOn(dns.Resolver.prototype, 'resolve4').mockImplementation(((_: string, found: Found) =>
    found(null, ['127.0.0.1'])) as never);
  vi.spyOn(dns.Resolver.prototype, 'resolve6').mockImplementation(((_: string, found: Found) =>
    found(null, [])) as never);
});
afterAll(() => vi.restoreAllMocks());

const read = async () => (await admin.get('settings')).json<Settings>();

/** Changes settings through the call, runs `work` once the other process knows them, and restores the defaults. */
async function withSettings(change: SettingsChange, work: () => Promise<void>): Promise<void> {
  const answer = await admin.put('settings', change);
  expect(answer.statusCode, answer.body).toBe(200);
  await expect.poll(() => other.services.settings.current()).toMatchObject(change);
  try {
    await work();
  } finally {
    const names = Object.keys(change) as (keyof typeof defaultSettings)[];
    const back = Object.fromEntries(names.map((name) => [name, defaultSettings[name]]));
    expect((await admin.put('settings', back)).statusCode).toBe(200);
    await expect.poll(() => other.services.settings.current()).toMatchObject(back);
  }
}

/** The same person on the other process. */
const elsewhere = (person: SignedInPerson) => other.caller(person.token);
const login = (person: Person) =>
  other.caller().post('login', { email: person.email, password: testPassword });
const uiSettings = async () => (await other.caller().get('applicationUiSettings')).json();

describe('the settings of an administrator', () => {
  it('[CONF-1] include every setting with its default and no secret', async () => {
    const shown = await read();
    const { smtpPassword: _, ...defaults } = defaultSettings;
    expect(shown).toMatchObject(defaults);
    expect(shown.details.defaults).toEqual(defaults);
    expect(Object.values(settingGroups).flat().sort()).toEqual([...settingNames].sort());
  });

  it('[CONF-1] include only whether a secret is set; secrets are in no response and no log', async () => {
    expect((await read()).smtpPasswordSet).toBe(false);
    const answer = await admin.put('settings', { smtpPassword: 'secret of the mail server' });
    expect(answer.json<Settings>().smtpPasswordSet).toBe(true);
    const after = await admin.get('settings');
    expect(after.json<Settings>()).toMatchObject({
      smtpPasswordSet: true,
      details: { changes: { smtpPassword: { by: 'Ioana Marin' } } },
    });
    expect(`${answer.body}${after.body}`).not.toContain('secret of the mail server');
    const leaks = await server.database
      .sql`select from audit_log a where a::text like '%secret of the mail server%'`;
    expect(leaks.count).toBe(0);
    // An empty value removes it.
    expect((await admin.put('settings', { smtpPassword: '' })).json<Settings>().smtpPasswordSet).toBe(false);
  });

  it('[CONF-1] include who last changed each setting, and when', async () => {
    expect((await read()).details.changes.zoomScale).toBeUndefined();
    await admin.put('settings', { zoomScale: 3 });
    const second = await signedIn(server, await anAdministrator(server, { name: 'Radu Stan' }));
    expect((await read()).details.changes.zoomScale).toMatchObject({ by: 'Ioana Marin' });
    const changed = (await second.put('settings', { zoomScale: 2 })).json<Settings>();
    expect(changed.details.changes.zoomScale?.by).toBe('Radu Stan');
    expect(Date.parse(changed.details.changes.zoomScale?.at ?? '')).not.toBeNaN();
  });

  it('[API-4] can be sent back whole without a change', async () => {
    const before = await read();
    const answer = await admin.put('settings', before);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual(before);
  });
});

describe('invalid settings', () => {
  it.each([
    [{ questionMinComplexAnswers: 1 }, 'questionMinComplexAnswers', 'validation.min'],
    [{ questionMaxComplexAnswers: 5 }, 'questionMaxAnswers', 'validation.min'],
    [
      { questionMinComplexAnswers: 4, questionMaxComplexAnswers: 3 },
      'questionMaxComplexAnswers',
      'validation.min',
    ],
    [{ tokenExpirationMinutes: 0 }, 'tokenExpirationMinutes', 'validation.min'],
    [{ zoomScale: 9 }, 'zoomScale', 'validation.max'],
    [{ allowExams: 'yes' }, 'allowExams', 'validation.boolean'],
    [{ deanEmails: 'dean@exam.test, not an address' }, 'deanEmails', 'settings.wrongAddress'],
    [{ smtpSender: 'nobody' }, 'smtpSender', 'validation.email'],
    [{ stayForever: true }, 'stayForever', 'validation.unknownField'],
  ])(
    '[CONF-2] are refused together with the valid ones of the same request: %j',
    async (change, path, error) => {
      const before = await read();
      const answer = await admin.put('settings', { displayFullExam: true, ...change });
      expect(errorOf(answer)).toEqual([400, 'validation.failed']);
      expect(answer.json().errors).toContainEqual(expect.objectContaining({ path, error }));
      expect(await read()).toEqual(before);
    },
  );

  it('[CONF-2] are checked together, so dependent counts can change together', async () => {
    await withSettings({ questionMaxAnswers: 7, questionMaxComplexAnswers: 6 }, async () => {
      const answer = await admin.put('settings', { questionMaxAnswers: 5 });
      expect(answer.json().errors).toEqual([
        { path: 'questionMaxAnswers', error: 'validation.min', params: { min: 7 } },
      ]);
    });
  });

  it.each([
    'localhost',
    '127.0.0.1',
    'mail',
    'mail server.ro',
    '-mail.ro',
    'mail..ro',
    'mail.r',
    '@mail.ro',
    'mail.r0',
  ])('[UX-18] include the mail server %j', async (smtpHost) => {
    const answer = await admin.put('settings', { smtpHost });
    expect(answer.json().errors).toEqual([{ path: 'smtpHost', error: 'validation.smtpHost', params: {} }]);
  });

  it.each(['mail.umfst.ro', 'smtp-relay.mail.example.com', 'exams@mail.umfst.ro'])(
    '[UX-18] do not include the mail server %j',
    async (smtpHost) => withSettings({ smtpHost }, async () => {}),
  );

  it('[AUTH-4] include the directory where none is configured', async () => {
    const alone = useless.caller(admin.token);
    const answer = await alone.put('settings', { ldapForTeachers: true });
    expect(answer.json().errors).toEqual([
      { path: 'ldapForTeachers', error: 'settings.directoryMissing', params: {} },
    ]);
    expect(errorOf(await alone.post('settings/testDirectory'))).toEqual([409, 'settings.directoryMissing']);
  });
  const useless = useTestServer(() => ({ database: server }));
});

describe('concurrent changes by two administrators', () => {
  it('[CONF-1] refuse the second with the name of the first, and overwrite nothing', async () => {
    const second = await signedIn(other, await anAdministrator(other, { name: 'Radu Stan' }));
    const seen = Object.fromEntries(
      Object.entries((await read()).details.changes).map(([name, change]) => [name, change?.id]),
    );
    const first = await admin.put('settings', { contestationsAllowedDays: 5, seen });
    expect(first.statusCode).toBe(200);
    const refused = await second.put('settings', { contestationsAllowedDays: 7, seen });
    expect(errorOf(refused)).toEqual([409, 'settings.changed']);
    expect(refused.json().params).toEqual({ by: 'Ioana Marin' });
    expect((await read()).contestationsAllowedDays).toBe(5);
    // Other settings do not conflict.
    expect((await second.put('settings', { recordingRetentionDays: 90, seen })).statusCode).toBe(200);
    await admin.put('settings', { contestationsAllowedDays: 3, recordingRetentionDays: 180 });
  });

  it('[CONF-2] refuse a combination that is invalid together, even if each change is valid', async () => {
    const answers = await Promise.all([
      admin.put('settings', { questionMaxAnswers: 6, questionMaxComplexAnswers: 5 }),
      elsewhere(admin).put('settings', { questionMaxAnswers: 4, questionMaxComplexAnswers: 3 }),
      admin.put('settings', { questionMinComplexAnswers: 4 }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).every((status) => [200, 400].includes(status))).toBe(
      true,
    );
    const {
      questionMinComplexAnswers: min,
      questionMaxComplexAnswers: max,
      questionMaxAnswers,
    } = await read();
    expect(min).toBeLessThanOrEqual(max);
    expect(max).toBeLessThan(questionMaxAnswers);
    await admin.put('settings', {
      questionMaxAnswers: 5,
      questionMinComplexAnswers: 2,
      questionMaxComplexAnswers: 4,
    });
  });
});

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
      smtpPassword: 'hush hush',
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

  it('[CONF-1] SMTP_URL of the environment overrides the mail server of the settings', async () => {
    const login = `exams:${encodeURIComponent('hush hush')}`;
    const SMTP_URL = `smtp://${login}@127.0.0.1:${mail.port}`;
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
    const [question] = (await holder.get(`examContests/${id}`)).json<Contest>().contestedQuestions;
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

describe('the directory', () => {
  it('[AUTH-4] reports a failed connection test when it does not answer', async () => {
    const answer = await admin.post('settings/testDirectory');
    expect(errorOf(answer)).toEqual([409, 'settings.directoryFailed']);
    expect(answer.json().params.reason).toMatch(/ECONNREFUSED|Error/);
  });
});

describe('a running exam', () => {
  it('[CONF-1] is counted, and its questions and sign-in do not follow a change', async () => {
    const custom = await aCustomExam(server, { questions: 3 });
    const exam = await aRunningExam(server, custom);
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
});

describe('other roles', () => {
  it.each(['dean', 'teacher', 'secretary', 'generalSecretary', 'student'] as const)(
    '[CONF-1] [NAV-8] cannot access the configuration: %s',
    async (role) => {
      const person = await signedInAs(server, role);
      for (const answer of [
        await person.get('settings'),
        await person.put('settings', {}),
        await person.post('settings/testMail'),
        await person.post('settings/testDirectory'),
      ])
        expect(answer.statusCode).toBe(403);
    },
  );
});
