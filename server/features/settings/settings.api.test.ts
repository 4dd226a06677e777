import { describe, expect, it } from 'vitest';
import type { Settings } from '#contract/settings.ts';
import { defaultSettings, settingGroups, settingNames } from '#domain/settings.ts';
import { anAdministrator, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSettings } from '#server/testing/settings.ts';

const { server, other, admin, read, withSettings } = useSettings();
/** The same person on the other process. */
const elsewhere = (person: SignedInPerson) => other.caller(person.token);

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
    const response = await admin.put('settings', { smtpPassword: 'secret of the mail server' });
    expect(response.json<Settings>().smtpPasswordSet).toBe(true);
    const after = await admin.get('settings');
    expect(after.json<Settings>()).toMatchObject({
      smtpPasswordSet: true,
      details: { changes: { smtpPassword: { by: 'Ioana Marin' } } },
    });
    expect(`${response.body}${after.body}`).not.toContain('secret of the mail server');
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
    const response = await admin.put('settings', before);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual(before);
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
      const response = await admin.put('settings', { displayFullExam: true, ...change });
      expect(errorOf(response)).toEqual([400, 'validation.failed']);
      expect(response.json().errors).toContainEqual(expect.objectContaining({ path, error }));
      expect(await read()).toEqual(before);
    },
  );

  it('[CONF-2] are checked together, so dependent counts can change together', async () => {
    await withSettings({ questionMaxAnswers: 7, questionMaxComplexAnswers: 6 }, async () => {
      const response = await admin.put('settings', { questionMaxAnswers: 5 });
      expect(response.json().errors).toEqual([
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
    const response = await admin.put('settings', { smtpHost });
    expect(response.json().errors).toEqual([{ path: 'smtpHost', error: 'validation.smtpHost', params: {} }]);
  });

  it.each(['mail.umfst.ro', 'smtp-relay.mail.example.com', 'exams@mail.umfst.ro'])(
    '[UX-18] do not include the mail server %j',
    async (smtpHost) => withSettings({ smtpHost }, async () => {}),
  );

  it('[AUTH-4] include the directory where none is configured', async () => {
    const alone = useless.caller(admin.token);
    const response = await alone.put('settings', { ldapForTeachers: true });
    expect(response.json().errors).toEqual([
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
    const responses = await Promise.all([
      admin.put('settings', { questionMaxAnswers: 6, questionMaxComplexAnswers: 5 }),
      elsewhere(admin).put('settings', { questionMaxAnswers: 4, questionMaxComplexAnswers: 3 }),
      admin.put('settings', { questionMinComplexAnswers: 4 }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).every((status) => [200, 400].includes(status))).toBe(
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

describe('the directory', () => {
  it('[AUTH-4] reports a failed connection test when it does not answer', async () => {
    const response = await admin.post('settings/testDirectory');
    expect(errorOf(response)).toEqual([409, 'settings.directoryFailed']);
    expect(response.json().params.reason).toMatch(/ECONNREFUSED|Error/);
  });
});

describe('other roles', () => {
  it.each(['dean', 'teacher', 'secretary', 'generalSecretary', 'student'] as const)(
    '[CONF-1] [NAV-8] cannot access the configuration: %s',
    async (role) => {
      const person = await signedInAs(server, role);
      for (const response of [
        await person.get('settings'),
        await person.put('settings', {}),
        await person.post('settings/testMail'),
        await person.post('settings/testDirectory'),
      ])
        expect(response.statusCode).toBe(403);
    },
  );
});
