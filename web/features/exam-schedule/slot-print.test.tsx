import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ScheduleSeat } from '#contract/exam-schedule.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

const print = vi.fn();
beforeEach(() => vi.stubGlobal('print', print));
afterEach(async () => {
  print.mockReset();
  await closeApp();
});

const seat = (seatNumber: number, isAnnulled = false): ScheduleSeat => ({
  ...{ examRow: 1, seatNumber, mark: null, taken: true, heldFor: null },
  student: {
    ...{ appointmentId: seatNumber, studentId: seatNumber, studentName: `Pop Ana ${seatNumber}` },
    ...{ nrMatricol: `M${seatNumber}`, year: 3, examCustomId: 1, examCustom: 'Anatomie' },
    ...{ extraTime: 0, state: 'waiting', isAnnulled },
  },
});
const slot = {
  ...{ examDate: '2027-06-10', examRoomId: 1, examRoom: 'Sala 1', building: 'A' },
  ...{ startHour: '08:00', endHour: '10:00', sharedPapers: 0, usableSeats: 30 },
  seats: [seat(99, true), ...Array.from({ length: 23 }, (_, index) => seat(index + 1))],
};

async function sheet(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }));
  const found = await waitFor(() => {
    const element = document.querySelector<HTMLElement>('section[data-kind]');
    expect(element?.getAttribute('aria-label')).toBe(name);
    return element as HTMLElement;
  });
  return within(found);
}

it('[APPT-5] an annulled sitting is marked in the schedule and on no door list or card', async () => {
  stubWire({ 'GET examSchedule/seats': { body: slot } });
  await openApp('/exam-schedule?day=2027-06-10&examRoomSlotId=5', { as: loginData({ role: 'Admin' }) });
  const people = within(await screen.findByRole('table', { name: 'Who sits where' }));
  const row = within(people.getByText('Pop Ana 99').closest('tr') as HTMLElement);
  expect(row.getByText('annulled')).toBeTruthy();

  const door = await sheet('Door list');
  expect([door.queryByText('Pop Ana 99'), door.getAllByText(/^Pop Ana/).length]).toEqual([null, 23]);
  expect(print).toHaveBeenCalledTimes(1);
  // Phones go on printing after the call, so the sheet stays until printing ends.
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(document.querySelector('section[data-kind]')).toBeNull();

  const cards = await sheet('Seat cards');
  expect(cards.queryByText('Pop Ana 99')).toBeNull();
  const pages = cards.getAllByRole('list', { hidden: true });
  expect(pages.map((page) => page.children.length)).toEqual([10, 10, 3]);
});
