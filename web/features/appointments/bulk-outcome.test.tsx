import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BulkResult } from '#contract/office-appointments.ts';
import { bookingTexts, chooseLanguage, loadTexts } from '#web/base/i18n.ts';
import { BulkOutcome } from './bulk-outcome.tsx';

beforeAll(() => loadTexts(bookingTexts));
afterEach(cleanup);

const failed: BulkResult['failed'] = [
  { matricol: 'M7', error: 'appointment.noStudent', params: { matricol: 'M7' } },
];
const placed: BulkResult['placed'] = [
  {
    matricol: 'M1',
    studentName: 'Pop Ana',
    examRoomId: 1,
    examRoom: 'Sala 1',
    examRoomSlotId: 1,
    startHour: '08:00',
    examRow: 1,
    seatNumber: 2,
  },
];
const show = (result: Pick<BulkResult, 'created' | 'placed' | 'failed'>) =>
  render(
    <MantineProvider env="test">
      <BulkOutcome result={{ ...result, rooms: [], sameDay: [] }} />
    </MantineProvider>,
  );

it('[MSG-13] says that adding failed when no student got a seat, with one reason each', async () => {
  for (const [language, text] of [
    ['ro', 'Adăugarea programărilor a eșuat'],
    ['en', 'Failed to add appointments'],
    ['fr', 'L’ajout des rendez-vous a échoué'],
  ] as const) {
    await chooseLanguage(language);
    show({ created: 0, placed: [], failed });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText(/M7/)).toBeTruthy();
    cleanup();
  }
});

it('[APPT-4] [APPT-10] says why neighbours sit the same exam, and how many students on the waiting list are passed over', async () => {
  const room = {
    ...{ examRoomId: 1, examRoom: 'Sala 1', examRoomSlotId: 1, startHour: '08:00', endHour: '10:00' },
    ...{ placed: 1, waiting: 2, free: 0, seats: 3 },
  };
  const seen = [
    ['ro', 'un singur examen', '2 studenți sunt pe lista de așteptare'],
    ['en', 'only one exam is held', '2 students are on the waiting list'],
    ['fr', 'un seul examen', '2 étudiants sont sur la liste d’attente'],
  ] as const;
  for (const [language, why, waiting] of seen) {
    await chooseLanguage(language);
    render(
      <MantineProvider env="test">
        <BulkOutcome
          result={{
            ...{ created: 0, placed, failed: [], sameDay: [] },
            rooms: [{ ...room, compromises: [{ what: 'sameExam', why: 'oneExam', count: 3 }] }],
          }}
        />
      </MantineProvider>,
    );
    expect(await screen.findByText(new RegExp(why))).toBeTruthy();
    expect(screen.getByText(new RegExp(waiting))).toBeTruthy();
    cleanup();
  }
});

it('[MSG-13] does not say so when some got a seat', async () => {
  await chooseLanguage('en');
  show({ created: 1, placed, failed });
  expect(await screen.findByText('1 student has no seat')).toBeTruthy();
  expect(screen.queryByText('Failed to add appointments')).toBeNull();
});

it('[APPT-3] pages a preview of 3,000 students to the last one, and finds a student by name', async () => {
  await chooseLanguage('en');
  const [one] = placed as [BulkResult['placed'][number]];
  const many = Array.from({ length: 3000 }, (_, at) => ({
    ...one,
    ...{ matricol: `M${at}`, studentName: at === 1700 ? 'Țurcanu Ștefan' : 'Pop Ana', seatNumber: at + 1 },
  }));
  show({ created: 0, placed: many, failed: [] });
  const table = within(await screen.findByRole('table', { name: 'Who goes where' }));
  expect(table.getAllByRole('row').length).toBeLessThan(200);
  fireEvent.click(screen.getByRole('button', { name: 'Page 120' }));
  expect(table.getByText('M2999')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: /^Search by name/ }), {
    target: { value: 'turcanu' },
  });
  expect(await table.findByText('M1700')).toBeTruthy();
  expect(table.getAllByRole('row')).toHaveLength(2);
});
