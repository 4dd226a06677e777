import { describe, expect, it } from 'vitest';
import { screenAt, screens } from '#domain/access/screens.ts';
import { people } from '#domain/testing/people.ts';
import { hrefAfterSignIn, judgeNavigation, paramsFit } from './navigation.ts';

describe('navigation guard', () => {
  it("[NAV-3] redirects to Login from everywhere when the flag is 'false', and opens Login without a loop", () => {
    expect(judgeNavigation({ target: 'Students', flag: 'false', actor: undefined })).toBe('login');
    expect(judgeNavigation({ target: 'PageNotFound', flag: 'false', actor: undefined })).toBe('login');
    expect(judgeNavigation({ target: 'Login', flag: 'false', actor: undefined })).toBe('open');
  });

  it("[NAV-3] allows every navigation when the flag is 'true', whatever the role", () => {
    expect(judgeNavigation({ target: 'Admin', flag: 'true', actor: people.student })).toBe('open');
    expect(judgeNavigation({ target: 'PageNotFound', flag: 'true', actor: people.student })).toBe('open');
  });

  it('[NAV-4] redirects a signed-in user from Login to the Dashboard', () => {
    expect(judgeNavigation({ target: 'Login', flag: 'true', actor: people.admin })).toBe('dashboard');
  });

  it.each(['', 'yes', 'TRUE', 'null'])(
    '[NAV-3] decides by role when the flag is %j; without a role the page is PageNotFound',
    (flag) => {
      expect(judgeNavigation({ target: 'Dashboard', flag, actor: undefined })).toBe('pageNotFound');
      expect(judgeNavigation({ target: 'Login', flag, actor: undefined })).toBe('open');
      expect(judgeNavigation({ target: 'PageNotFound', flag, actor: undefined })).toBe('open');
    },
  );
});

describe('addresses', () => {
  it('[NAV-9] accepts only digits as question and contestation ids', () => {
    expect(paramsFit('EditQuestion', { questionId: '12' })).toBe(true);
    expect(paramsFit('EditQuestion', { questionId: 'test' })).toBe(false);
    expect(paramsFit('ResolveContest', { examContestId: '7' })).toBe(true);
    expect(paramsFit('ResolveContest', { examContestId: '7a' })).toBe(false);
    expect(paramsFit('Recording', { fileName: 'a.json' })).toBe(true);
  });

  it('[NAV-1] matches a screen case-insensitively, static segments first', () => {
    expect(screenAt('/UNIVERSITYYEARS')).toBe('UniversityYears');
    expect(screenAt('/exam/12')).toBe('Exam');
    expect(screenAt('/12/edit')).toBe('EditQuestion');
    expect(screenAt('/examContest/3/edit')).toBe('ExamContestEdit');
    expect(screenAt('/')).toBe('Home');
    expect(screenAt('/no/such/place')).toBeUndefined();
  });
});

describe('after signing in', () => {
  it('[NAV-10] opens the path first requested, with its query', () => {
    expect(hrefAfterSignIn('/students?search=ion', people.secretary)).toBe('/students?search=ion');
  });

  it.each([
    undefined,
    '',
    'https://evil.example/',
    '//evil.example/students',
    '/login?returnTo=/login',
    '/imports',
  ])('[NAV-10] opens the dashboard instead of %j', (href) => {
    expect(hrefAfterSignIn(href, people.secretary)).toBe(screens.Dashboard.path);
  });
});
