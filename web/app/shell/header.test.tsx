import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { examPresence } from '#web/base/exam-presence.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { fittingCount } from './fitting-count.ts';

const university = 'University of Medicine, Pharmacy, Science and Technology';
const admin = () => loginData({ role: 'Admin' });
const student = () => loginData({ role: 'Studenti', pkStudent: 3 }, { pkStudent: 3 });

beforeEach(() => void stubWire());
afterEach(async () => {
  examPresence.set({ phase: 'none' });
  await closeApp();
});

const entriesIn = (navigation: HTMLElement) =>
  within(navigation)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

const header = () => screen.findByRole('banner');

describe('the offer of the tour', () => {
  const offer = () => screen.queryByRole('region', { name: 'New here?' });
  const help = () => screen.queryByRole('button', { name: 'Guided tour of this page' });
  const official = { kind: 'official', groupId: 31, examName: 'Examen de iarnă', remainingSeconds: 3000 };
  const calm = {
    'GET getExamUserDetail': {
      body: { disciplines: [], integrativeGroups: [], exams: [], now: '2019-02-03T06:00:00Z' },
    },
    'GET examsPreview': { body: [], headers: { 'x-total-count': '0' } },
  };

  it('[SHELL-9] is made on the dashboard, beside the help control, and neither is there while an exam runs', async () => {
    stubWire({ ...calm, 'GET checkExam': { body: { status: 'NotStarted' } } });
    await openApp('/dashboard', { as: student(), isNew: true });
    await screen.findByRole('region', { name: 'New here?' });
    expect(help()).not.toBeNull();
    await closeApp();
    stubWire({ ...calm, 'GET checkExam': { body: { status: 'Started', ...official } } });
    await openApp('/dashboard', { as: student(), isNew: true });
    await screen.findByRole('region', { name: 'Your exam is running' });
    await screen.findByRole('heading', { level: 1 });
    expect(offer()).toBeNull();
    await waitFor(() => expect(help()).toBeNull());
  });

  it('[SHELL-9] nothing offers a tour on the page of an exam', async () => {
    stubWire({ ...calm, 'GET getExamById': 'unreachable' });
    await openApp('/exam/4', { as: student(), isNew: true });
    await screen.findByRole('button', { name: 'Reload the exam' });
    expect([offer(), help()]).toEqual([null, null]);
  });
});

