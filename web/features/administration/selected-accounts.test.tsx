import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const account = (id: number, name: string, more: Partial<Account> = {}): Account => ({
  id,
  name,
  email: `${id}@exam.test`,
  roles: ['student'],
  disabledAt: null,
  password: 'own',
  lastSignInAt: null,
  createdAt: '2026-01-26T09:00:00Z',
  isSitting: false,
  ...more,
});

it('[ADMIN-1] selected accounts are disabled together after a confirmation; the outcome names those that stay', async () => {
  const rows = [
    account(2, 'Pop Ana'),
    account(3, 'Rus Ion'),
    account(4, 'Oprit Dan', { disabledAt: '2026-01-26T09:00:00Z' }),
  ];
  const wire = stubWire({
    'GET users': { body: rows, headers: { 'x-total-count': '3' } },
    'POST users/disableSelected': {
      body: { changed: 1, failed: [{ id: 3, error: 'resource.notFound', params: {} }] },
    },
  });
  await openApp('/admin?part=accounts', { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of the page' }));
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  expect(bar.getByRole('status').textContent).toBe('3 selected');
  bar.getByRole('button', { name: 'Enable accounts' });
  fireEvent.click(bar.getByRole('button', { name: 'Disable accounts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disable 2 accounts?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Disable accounts' }));
  await screen.findByText('1 account changed.');
  await screen.findByText(/^Not changed: Rus Ion \(/);
  expect(wire.sent.find(({ path }) => path === 'users/disableSelected')?.body).toEqual({ ids: [2, 3] });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});
