import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

it('[AUTH-4] an administrator chooses a room and hour and prints a sheet of passwords', async () => {
  const slip = { nrMatricol: 'M1', row: 3, seat: 17, password: 'abcd-efgh-jkmn', why: null };
  const wire = stubWire({
    'GET dayPasswords/places': {
      body: [
        {
          examRoomSlotId: 5,
          room: 'Sala 12',
          building: 'Corp A',
          startsAt: '08:00',
          endsAt: '10:00',
          students: 2,
        },
      ],
    },
    'POST dayPasswords': {
      body: {
        examDate: '2026-02-03',
        place: 'Sala 12, Corp A · 08:00',
        slips: [
          { ...slip, studentName: 'Pop Ana', email: 'ana.pop@student.exam.test' },
          {
            ...slip,
            studentName: 'Rus Ion',
            email: 'ion.rus@student.exam.test',
            seat: 18,
            password: null,
            why: 'disabled',
          },
        ],
      },
    },
  });
  const print = vi.fn();
  vi.stubGlobal('print', print);
  await openApp('/admin?part=dayPasswords', { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Room and hour' }));
  const room = { name: /Sala 12, Corp A · 08:00–10:00 · 2 students/, hidden: true };
  fireEvent.click(await screen.findByRole('option', room));
  fireEvent.click(screen.getByRole('button', { name: 'Create passwords' }));
  const ask = await screen.findByRole('dialog', { name: 'Create day passwords?' });
  fireEvent.click(within(ask).getByRole('button', { name: 'Create passwords' }));
  const sheet = await screen.findByRole('region', { name: 'Sheet of day passwords' });
  const slips = within(sheet)
    .getAllByRole('listitem')
    .map((item) => item.textContent);
  expect(slips).toEqual([
    'Pop AnaM1 · row 3, seat 17 · 03/02/2026ana.pop@student.exam.testabcd-efgh-jkmn',
    'Rus IonM1 · row 3, seat 18 · 03/02/2026ion.rus@student.exam.testthe account is disabled',
  ]);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Print the sheet' }));
  expect(print).toHaveBeenCalledOnce();
  expect(wire.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ examRoomSlotId: 5 });
});

it('[AUTH-4] finds the series on the server, however many there are', async () => {
  const wire = stubWire({
    'GET dayPasswords/places': { body: [] },
    'GET series': ({ query }) => ({
      body: [
        query.get('search') === 'rara'
          ? { id: 777, sectionName: 'Medicină', name: 'Seria Rară', year: 2 }
          : { id: 1, sectionName: 'Medicină', name: 'Seria A', year: 1 },
      ],
      headers: { 'x-total-count': '1' },
    }),
    'POST dayPasswords': { body: { examDate: '2026-02-03', place: 'Medicină · Seria Rară', slips: [] } },
  });
  await openApp('/admin?part=dayPasswords', { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('radio', { name: 'Series' }));
  const field = await screen.findByRole('combobox', { name: 'Series' });
  // A change of a field without focus counts as filled in by the browser.
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'rara' } });
  fireEvent.click(await screen.findByRole('option', { name: /Seria Rară/, hidden: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Create passwords' }));
  const ask = await screen.findByRole('dialog', { name: 'Create day passwords?' });
  within(ask).getByText(/Medicină · Seria Rară/);
  fireEvent.click(within(ask).getByRole('button', { name: 'Create passwords' }));
  await screen.findByRole('region', { name: 'Sheet of day passwords' });
  expect(wire.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ seriesId: 777 });
});