describe('header', () => {
  it('[SHELL-2] shows students their entries, and simulation only when the server allows it', async () => {
    await openApp('/dashboard', { as: student() });
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    await waitFor(() =>
      expect(entriesIn(navigation)).toEqual([
        '/dashboard',
        '/examSimulation',
        '/examAppointments',
        '/examsPreview',
      ]),
    );
  });

  it('[SHELL-2][SIM-3] shows simulation again after an exam without a page reload', async () => {
    stubWire({ 'GET canSimulate': { body: { canSimulate: false } } });
    await openApp('/dashboard', { as: student() });
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    await waitFor(() => expect(entriesIn(navigation)).toHaveLength(3));
    stubWire();
    act(() => examPresence.set({ phase: 'running', simulation: false }));
    act(() => examPresence.set({ phase: 'none' }));
    await waitFor(async () =>
      expect(entriesIn(await screen.findByRole('navigation', { name: 'Main navigation' }))).toContain(
        '/examSimulation',
      ),
    );
  });

  it('[SHELL-2] hides simulation until the server allows it', async () => {
    stubWire({ 'GET canSimulate': { body: { canSimulate: false } } });
    await openApp('/dashboard', { as: loginData({ role: 'Studenti', pkStudent: 5 }, { pkStudent: 5 }) });
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(entriesIn(navigation)).toEqual(['/dashboard', '/examAppointments', '/examsPreview']);
  });

  it('[SHELL-2] shows the same entries in the drawer, with the admin’s in one group', async () => {
    await openApp('/dashboard', { as: admin() });
    const inHeader = entriesIn(await screen.findByRole('navigation', { name: 'Main navigation' }));
    fireEvent.click(screen.getByRole('button', { name: 'Open the menu' }));
    const drawer = await screen.findByRole('dialog');
    expect(entriesIn(within(drawer).getByRole('navigation'))).toEqual(inHeader);
    const group = within(drawer).getByRole('region', { name: 'Administration and data' });
    expect(entriesIn(group)).toEqual(inHeader.slice(1));
  });

  it('[SHELL-1] shows the university and the links when signed in', async () => {
    await openApp('/dashboard', { as: admin() });
    expect(within(await header()).getByText(university)).toBeTruthy();
  });

  it('[SHELL-1] hides links and university while an exam is being prepared', async () => {
    examPresence.set({ phase: 'preparing', simulation: true });
    await openApp('/prepareExam', { as: student() });
    const banner = within(await header());
    expect(banner.queryByRole('navigation')).toBeNull();
    expect(banner.queryByText(university)).toBeNull();
  });

  it('[SHELL-1][SHELL-11] hides the links on every screen while this browser has an official exam', async () => {
    examPresence.set({ phase: 'prepared', simulation: false });
    await openApp('/dashboard', { as: student() });
    expect(within(await header()).queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('contentinfo').textContent).toContain('Exam.');
  });

  it('[SHELL-1][SHELL-6] shows neither header nor floating controls on the print page', async () => {
    await openApp('/adminExamPrint', { as: admin() });
    await screen.findByRole('heading', { name: 'Print exams' });
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Language' })).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });

  it('[SHELL-3] the logo leads to the dashboard, and reloads during an exam', async () => {
    await openApp('/disciplineList', { as: admin() });
    const mark = within(await header()).getByRole('link', { name: /Exams/ });
    expect(mark.getAttribute('href')).toBe('/dashboard');
    await closeApp();
    stubWire({ 'GET getExamById': 'unreachable' });
    await openApp('/exam/4', { as: student() });
    expect(within(await header()).getByRole('button', { name: 'Reload the exam' })).toBeTruthy();
    expect(within(await header()).queryByRole('link')).toBeNull();
  });
});

describe('account menu', () => {
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Account of Ștefan Țurcanu' }));
    return screen.findByRole('menu');
  };

  it('[SHELL-4][UX-17] offers dashboard, theme, the three languages and logout', async () => {
    await openApp('/dashboard', { as: admin() });
    const menu = within(await open());
    expect((await menu.findByRole('menuitem', { name: 'Dashboard' })).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(menu.getByRole('menuitem', { name: 'Dark theme' })).toBeTruthy();
    expect(menu.getAllByRole('menuitemradio').map((item) => item.textContent)).toEqual([
      'Romana',
      'Engleza',
      'Franceza',
    ]);
    expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeTruthy();
  });

  it('[UX-2] the theme switch stores darkMode', async () => {
    await openApp('/dashboard', { as: admin() });
    fireEvent.click(await within(await open()).findByRole('menuitem', { name: 'Dark theme' }));
    await waitFor(() => expect(localStorage.getItem('darkMode')).toBe('true'));
    expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Light theme' }));
    await waitFor(() => expect(localStorage.getItem('darkMode')).toBe('false'));
  });

  it('[SHELL-4][AUTH-2] offers a student’s colleges when there are several', async () => {
    const enrolment = (pkStudent: number, collegeName: string) => ({
      pkStudent,
      collegeName,
      sectionName: 'S',
      seriesName: 'A',
      year: 2,
    });
    const both = [enrolment(3, 'Medicină'), enrolment(4, 'Farmacie')];
    await openApp('/dashboard', {
      as: loginData({ pkStudent: 3 }, { pkStudent: 3, userStudentLoginInfos: both }),
    });
    const items = await within(await open()).findAllByRole('menuitemradio', { name: /year 2/ });
    expect(items.map((item) => [item.getAttribute('aria-checked'), item.textContent])).toEqual([
      ['true', 'MedicinăS, year 2'],
      ['false', 'FarmacieS, year 2'],
    ]);
  });

  it('[SHELL-4][AUTH-5] signing out ends the sign-in and clears the stored location', async () => {
    const { href } = await openApp('/disciplineList', { as: admin() });
    fireEvent.click(await within(await open()).findByRole('menuitem', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(href()).toBe('/login');
    expect(sessionStorage.getItem('authenticated')).toBe('false');
  });
});

it('[SHELL-5] the footer shows Sim. and the build version', async () => {
  await openApp('/dashboard', { as: admin() });
  await waitFor(() => expect(screen.getByRole('contentinfo').textContent).toBe('Sim.v.1.2.3'));
});

it('[SHELL-6] [UX-17] the switch offers EN and RO, and sets the language of the mails', async () => {
  const wire = stubWire();
  await openApp('/disciplineList', { as: admin() });
  const group = within(await screen.findByRole('group', { name: 'Language' }));
  expect(group.getAllByRole('button').map((button) => button.textContent)).toEqual(['EN', 'RO']);
  fireEvent.click(group.getByRole('button', { name: /RO/ }));
  await screen.findByRole('heading', { name: 'Structura examenului' });
  expect(localStorage.getItem('language')).toBe('ro');
  expect(document.title).toBe('Structura examenului');
  // Also the language of the person's mails.
  const saved = wire.sent.filter(({ path }) => path === 'profile/language').map(({ body }) => body);
  expect(saved).toEqual([{ language: 'ro' }]);
});

it('[UX-17] says so when the language of the mails was not saved', async () => {
  stubWire({
    'PUT profile/language': { status: 429, body: { error: 'request.tooMany', params: { seconds: 3600 } } },
  });
  await openApp('/disciplineList', { as: admin() });
  const group = within(await screen.findByRole('group', { name: 'Language' }));
  fireEvent.click(group.getByRole('button', { name: /RO/ }));
  await screen.findByText(/3600/);
});

it('[SHELL-6] the switch shows FR while the texts are French', async () => {
  await openApp('/dashboard', { as: admin(), language: 'fr' });
  const group = within(await screen.findByRole('group', { name: 'Langue' }));
  const pressed = group.getAllByRole('button', { pressed: true }).map((button) => button.textContent);
  expect(pressed).toEqual(['FR']);
});

describe('how many entries fit in a row', () => {
  it('[SHELL-2] all of them when there is space', () => {
    expect(fittingCount([100, 100, 100], 300, 80)).toBe(3);
  });

  it('[SHELL-2] otherwise as many as leave space for the overflow button', () => {
    expect(fittingCount([100, 100, 100], 299, 80)).toBe(2);
    expect(fittingCount([100, 100, 100], 279, 80)).toBe(1);
    expect(fittingCount([100], 50, 80)).toBe(0);
  });
});
