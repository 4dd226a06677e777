import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import {
  appointment,
  bookThisSeat,
  exam,
  freeDay,
  offer,
  rooms,
  serve,
  session,
  slot,
  student,
} from './testing/booking.ts';

afterEach(closeApp);

it('[APPT-2] [APPT-8] a student who has sat an exam books it in another session, on days of that session only', async () => {
  const [own, other] = [session(1, 'Vară'), session(2, 'Restanțe')];
  const sat: Appointment = { ...appointment(7, '2027-06-05', 1), state: 'finished' };
  const wire = serve(
    { sessions: [own, other, session(3, 'Toamnă')], appointments: [sat] },
    {
      'GET freeDays': {
        body: [
          { ...freeDay, examDate: '2027-06-09' },
          { ...freeDay, examSessionIds: [1, 2] },
        ],
      },
      'POST appointments': { status: 201, body: appointment(8, '2027-06-10', 2) },
    },
  );
  await openApp('/examAppointments', { as: student });
  fireEvent.click(await screen.findByRole('link', { name: 'Book in another session: Anatomie' }));
  const days = await screen.findAllByRole('link', { name: /free seats/ });
  expect(days.map((day) => day.textContent)).toEqual([expect.stringContaining('10')]);
  fireEvent.click(days[0] as HTMLElement);
  await screen.findByRole('heading', { name: 'Anatomie: Choose a session' });
  expect(screen.queryByRole('link', { name: /^Vară/ })).toBeNull();
  fireEvent.click(await screen.findByRole('link', { name: /^Restanțe/ }));
  fireEvent.click(await screen.findByRole('link', { name: /^08:00–10:00/ }));
  await bookThisSeat();
  await screen.findByText('Your seat: Sala 1, row 1, seat 2.');
  expect(
    wire.sent.find(({ method, path }) => method === 'POST' && path === 'appointments')?.body,
  ).toMatchObject({ examSessionId: 2 });
});

it('[APPT-2] a student who still has to sit an exam is offered no second appointment in another session', async () => {
  serve({
    sessions: [session(1, 'Vară'), session(2, 'Restanțe')],
    appointments: [appointment(7, '2027-06-05', 1)],
  });
  await openApp('/examAppointments', { as: student });
  await screen.findByRole('link', { name: 'Move: Anatomie' });
  expect(screen.queryByRole('link', { name: /^Book/ })).toBeNull();
});

describe('an exam that is booked already', () => {
  const at = 'examCustomId=3&examDate=2027-06-10&examRoomSlotId=5';

  it('[APPT-2] books nothing at an old address, but leads to the appointment', async () => {
    serve({ appointments: [appointment(7, '2027-06-10', 1)] });
    await openApp(`/examAppointments?${at}`, { as: student });
    await screen.findByText('You already have a seat for this exam');
    screen.getByText('10/06/2027, 08:00–10:00, Sala 1, row 1, seat 2');
    expect(screen.queryByRole('button', { name: 'Book this seat' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: 'See the appointment' }));
    await screen.findByRole('link', { name: 'Move: Anatomie' });
  });

  it('[APPT-2] says so on the way back after booking', async () => {
    let appointments: Appointment[] = [];
    serve(
      {},
      {
        'GET bookableExams': () => ({
          body: { ...offer, exams: [exam({ appointments })] },
        }),
        'POST appointments': () => {
          appointments = [appointment(7, '2027-06-10', 1)];
          return { status: 201, body: appointments[0] };
        },
      },
    );
    const { router } = await openApp(`/examAppointments?${at}`, { as: student });
    // Until the room is known, the button is disabled.
    await screen.findByText('Sala 1, A');
    await bookThisSeat();
    await screen.findByText('Your seat: Sala 1, row 1, seat 2.');
    await screen.findByRole('link', { name: 'Move: Anatomie' });
    router.history.back();
    await screen.findByText('You already have a seat for this exam');
    expect(screen.queryByRole('button', { name: 'Book this seat' })).toBeNull();
  });
});

it('[UX-1] writes the free seats of a day with the separators of the language', async () => {
  serve({}, { 'GET freeDays': { body: [{ ...freeDay, free: 2142, seats: 3000 }] } });
  await openApp('/examAppointments?examCustomId=3', { as: student });
  await screen.findByText('2,142 free seats');
});

it('[APPT-8] a day that belongs to two sessions asks for the session, and the last step names it', async () => {
  const wire = serve(
    { sessions: [session(1, 'Vară'), session(2, 'Restanțe')] },
    {
      'GET freeDays': { body: [{ ...freeDay, examSessionIds: [1, 2] }] },
      'POST appointments': { status: 201, body: appointment(7, '2027-06-10', 2) },
    },
  );
  await openApp('/examAppointments?examCustomId=3', { as: student });
  fireEvent.click(await screen.findByRole('link', { name: /free seats/ }));
  await screen.findByRole('heading', { name: 'Anatomie: Choose a session' });
  expect(screen.queryByRole('link', { name: /^08:00/ })).toBeNull();
  fireEvent.click(await screen.findByRole('link', { name: /^Restanțe/ }));
  fireEvent.click(await screen.findByRole('link', { name: /^08:00–10:00/ }));
  await screen.findByText('Restanțe');
  await bookThisSeat();
  await screen.findByText('Your seat: Sala 1, row 1, seat 2.');
  expect(
    wire.sent.find(({ method, path }) => method === 'POST' && path === 'appointments')?.body,
  ).toMatchObject({
    examSessionId: 2,
  });
});

