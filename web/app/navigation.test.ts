import { describe, expect, it } from 'vitest';
import { screens } from '#domain/access/screens.ts';
import { people } from '#domain/testing/people.ts';
import { hrefAfterSignIn, judgeNavigation, paramsFit, screenAt } from './navigation.ts';

describe('where a navigation leads', () => {
  it("[NAV-3] the flag 'false' leads to Login from everywhere, and Login itself opens without a loop", () => {
    expect(judgeNavigation({ target: 'Students', flag: 'false', actor: undefined })).toBe('login');
    expect(judgeNavigation({ target: 'PageNotFound', flag: 'false', actor: undefined })).toBe('login');
    expect(judgeNavigation({ target: 'Login', flag: 'false', actor: undefined })).toBe('open');
  });

  it("[NAV-3] the flag 'true' lets every navigation through, whatever the role", () => {
    expect(judgeNavigation({ target: 'Admin', flag: 'true', actor: people.student })).toBe('open');
    expect(judgeNavigation({ target: 'PageNotFound', flag: 'true', actor: people.student })).toBe('open');
  });

  it('[NAV-4] a signed-in user who opens Login is sent to the Dashboard', () => {
    expect(judgeNavigation({ target: 'Login', flag: 'true', actor: people.admin })).toBe('dashboard');
  });

  it.each(['', 'yes', 'TRUE', 'null'])(
    '[NAV-3] the flag %j is neither, so roles decide and their lack is PageNotFound',
    (flag) => {
      expect(judgeNavigation({ target: 'Dashboard', flag, actor: undefined })).toBe('pageNotFound');
      expect(judgeNavigation({ target: 'Login', flag, actor: undefined })).toBe('open');
      expect(judgeNavigation({ target: 'PageNotFound', flag, actor: undefined })).toBe('open');
    },
  );
});

describe('addresses', () => {
  it('[NAV-9] question and contestation ids are digits only', () => {
    expect(paramsFit('EditQuestion', { questionId: '12' })).toBe(true);
    expect(paramsFit('EditQuestion', { questionId: 'test' })).toBe(false);
    expect(paramsFit('ResolveContest', { examContestId: '7' })).toBe(true);
    expect(paramsFit('ResolveContest', { examContestId: '7a' })).toBe(false);
    expect(paramsFit('Recording', { fileName: 'a.json' })).toBe(true);
  });

  it('[NAV-1] finds the screen of an address whatever its case, fixed parts first', () => {
    expect(screenAt('/UNIVERSITYYEARS')).toBe('UniversityYears');
    expect(screenAt('/exam/12')).toBe('Exam');
    expect(screenAt('/12/edit')).toBe('EditQuestion');
    expect(screenAt('/examContest/3/edit')).toBe('ExamContestEdit');
    expect(screenAt('/')).toBe('Home');
    expect(screenAt('/no/such/place')).toBeUndefined();
  });
});

describe('after signing in', () => {
  it('[NAV-10] goes to the path first asked for, with its query', () => {
    expect(hrefAfterSignIn('/students?search=ion', people.secretary)).toBe('/students?search=ion');
  });

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/students',
    '/login?returnTo=/login',
    '/imports',
  ])('[NAV-10] %j leads to the dashboard instead', (asked) => {
    expect(hrefAfterSignIn(asked, people.secretary)).toBe(screens.Dashboard.path);
  });
});
