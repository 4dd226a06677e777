import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { type Sent, stubWire } from '#web/base/testing/wire.ts';
import { appointment } from './testing/appointment.ts';

afterEach(closeApp);

const row = { ...appointment(1, 'Pop Ana', 'waiting'), extraTime: 30, extraTimeReason: 'Dislexie' };

/** Opens the dialog for a student who has 30 minutes for a private reason. */
async function open(replies: Parameters<typeof stubWire>[0] = {}) {
  const wire = stubWire({
    'GET appointments': { body: [row], headers: { 'x-total-count': '1' } },
    'PUT appointments/1': { body: row },
    'POST appointments/extraTime': { body: { changed: 3, failed: [], hidden: 0, seatTakenNext: [] } },
    ...replies,
  });
  await openApp('/appointments', { as: loginData({ role: 'Admin' }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Pop Ana' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Extra time' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Extra time: Pop Ana' }));
  const box = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  return {
    dialog,
    values: (minutes: string) => [box(minutes).value, box('Reason').value],
    type: (name: string, value: string) => fireEvent.change(box(name), { target: { value } }),
    bodies: (method: string) =>
      wire.sent.filter((sent: Sent) => sent.method === method).map(({ body }) => body),
  };
}

it('[APPT-3] a whole room starts with no minutes and no reason; one student’s reason is not given to others', async () => {
  const { dialog, values, type, bodies } = await open();
  expect(values('Minutes')).toEqual(['30', 'Dislexie']);
  const whole = dialog.getByRole('checkbox');
  fireEvent.click(whole);
  expect(values('Extra minutes')).toEqual(['', '']);
  const give = dialog.getByRole('button', { name: 'Give extra time' });
  expect(give).toHaveProperty('disabled', true);
  fireEvent.click(whole);
  expect(values('Minutes')).toEqual(['30', 'Dislexie']);
  fireEvent.click(whole);
  type('Extra minutes', '10');
  type('Reason', 'Power cut');
  fireEvent.click(give);
  await screen.findByText('3 students got more time.');
  expect(bodies('POST')).toContainEqual(
    expect.objectContaining({ minutes: 10, extraTimeReason: 'Power cut' }),
  );
});

it('[APPT-3] time is taken back without a reason', async () => {
  const { dialog, type, bodies } = await open();
  type('Minutes', '0');
  type('Reason', '');
  fireEvent.click(dialog.getByRole('button', { name: 'Remove the extra time' }));
  await screen.findByText('Extra time saved for Pop Ana.');
  expect(bodies('PUT')).toEqual([
    { extraTime: 0, extraTimeReason: null, minutesSeen: 30, seatTakenNext: false },
  ]);
});

it('[APPT-3] time that somebody else gave meanwhile is shown before it is changed', async () => {
  let tries = 0;
  const { dialog, type, bodies } = await open({
    'PUT appointments/1': () => {
      tries += 1;
      return tries === 1
        ? { status: 409, body: { error: 'appointment.timeChanged', params: { minutes: 45 } } }
        : { body: row };
    },
  });
  type('Minutes', '40');
  const give = dialog.getByRole('button', { name: 'Give extra time' });
  fireEvent.click(give);
  await dialog.findByText(/it is 45 min now/);
  fireEvent.click(give);
  await screen.findByText('Extra time saved for Pop Ana.');
  expect(bodies('PUT')).toMatchObject([{ minutesSeen: 30 }, { minutesSeen: 45, extraTime: 40 }]);
});
