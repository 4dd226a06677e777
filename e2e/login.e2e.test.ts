import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { useBrowser } from './browser.ts';
import { leaveAll } from './reused-pages.ts';
import { type Account, accounts, enter, inTab, newVisitor, password, visitAs } from './visitor.ts';

const browser = useBrowser();
afterEach((test) => leaveAll(browser, test));

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

const ofSecretaries = [
  '/dashboard',
  '/students',
  '/disciplineList',
  '/disciplineManage',
  '/customExams',
  '/appointments',
];
const ofTeachers = [
  '/dashboard',
  '/disciplineList',
  '/disciplineManage',
  '/teacherExams',
  '/studentsExams',
  '/contestations',
  '/students',
  '/question/0/50/0/0/0/0',
];

const entries: Record<Account, readonly string[]> = {
  admin: [
    '/dashboard',
    '/admin',
    '/students',
    '/sali',
    '/examinare',
    '/universityYears',
    '/faculties',
    '/secretars',
    '/configuration',
    '/imports',
    '/disciplineList',
    '/disciplineManage',
    '/customExams',
    '/appointments',
  ],
  dean: ofTeachers,
  teacher: ofTeachers,
  collaborator: ofTeachers,
  secretary: ofSecretaries,
  generalSecretary: [...ofSecretaries, '/secretars'],
  student: ['/dashboard', '/examSimulation', '/examAppointments', '/examsPreview'],
};

describe('signing in', () => {
  it.each(Object.keys(accounts) as Account[])(
    '[AUTH-1][SHELL-2] signs the %s in and shows exactly their entries',
    async (account) => {
      const page = await newVisitor(browser);
      await page.goto('/');
      await heading(page, 'Sign in');
      await enter(page, accounts[account]);
      await heading(page, /Hello/);
      const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
      await links.nth(entries[account].length - 1).waitFor();
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
        entries[account],
      );
      expect(await inTab(page, 'authenticated')).toBe('true');
    },
  );

  it('[AUTH-11] reports a wrong password in place and leaves the stored state alone', async () => {
    const page = await newVisitor(browser, { language: 'fr' });
    await page.goto('/login');
    await heading(page, 'Connexion');
    await enter(page, 'nobody@exam.test', 'not the password');
    await page.getByRole('alert').getByText('L’adresse e-mail ou le mot de passe est incorrect.').waitFor();
    expect(await inTab(page, 'authenticated')).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('[NAV-10] opens the requested path afterwards', async () => {
    const page = await newVisitor(browser);
    await page.goto('/sali');
    await heading(page, 'Sign in');
    await enter(page, accounts.admin);
    await heading(page, 'Rooms');
    expect(new URL(page.url()).pathname).toBe('/sali');
  });

  it('[AUTH-2] lets a student of two colleges choose one and switch later without a password', async () => {
    const page = await newVisitor(browser);
    await page.goto('/login');
    await enter(page, 'student3@exam.test');
    await heading(page, 'Choose the college');
    await page.getByRole('button', { name: /Farmacie/ }).click();
    await heading(page, /Hello/);
    const enrolment = page.getByRole('region', { name: 'Your enrolment' });
    await enrolment.getByText('Facultatea de Farmacie').waitFor();
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitemradio', { name: /Facultatea de Medicină/ }).click();
    await enrolment.getByText('Facultatea de Medicină').waitFor();
    await page.reload();
    await enrolment.getByText('Facultatea de Medicină').waitFor();
  });

  it('[EXAM-12] works with the on-screen keyboard alone', async () => {
    const page = await newVisitor(browser);
    await page.goto('/login');
    await page.getByRole('button', { name: 'On-screen keyboard' }).click();
    const keyboard = page.getByRole('region', { name: 'On-screen keyboard' });
    const type = async (text: string) => {
      for (const letter of text) await keyboard.getByRole('button', { name: letter, exact: true }).click();
    };
    await page.locator('input[name="email"]').click();
    await type('secretaryy');
    await keyboard.getByRole('button', { name: 'Backspace' }).click();
    await type('@exam.test');
    await page.locator('input[name="password"]').click();
    await type(password);
    await keyboard.getByRole('button', { name: 'Enter' }).click();
    await heading(page, /Hello/);
    await expect.poll(() => keyboard.count()).toBe(0);
  });
});

describe('signing out', () => {
  const isAlive = async (page: Page, token: string | null) => {
    const response = await page.request.get('/api/umfst/profile', {
      headers: { authorization: `Bearer ${token}` },
    });
    return response.ok();
  };

  it('[AUTH-6] with ?forceLogOut clears the query and also ends the sign-in on the server', async () => {
    const page = await visitAs(browser, 'teacher', '/dashboard');
    const token = await inTab(page, 'authorization');
    expect(await isAlive(page, token)).toBe(true);
    await page.goto('/students?forceLogOut');
    await heading(page, 'Sign in');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => inTab(page, 'authenticated')).toBe('false');
    await expect.poll(() => inTab(page, 'userId')).toBe('0');
    await expect.poll(() => isAlive(page, token)).toBe(false);
  });

  it('[AUTH-5] in one tab sends the other tab to Login', async () => {
    const page = await visitAs(browser, 'secretary', '/dashboard');
    const other = await page.context().newPage();
    await other.goto('/dashboard');
    await heading(other, /Hello/);
    await page.getByRole('button', { name: /Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading(page, 'Sign in');
    await heading(other, 'Sign in');
  });

  it('[MSG-2] shows Session expired and Login when the token was revoked elsewhere', async () => {
    const page = await visitAs(browser, 'admin', '/dashboard');
    const token = await inTab(page, 'authorization');
    await page.request.post('/api/umfst/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.getByRole('link', { name: 'Rooms' }).first().click();
    await heading(page, 'Sign in');
    await page.getByRole('alert').getByText('Session expired').waitFor();
    await expect.poll(() => inTab(page, 'authenticated')).toBe('false');
  });
});
