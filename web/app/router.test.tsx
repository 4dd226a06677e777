import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#web/api/client.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { authenticatedFlag, forgetSignIn, signIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { queryClient } from './query-client.ts';
import { closeApp, openApp } from './testing/open-app.tsx';

const admin = () => loginData({ role: 'Admin' });
const student = () => loginData({ role: 'Studenti', pkStudent: 3 }, { pkStudent: 3 });

const runningSitting = {
  status: 'Started',
  kind: 'official',
  groupId: 31,
  examName: 'Examen de iarnă',
  remainingSeconds: 3000,
};

let wire: ReturnType<typeof stubWire>;
beforeEach(() => {
  wire = stubWire();
});
afterEach(closeApp);

describe('route guards', () => {
  it('[NAV-3][NAV-10] redirects to Login without a sign-in and, after signing in, to the path first requested', async () => {
    const { href } = await openApp('/disciplineList?year=2');
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(href()).toBe('/login?returnTo=%2FdisciplineList%3Fyear%3D2');
    signIn(admin());
    await screen.findByRole('heading', { name: 'Exam structure' });
    expect(href()).toBe('/disciplineList?year=2');
  });

  it('[NAV-4] redirects a signed-in user from Login to the Dashboard', async () => {
    const { href } = await openApp('/login', { as: admin() });
    await waitFor(() => expect(href()).toBe('/dashboard'));
  });

  it("[NAV-3] shows PageNotFound when the flag is neither 'true' nor 'false'", async () => {
    sessionStorage.setItem('authenticated', 'perhaps');
    const { href } = await openApp('/dashboard');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(href()).toBe('/PageNotFound');
  });

  it('[NAV-5][MSG-14] shows a rights message in place, sends no requests and keeps the user signed in when the role is missing', async () => {
    const { href } = await openApp('/imports', { as: student() });
    await screen.findByRole('heading', { name: 'You do not have the rights to access this resource' });
    expect(href()).toBe('/imports');
    expect(authenticatedFlag()).toBe('true');
    const ofTheShell = ['GET applicationUiSettings', 'GET canSimulate', 'GET checkExam'];
    expect(wire.calls().filter((call) => !ofTheShell.includes(call))).toEqual([]);
  });

  it('[SAFE-16] explains that a screen is closed during an exam, links back to the exam and reopens afterwards', async () => {
    const refused = { status: 409, body: { error: 'exam.sitting', params: { groupId: 31 } } };
    wire = stubWire({ 'GET examsPreview': refused });
    const { router, href } = await openApp('/examsPreview', { as: student() });
    await screen.findByRole('heading', { name: 'Your exam is running' });
    screen.getByText('You are taking an exam; everything else opens again when it has ended.');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(href()).toBe('/examsPreview');
    expect(authenticatedFlag()).toBe('true');
    expect(screen.getByRole('link', { name: 'Back to the exam' }).getAttribute('href')).toBe('/exam/31');

    wire = stubWire({ 'GET examsPreview': { body: [], headers: { 'x-total-count': '0' } } });
    await router.navigate({ to: '/PageNotFound' });
    await router.navigate({ to: '/examsPreview' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Your exam is running' })).toBeNull());
    await waitFor(() => expect(wire.calls()).toContain('GET examsPreview'));
  });

  it('[SHELL-11][SHELL-1][SHELL-5] hides the links in every tab and leads back while the server reports a running official exam', async () => {
    wire = stubWire({ 'GET checkExam': { body: runningSitting } });
    const { router } = await openApp('/PageNotFound', { as: student() });
    const bar = await screen.findByRole('region', { name: 'Your exam is running' });
    expect(within(bar).getByRole('link', { name: 'Resume the exam' }).getAttribute('href')).toBe('/exam/31');
    expect(bar.textContent).toMatch(/Examen de iarnă is running\. (50:00|49:5\d) left/);
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    expect(screen.getByRole('contentinfo').textContent).toMatch(/^Exam\./);

    wire = stubWire({ 'GET checkExam': 'unreachable' });
    await router.navigate({ to: '/dashboard' });
    await waitFor(() => expect(wire.calls()).toContain('GET checkExam'));
    await screen.findByRole('heading', { level: 1 });
    expect(screen.getByRole('region', { name: 'Your exam is running' })).toBeTruthy();
  });

  it.each([
    ['the server reports it as ended', { body: { status: 'Finished', kind: 'official' } }],
    ['the server reports no exam', { status: 204 }],
  ])('[SHELL-11][SHELL-1][SHELL-5] shows the links and Sim. again once %s', async (_, ended) => {
    wire = stubWire({ 'GET checkExam': { body: runningSitting } });
    await openApp('/PageNotFound', { as: student() });
    await screen.findByRole('region', { name: 'Your exam is running' });
    wire = stubWire({ 'GET checkExam': ended });
    // The student returns to this tab after the exam ended in another one.
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(screen.queryByRole('region', { name: 'Your exam is running' })).toBeNull();
    expect(screen.getByRole('contentinfo').textContent).toMatch(/^Sim\./);
  });

  it('[NAV-5] shows a real page with a link home for an unknown path', async () => {
    await openApp('/no/such/place', { as: admin() });
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    );
  });

  it.each(['/test/edit', '/x7/resolve'])(
    '[NAV-9] does not take %s for a question or contestation',
    async (path) => {
      await openApp(path, { as: admin() });
      await screen.findByRole('heading', { name: 'Page not found' });
    },
  );

  it.each(['/12/edit', '/7/resolve'])('[NAV-9] opens %s, which has a numeric id', async (path) => {
    await openApp(path, { as: admin() });
    await screen.findByRole('main');
    expect(screen.queryByRole('heading', { name: 'Page not found' })).toBeNull();
  });

  it('[NAV-1] matches paths case-insensitively', async () => {
    await openApp('/DISCIPLINElist', { as: admin() });
    await screen.findByRole('heading', { name: 'Exam structure' });
  });
});

describe('before each navigation', () => {
  it('[NAV-2] sets the title to the route’s exact name in English and to its translation in other languages', async () => {
    const { router } = await openApp('/adminExamPrint', { as: admin() });
    expect(document.title).toBe('AdminExamPrint');
    localStorage.setItem('language', 'fr');
    await router.navigate({ to: '/prepareExam' });
    expect(document.title).toBe('Préparation de l’examen');
    localStorage.setItem('language', 'en');
    await router.navigate({ to: '/dashboard' });
    expect(document.title).toBe('Dashboard');
  });

  it('[NAV-2][UX-17] reads the language from storage', async () => {
    const { router } = await openApp('/disciplineList', { as: admin() });
    localStorage.setItem('language', 'ro');
    await router.navigate({ to: '/customExams' });
    await screen.findByRole('heading', { name: 'Examene personalizate' });
  });

  it('[NAV-2] stores the route parameters', async () => {
    await openApp('/templateExamView/5/9', { as: admin() });
    expect(currentScreen.get()?.params).toEqual({ groupId: '5', sessionId: '9' });
    expect(JSON.parse(sessionStorage.getItem('routeParams') ?? '')).toEqual({ groupId: '5', sessionId: '9' });
  });
});

describe('commands in the query string', () => {
  it('[AUTH-6] ?forceLogOut clears the query and signs out', async () => {
    const { href } = await openApp('/disciplineList?forceLogOut', { as: admin() });
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(href()).toBe('/login');
    expect(authenticatedFlag()).toBe('false');
    expect(wire.calls()).toContain('POST logout');
  });

  it('[NAV-6] ?inspect sets the hidden flag for this tab', async () => {
    const { href } = await openApp('/dashboard?inspect', { as: student() });
    expect(sessionStorage.getItem('inspect')).toBe('true');
    expect(href()).toBe('/dashboard');
    expect(document.documentElement.dataset.copy).toBeUndefined();
  });
});

describe('losing the sign-in', () => {
  const expired = { 'GET rows': { status: 401, body: { error: 'auth.expired', params: {} } } };
  const loseSession = async () => {
    await api.get('rows').catch(() => undefined);
    await screen.findByRole('heading', { name: 'Sign in' });
  };
  const person = (sub: string) => loginData({ role: 'Admin', sub });

  it('[MSG-2][AUTH-5] an expired sign-in leads to Login with a notice, and back afterwards', async () => {
    wire = stubWire(expired);
    const { href } = await openApp('/disciplineList', { as: admin() });
    await screen.findByRole('heading', { name: 'Exam structure' });
    await loseSession();
    await screen.findByText('Session expired');
    expect(href()).toBe('/login?returnTo=%2FdisciplineList');
  });

  it('[AUTH-12] the same user returns to the same page', async () => {
    wire = stubWire(expired);
    const { href } = await openApp('/disciplineList', { as: person('7') });
    await loseSession();
    signIn(person('7'));
    await screen.findByRole('heading', { name: 'Exam structure' });
    expect(href()).toBe('/disciplineList');
  });

  it('[AUTH-12] a different user starts at their dashboard', async () => {
    wire = stubWire(expired);
    const { href } = await openApp('/disciplineList', { as: person('7') });
    await loseSession();
    signIn(person('8'));
    await waitFor(() => expect(href()).toBe('/dashboard'));
  });

  it('[AUTH-12] a different user starts at their dashboard even after the browser was closed and reopened at the same address', async () => {
    signIn(person('7'));
    sessionStorage.clear();
    const { href } = await openApp('/login?returnTo=%2FdisciplineList');
    signIn(person('8'));
    await waitFor(() => expect(href()).toBe('/dashboard'));
  });

  it('[AUTH-12][SAFE-19] a tab that switches to another user’s sign-in shows nothing of the first user’s page', async () => {
    const { href } = await openApp('/disciplineList', { as: person('7') });
    await screen.findByRole('heading', { name: 'Exam structure' });
    queryClient.setQueryData(['of the first'], 'something personal');
    signIn(person('8'));
    await waitFor(() => expect(href()).toBe('/dashboard'));
    expect(queryClient.getQueryData(['of the first'])).toBeUndefined();
  });

  it('[SAFE-19] signing out clears the query cache', async () => {
    await openApp('/disciplineList', { as: person('7') });
    queryClient.setQueryData(['of the first'], 'something personal');
    forgetSignIn('signedOut');
    expect(queryClient.getQueryData(['of the first'])).toBeUndefined();
  });
});
