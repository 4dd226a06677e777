import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bookingTexts, chooseLanguage, loadTexts } from '#web/base/i18n.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { ExtraTimeDialog } from './extra-time-dialog.tsx';
import { appointment } from './testing/appointment.ts';

beforeAll(async () => {
  await loadTexts(bookingTexts);
  await chooseLanguage('en');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const row = { ...appointment(1, 'Pop Ana', 'waiting'), extraTime: 30, extraTimeReason: 'Dislexie' };
const extended = { changed: 3, failed: [], hidden: 0, seatTakenNext: [] };

const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });
const valuesIn = (minutes: string) => [box(minutes).value, box('Reason').value];
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

/** Opens the dialog for a student who has 30 minutes for a private reason; resolves `closed` when it is done. */
async function open(replies: Parameters<typeof stubWire>[0]) {
  const wire = stubWire(replies);
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <ExtraTimeDialog appointment={row} onClose={onClose} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('dialog', { name: 'Extra time: Pop Ana' });
  return {
    bodies: () => wire.sent.map(({ body }) => body),
    closed: () => waitFor(() => expect(onClose).toHaveBeenCalled()),
  };
}

it('[APPT-3] a whole room starts with no minutes and no reason; one student’s reason is not given to others', async () => {
  const { bodies, closed } = await open({ 'POST appointments/extraTime': { body: extended } });
  expect(valuesIn('Minutes')).toEqual(['30', 'Dislexie']);
  const whole = screen.getByRole('checkbox');
  fireEvent.click(whole);
  expect(valuesIn('Extra minutes')).toEqual(['', '']);
  expect(screen.getByRole('button', { name: 'Give extra time' })).toHaveProperty('disabled', true);
  fireEvent.click(whole);
  expect(valuesIn('Minutes')).toEqual(['30', 'Dislexie']);
  fireEvent.click(whole);
  type('Extra minutes', '10');
  type('Reason', 'Power cut');
  press('Give extra time');
  await closed();
  expect(bodies()).toMatchObject([{ minutes: 10, extraTimeReason: 'Power cut' }]);
});

it('[APPT-3] time is taken back without a reason', async () => {
  const { bodies, closed } = await open({ 'PUT appointments/1': { body: row } });
  type('Minutes', '0');
  type('Reason', '');
  press('Remove the extra time');
  await closed();
  expect(bodies()).toEqual([{ extraTime: 0, extraTimeReason: null, minutesSeen: 30, seatTakenNext: false }]);
});

it('[APPT-3] time that somebody else gave meanwhile is shown before it is changed', async () => {
  const changed = { status: 409, body: { error: 'appointment.timeChanged', params: { minutes: 45 } } };
  const replies = [changed, { body: row }];
  const { bodies, closed } = await open({ 'PUT appointments/1': () => replies.shift() ?? changed });
  type('Minutes', '40');
  press('Give extra time');
  await screen.findByText(/it is 45 min now/);
  press('Give extra time');
  await closed();
  expect(bodies()).toMatchObject([{ minutesSeen: 30 }, { minutesSeen: 45, extraTime: 40 }]);
});
