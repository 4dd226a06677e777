import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { StudentPage } from '#contract/student-page.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const account = {
  userId: 9,
  disabledAt: null,
  password: 'own',
  lastSignInAt: null,
  isSignedIn: true,
  isSitting: true,
  mayChange: true,
} as const;
const page: StudentPage = {
  id: 4,
  firstName: 'Ana',
  lastName: 'Pop',
  email: 'ana.pop@student.exam.test',
  cnp: null,
  phoneNumber: null,
  enrolments: [],
  appointments: [],
  sittings: [],
  account,
};

const open = (shown: StudentPage, role: 'Secretar' | 'Profesori') => {
  const wire = stubWire({
    'GET students/4/page': { body: shown },
    'GET students/4/history': { body: [], headers: { 'x-total-count': '0' } },
    'POST users/9/disable': { status: 204 },
  });
  return openApp('/students?student=4', { as: loginData({ role }) }).then(() => wire);
};

it('[AUTH-8] warns before disabling the account of a student who sits an exam, and sends the confirmation', async () => {
  const wire = await open(page, 'Secretar');
  const panel = await screen.findByRole('region', { name: 'Account' });
  within(panel).getByText('taking an exam now');
  fireEvent.click(within(panel).getByRole('button', { name: 'Disable the account' }));
  const ask = await screen.findByRole('dialog', { name: 'Disable the account of Pop Ana?' });
  within(ask).getByText(/is taking an exam now/);
  fireEvent.click(within(ask).getByRole('button', { name: 'Disable in the middle of the exam' }));
  await waitFor(() =>
    expect(wire.sent.find(({ method }) => method === 'POST')?.body).toEqual({ whileSitting: true }),
  );
});

it('[ADMIN-2] leads from a sitting to its contestations, each with its status', async () => {
  const sitting = {
    examId: 31,
    examName: 'Examen de iarnă',
    name: 'Anatomie',
    startedAt: '2026-02-03T08:00:00Z',
    finishedAt: '2026-02-03T09:00:00Z',
    finishCause: null,
    maxPoints: 100,
    score: 70,
    grade: 7.3,
    annulled: false,
    contests: [
      { id: 5, status: 'DP' },
      { id: 6, status: 'AC' },
    ],
  } as const;
  await open({ ...page, sittings: [{ ...sitting, contests: [...sitting.contests] }] }, 'Secretar');
  const links = await screen.findAllByRole('link', { name: /^Contestation: / });
  expect(links.map((link) => link.textContent)).toEqual([
    'Contestation: Submitted',
    'Contestation: Accepted',
  ]);
  expect(links.map((link) => /\d+$/.exec(link.getAttribute('href') ?? '')?.[0])).toEqual(['5', '6']);
});

it('[ROLE-12] offers no actions on an account that needs an administrator', async () => {
  await open({ ...page, account: { ...account, mayChange: false } }, 'Secretar');
  const panel = await screen.findByRole('region', { name: 'Account' });
  within(panel).getByText(/Only an administrator/);
  expect(within(panel).queryAllByRole('button')).toEqual([]);
});

it('[ROLE-11] shows a teacher no account and no history', async () => {
  await open({ ...page, account: null }, 'Profesori');
  await screen.findByRole('region', { name: 'Enrolments' });
  expect(screen.queryByRole('region', { name: 'Account' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'History of changes' })).toBeNull();
});

it('[SAFE-14] an administrator sees what an erasure deletes and keeps, and confirms it with the address', async () => {
  const wire = stubWire({
    'GET students/4/page': { body: page },
    'GET students/4/history': { body: [], headers: { 'x-total-count': '0' } },
    'GET users/9/erasure': {
      body: {
        name: 'Pop Ana',
        email: page.email,
        hindrance: null,
        deleted: {
          ...{ signIns: 2, passwords: 1, mails: 0, importRows: 1, recordings: 3 },
          ...{ waitingPlaces: 0, reviewMarks: 0 },
        },
        pseudonymised: { enrolments: 1, appointments: 4, exams: 4, auditEntries: 30 },
        readableEntries: 0,
      },
    },
    'POST users/9/erasure': { status: 204 },
  });
  await openApp('/students?student=4', { as: loginData({ role: 'Admin' }) });
  const panel = await screen.findByRole('region', { name: 'Personal data' });
  within(panel).getByRole('button', { name: 'Export as a document' });
  fireEvent.click(within(panel).getByRole('button', { name: 'Erase the person’s data…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Erase the data of Pop Ana?' });
  await within(dialog).findByText('recordings: 3');
  within(dialog).getByText('Stays under the pseudonym #9');
  expect(within(dialog).queryByText(/messages/)).toBeNull();
  const erase = within(dialog).getByRole('button', { name: 'Erase permanently' });
  const typed = within(dialog).getByLabelText(/to confirm/);
  fireEvent.change(typed, { target: { value: 'ana@exam.test' } });
  expect(erase).toHaveProperty('disabled', true);
  fireEvent.change(typed, { target: { value: ` ${page.email.toUpperCase()} ` } });
  fireEvent.click(erase);
  await waitFor(() =>
    expect(wire.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      email: page.email.toUpperCase(),
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('[SAFE-14] only administrators are offered export and erasure', async () => {
  await open(page, 'Secretar');
  await screen.findByRole('region', { name: 'Account' });
  expect(screen.queryByRole('region', { name: 'Personal data' })).toBeNull();
});