it('[APPT-12] the last step and the next free slot warn of another exam on that day', async () => {
  const params = {
    examRoomId: 1,
    examRoomSlotId: 6,
    examDate: '2027-06-11',
    examRoom: 'Sala 1',
    startHour: '08:00',
  };
  serve(
    {},
    {
      'GET freeDays': {
        body: [
          { ...freeDay, otherExam: 'Fiziologie' },
          { ...freeDay, examDate: '2027-06-11', otherExam: 'Chirurgie' },
        ],
      },
      'POST appointments': { status: 409, body: { error: 'appointment.slotFull', params } },
    },
  );
  const at = 'examCustomId=3&examDate=2027-06-10&examRoomSlotId=5';
  await openApp(`/examAppointments?${at}`, { as: student });
  await screen.findByText('On this day you also have: Fiziologie');
  await bookThisSeat();
  const refusal = within(await screen.findByRole('alert'));
  await refusal.findByRole('link', { name: 'Take the next free slot' });
  expect(refusal.getByText('On this day you also have: Chirurgie')).toBeTruthy();
});

describe('where two sessions include a day', () => {
  const sessions = [session(1, 'Vară'), session(2, 'Restanțe')];
  const waits = (id: number, examSessionId: number, position: number): WaitingPlace => ({
    ...{ id, studentId: 9, examCustomId: 3, examCustom: 'Anatomie', examSessionId, examDate: '2027-06-10' },
    ...{ slot: null, room: null, position, offer: null },
  });
  const full = { ...freeDay, free: 0, examSessionIds: [2] };

  it('[APPT-8] [APPT-10] a student who waits in one session may also wait in the other', async () => {
    const wire = serve(
      { sessions },
      {
        'GET waitingPlaces': { body: [waits(1, 1, 4)] },
        'GET freeDays': { body: [full] },
        'POST waitingPlaces': { status: 201, body: waits(2, 2, 1) },
      },
    );
    await openApp('/examAppointments?examCustomId=3&examSessionId=2', { as: student });
    fireEvent.click(await screen.findByRole('button', { name: /^Wait for a seat: / }));
    await screen.findByText('You are on the waiting list, number 1.');
    expect(wire.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ examSessionId: 2 });
  });

  it('[APPT-10] shows which session each waiting place belongs to', async () => {
    serve({ sessions }, { 'GET waitingPlaces': { body: [waits(1, 1, 4), waits(2, 2, 1)] } });
    await openApp('/examAppointments', { as: student });
    const names = (await screen.findAllByRole('button', { name: /^Leave the list/ })).map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(names).toEqual([expect.stringContaining('Vară'), expect.stringContaining('Restanțe')]);
  });

  it('[APPT-8] an appointment does not move into a session in which the exam is booked already', async () => {
    const appointments = [appointment(7, '2027-06-05', 1), appointment(8, '2027-06-20', 2)];
    serve(
      { appointments, sessions: [...sessions, session(3, 'Toamnă')] },
      { 'GET freeDays': { body: [{ ...freeDay, examSessionIds: [1, 2, 3] }] } },
    );
    await openApp('/examAppointments?examCustomId=3&appointmentId=7', { as: student });
    fireEvent.click(await screen.findByRole('link', { name: /free seats/ }));
    await screen.findByRole('heading', { name: 'Anatomie: Choose a session' });
    expect(screen.getAllByRole('link', { name: /^(Vară|Restanțe|Toamnă)/ })).toHaveLength(2);
    expect(screen.queryByRole('link', { name: /^Restanțe/ })).toBeNull();
  });
});

it('[APPT-10] a student who moves waits where no free seat fits the appointment', async () => {
  const wire = serve(
    { appointments: [{ ...appointment(7, '2027-06-05', 1), extraTime: 30 }] },
    {
      'GET freeRooms': ({ query }) => ({
        body: [{ ...rooms[0], slots: [{ ...slot, free: query.get('appointmentId') === '7' ? 0 : 4 }] }],
      }),
      'POST waitingPlaces': { status: 409, body: { error: 'waitingPlace.notFull', params: {} } },
    },
  );
  await openApp('/examAppointments?examCustomId=3&appointmentId=7&examSessionId=1', { as: student });
  fireEvent.click(await screen.findByRole('link', { name: /free seats/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Wait for a seat: 08:00–10:00' }));
  await screen.findByText(/^There are free seats/);
  expect(wire.sent.find(({ path }) => path === 'freeDays')?.query.get('appointmentId')).toBe('7');
  expect(wire.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ examCustomId: 3, examSessionId: 1, examDate: '2027-06-10', examRoomSlotId: 5 },
  });
});

describe('an exam that cannot be booked now', () => {
  const closed = { ...session(1, 'Vară'), isOpen: false };

  it.each([
    [{ isAhead: true }, /^Appointments not open: booking opens on 01\/05\/2027/],
    [{}, /^Appointments not open: booking closed on 31\/05\/2027/],
  ])('[MSG-19] says so with the date (%o)', async (state, words) => {
    serve({ sessions: [{ ...closed, ...state }] });
    await openApp('/examAppointments', { as: student });
    expect((await screen.findByText(words)).closest('article')?.querySelector('a')).toBeNull();
  });

  it.each([
    ['finished', 'Already taken in the session “Vară”; it can be booked again in another session only.'],
    ['missed', 'Missed in the session “Vară”; it can be booked again in another session only.'],
  ] as const)('[APPT-2] says that it was %s in the session', async (state, words) => {
    serve({ sessions: [closed], appointments: [{ ...appointment(7, '2027-06-05', 1), state }] });
    await openApp('/examAppointments', { as: student });
    expect((await screen.findByText(words)).closest('article')?.querySelector('a')).toBeNull();
  });
});
