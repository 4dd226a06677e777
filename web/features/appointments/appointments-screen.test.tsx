import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const appointment = (id: number, studentName: string, state: Appointment['state']): Appointment => ({
  ...{ id, examId: id, studentId: id, studentName, nrMatricol: `M${id}`, year: 3, state },
  ...{
    examCustomId: 1,
    examCustom: 'Anatomie',
    examDate: '2026-02-03',
    examSessionId: 1,
    examSession: 'Iarnă',
  },
  ...{ examRoomId: 1, examRoom: 'Sala 12', building: 'A', examRoomSlotId: 1, examRoomSlot: '08:00' },
  ...{ endHour: '10:00', examRow: 1, seatNumber: id, extraTime: 0, extraTimeReason: null },
  ...{ changeableUntil: '2026-02-02T08:00:00Z', mail: 'sent' },
});

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
  const asked = within(await screen.findByRole('dialog', { name: 'Cancel 2 appointments?' }));
  fireEvent.click(asked.getByRole('button', { name: 'Cancel appointments' }));
  await screen.findByText('1 appointment was cancelled.');
  await screen.findByText(/^Not cancelled: Rus Ion \(/);
  expect(wire.sent.find(({ path }) => path === 'appointments/cancelSelected')?.body).toEqual({ ids: [1, 2] });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
});
