import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { bookingTexts, loadTexts } from '#web/base/i18n.ts';
import { Network } from '#web/list/testing/network.ts';
import { dialog, press, resetPage, show, type } from '#web/list/testing/stage.tsx';
import { Generator } from './generator.tsx';
import { Screen } from './rooms-screen.tsx';

resetPage(() => import('#web/crud/crud-dialog.tsx'));
beforeAll(() => loadTexts(bookingTexts));

async function openGenerator(seatsInRows: number) {
  const network = new Network().list('generate', []);
  await show(<Generator room={{ id: 1, seats: 36, seatsInRows }} onGenerated={() => undefined} />);
  await screen.findByText(/saved at once/);
  const sent = () => network.sent('POST').map(({ path, body }) => [path, body]);
  return { sent };
}

it('[STRUCT-3] offers rows for the seats of the room, and adds them without a question', async () => {
  const { sent } = await openGenerator(0);
  press('Add 3 rows');
  await waitFor(() => expect(sent()).toEqual([['examrooms/1/generate', { rows: { count: 3, seats: 12 } }]]));
});

it('[STRUCT-3] asks before rows give the room more seats', async () => {
  const { sent } = await openGenerator(31);
  type(screen, 'Rows', '10');
  press('Add 10 rows');
  const first = await dialog('Add seats to the room?');
  first.getByText('Seats in the room: 36; with these rows: 81.');
  press('Not now', first);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([]);
  press('Add 10 rows');
  press('Add 10 rows', await dialog('Add seats to the room?'));
  await waitFor(() => expect(sent()).toEqual([['examrooms/1/generate', { rows: { count: 10, seats: 5 } }]]));
});

it('[STRUCT-3] offers slots of equal length between two hours, and adds them in one step', async () => {
  const { sent } = await openGenerator(36);
  screen.getByRole('button', { name: 'Add 6 slots' });
  type(screen, 'Length in minutes', '90');
  type(screen, 'Break in minutes', '30');
  type(screen, 'To', '11:59');
  press('Add 2 slots');
  await waitFor(() =>
    expect(sent()).toEqual([
      ['examrooms/1/generate', { slots: { from: '08:00', to: '11:59', minutes: 90, pause: 30 } }],
    ]),
  );
});

it('[UX-7] a new room stays open once it is saved, with its own rows and the generator', async () => {
  const aula = {
    id: 1,
    name: 'Aula',
    building: 'A',
    seatNumbers: 40,
    priority: 0,
    rowSeats: 30,
    slotCount: 0,
  };
  const network = new Network()
    .list('examrooms', [aula])
    .list('rows', [{ id: 5, rowNumber: 3, seats: 30, examRoomId: 1 }], { via: 'examRoomId' })
    .list('examroomslots', [], { via: 'examRoomId' });
  await show(<Screen />);
  await screen.findByText(/^Aula/);
  press('Add room');
  const adding = await dialog('Add room');
  type(adding, /^Name/, 'Laborator');
  type(adding, /^Building/, 'B');
  type(adding, /^Seats/, '12');
  type(adding, /^Priority/, '0');
  expect(adding.queryByRole('region', { name: 'Generate rows and slots' })).toBeNull();
  expect(network.requests.some(({ path }) => path.endsWith('/rows'))).toBe(false);
  const save = adding.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
  const editing = await dialog('Edit room');
  expect(await editing.findByRole('button', { name: 'Add row' })).toBeDefined();
  expect(editing.getByRole('button', { name: 'Add 1 row' })).toBeDefined();
  expect(editing.queryByRole('cell', { name: '3' })).toBeNull();
  const read = network.requests.map(({ path }) => path).filter((path) => path.endsWith('/rows'));
  expect(new Set(read)).toEqual(new Set(['examrooms/2/rows']));
});
