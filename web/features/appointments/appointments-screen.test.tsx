import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { appointment } from './testing/appointment.ts';

afterEach(closeApp);

it('[APPT-3] selected appointments are cancelled together; one that has begun cannot be selected, and what stays is named', async () => {
  const rows = [
    appointment(1, 'Pop Ana', 'waiting'),
    appointment(2, 'Rus Ion', 'drawn'),
    appointment(3, 'Dan Eva', 'finished'),
  ];
  const wire = stubWire({
    'GET appointments': { body: rows, headers: { 'x-total-count': '3' } },
    'POST appointments/cancelSelected': {
      body: { changed: 1, failed: [{ id: 2, error: 'resource.notFound', params: {} }] },
    },
  });
  await openApp('/appointments', { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select the appointment of Pop Ana' }));
  expect(screen.queryByRole('checkbox', { name: 'Select the appointment of Dan Eva' })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select the appointment of Rus Ion' }));
  const bar = within(await screen.findByRole('region', { name: 'Selection' }));
  fireEvent.click(bar.getByRole('button', { name: 'Cancel appointments' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel 2 appointments?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel appointments' }));
  await screen.findByText('1 appointment was cancelled.');
  await screen.findByText(/^Not cancelled: Rus Ion \(/);
  expect(wire.sent.find(({ path }) => path === 'appointments/cancelSelected')?.body).toEqual({ ids: [1, 2] });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});

it('[ROLE-5] the office is offered for its own appointments only what a student can do', async () => {
  const rows = [
    { ...appointment(1, 'Pop Ana', 'waiting'), own: 'closed' },
    { ...appointment(2, 'Rus Ion', 'waiting'), own: 'open' },
    appointment(3, 'Dan Eva', 'waiting'),
  ];
  stubWire({ 'GET appointments': { body: rows, headers: { 'x-total-count': '3' } } });
  await openApp('/appointments', { as: loginData({ role: 'Admin' }) });
  const actionsOf = async (name: string) => {
    const button = await screen.findByRole('button', { name: `Actions for ${name}` });
    fireEvent.click(button);
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    return items;
  };
  expect(await actionsOf('Dan Eva')).toEqual(['Move', 'Extra time', 'Cancel']);
  expect(await actionsOf('Rus Ion')).toEqual(['Move', 'Cancel']);
  expect(screen.queryByRole('button', { name: 'Actions for Pop Ana' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Select the appointment of Pop Ana' })).toBeNull();
});

it('[APPT-3] an annulled appointment is marked and offers no actions; moving names the appointment', async () => {
  const rows = [
    { ...appointment(1, 'Pop Ana', 'finished'), isAnnulled: true },
    appointment(2, 'Pop Ana', 'waiting'),
  ];
  stubWire({ 'GET appointments': { body: rows, headers: { 'x-total-count': '2' } } });
  await openApp('/appointments', { as: loginData({ role: 'Admin' }) });
  await screen.findByText('annulled');
  const actions = screen.getAllByRole('button', { name: 'Actions for Pop Ana' });
  expect(actions).toHaveLength(1);
  fireEvent.click(actions[0] as HTMLElement);
  const move = await screen.findByRole('menuitem', { name: 'Move' });
  expect(move.getAttribute('href')).toBe(
    '/examAppointments?studentId=2&appointmentId=2&examCustomId=1&examSessionId=1',
  );
});
