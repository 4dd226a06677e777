import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings, type ProductSettings, settingsInForce, settingsProblems } from './settings.ts';

describe('the settings in force', () => {
  it('[CONF-2] are the defaults until somebody changes them', () => {
    expect(settingsInForce({})).toMatchObject({
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

  it('[CONF-2] take what is stored, and only that', () => {
    expect(settingsInForce({ tokenExpirationMinutes: 15, allowExams: false })).toEqual({
      ...defaultSettings,
      tokenExpirationMinutes: 15,
      allowExams: false,
    });
  });

  it('[CONF-2] ignore stored values of the wrong kind and names nobody knows', () => {
    expect(settingsInForce({ tokenExpirationMinutes: '15', allowExams: 0, unheardOf: true })).toEqual(
      defaultSettings,
    );
  });
});

const changed = (settings: Partial<ProductSettings>): ProductSettings => ({
  ...defaultSettings,
  ...settings,
});
const wrongPaths = (settings: Partial<ProductSettings>) =>
  settingsProblems(changed(settings)).map(({ path }) => path);

describe('settings taken together', () => {
  it('[CONF-2] the defaults are in order', () => {
    expect(settingsProblems(defaultSettings)).toEqual([]);
  });

  it.each([
    [{ questionMinComplexAnswers: 1 }, 'questionMinComplexAnswers'],
    [{ questionMinComplexAnswers: 4, questionMaxComplexAnswers: 3 }, 'questionMaxComplexAnswers'],
    [{ questionMaxAnswers: 4, questionMaxComplexAnswers: 4 }, 'questionMaxAnswers'],
    [{ contestationsAllowedDays: 0 }, 'contestationsAllowedDays'],
    [{ tokenExpirationMinutes: 1.5 }, 'tokenExpirationMinutes'],
    [{ smtpPort: -1 }, 'smtpPort'],
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
