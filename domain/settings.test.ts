import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressesOf,
  changeProblems,
  defaultSettings,
  effectiveSettings,
  type ProductSettings,
  settingsProblems,
  unusableSettings,
} from './settings.ts';

describe('the settings in force', () => {
  it('[CONF-2] are the defaults until an administrator changes them', () => {
    expect(effectiveSettings({})).toMatchObject({
      contestationsAllowedDays: 3,
      tokenExpirationMinutes: 60,
      questionMaxAnswers: 5,
      questionMinComplexAnswers: 2,
      questionMaxComplexAnswers: 4,
      allowContestations: true,
      teacherContests: true,
      ldapForTeachers: false,
      ldapForStudents: false,
    });
  });

  it('[CONF-2] use only what is stored', () => {
    expect(effectiveSettings({ tokenExpirationMinutes: 15, allowExams: false })).toEqual({
      ...defaultSettings,
      tokenExpirationMinutes: 15,
      allowExams: false,
    });
  });

  it('[CONF-2] ignore stored values of the wrong type and unknown names', () => {
    expect(effectiveSettings({ tokenExpirationMinutes: '15', allowExams: 0, unheardOf: true })).toEqual(
      defaultSettings,
    );
  });
});

const unusable: readonly Readonly<Record<string, unknown>>[] = [
  ...[0, -1, -60, 1.5, 10_081, 1e308, Number.NaN, Number.POSITIVE_INFINITY, '60', null].map((value) => ({
    tokenExpirationMinutes: value,
  })),
  { contestationsAllowedDays: 0 },
  { smtpPort: 70_000 },
  { questionMaxAnswers: 1000 },
];

describe('a stored setting with an invalid value', () => {
  it.each(unusable)('[CONF-2] %j leaves the default in force, and is reported', (stored) => {
    expect(effectiveSettings(stored)).toEqual(defaultSettings);
    expect(unusableSettings(stored)).toEqual(Object.keys(stored));
  });

  it('[CONF-2] affects only the settings it is validated with', () => {
    const stored = { questionMaxAnswers: 3, questionMaxComplexAnswers: 3, tokenExpirationMinutes: 15 };
    expect(effectiveSettings(stored)).toEqual({ ...defaultSettings, tokenExpirationMinutes: 15 });
    expect(unusableSettings(stored)).toEqual(['questionMaxAnswers', 'questionMaxComplexAnswers']);
  });

  it('[CONF-2] a value at its bounds is in force', () => {
    for (const tokenExpirationMinutes of [1, 10_080])
      expect(effectiveSettings({ tokenExpirationMinutes })).toMatchObject({ tokenExpirationMinutes });
  });
});

const changed = (settings: Partial<ProductSettings>): ProductSettings => ({
  ...defaultSettings,
  ...settings,
});
const wrongPaths = (settings: Partial<ProductSettings>) =>
  settingsProblems(changed(settings)).map(({ path }) => path);

describe('settings validated together', () => {
  it('[CONF-2] accepts the defaults', () => {
    expect(settingsProblems(defaultSettings)).toEqual([]);
  });

  it.each([
    [{ questionMinComplexAnswers: 1 }, 'questionMinComplexAnswers'],
    [{ questionMinComplexAnswers: 4, questionMaxComplexAnswers: 3 }, 'questionMaxComplexAnswers'],
    [{ questionMaxAnswers: 4, questionMaxComplexAnswers: 4 }, 'questionMaxAnswers'],
    [{ contestationsAllowedDays: 0 }, 'contestationsAllowedDays'],
    [{ tokenExpirationMinutes: 1.5 }, 'tokenExpirationMinutes'],
    [{ tokenExpirationMinutes: 0 }, 'tokenExpirationMinutes'],
    [{ tokenExpirationMinutes: 10_081 }, 'tokenExpirationMinutes'],
    [{ smtpPort: -1 }, 'smtpPort'],
    [{ questionMaxAnswers: 4.5 }, 'questionMaxAnswers'],
    [{ zoomScale: 1 }, 'zoomScale'],
    [{ recordingRetentionDays: 29 }, 'recordingRetentionDays'],
  ] as const)('[CONF-2] %j is refused at %s', (settings, path) => {
    expect(wrongPaths(settings)).toEqual([path]);
  });

  it('[CONF-2] 2 ≤ min ≤ max < most answers, for any numbers', () => {
    const count = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(count, count, count, (min, max, answers) => {
        const problems = wrongPaths({
          questionMinComplexAnswers: min,
          questionMaxComplexAnswers: max,
          questionMaxAnswers: answers,
        });
        expect(problems.length === 0).toBe(2 <= min && min <= max && max < answers);
      }),
    );
  });
});

describe('a change', () => {
  it('[EXAM-17] the zoom may be a fraction', () => {
    expect(changeProblems(defaultSettings, { zoomScale: 2.5 })).toEqual([]);
  });

  it('[UX-18] validates a text only if it changes', () => {
    const old = changed({ smtpHost: 'localhost' });
    expect(changeProblems(old, { allowExams: false })).toEqual([]);
    expect(changeProblems(old, { smtpHost: 'localhost2' })).toEqual([
      { path: 'smtpHost', error: 'validation.smtpHost', params: {} },
    ]);
    expect(changeProblems(old, { smtpHost: '' })).toEqual([]);
  });

  it('[ROLE-2] parses addresses with any separator', () => {
    expect(addressesOf(' a@b.ro,c@d.ro;\n e@f.ro ')).toEqual(['a@b.ro', 'c@d.ro', 'e@f.ro']);
    expect(addressesOf('')).toEqual([]);
  });
});

it('[AUTH-12] no setting offers to stay signed in: exam rooms share computers', () => {
  expect(
    Object.keys(defaultSettings).filter((name) => /stay|remember|keep.*sign|persist/i.test(name)),
  ).toEqual([]);
});
