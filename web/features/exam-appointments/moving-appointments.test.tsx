import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import {
  appointment,
  exam,
  freeDay,
  offer,
  office,
  plan,
  rooms,
  serve,
  session,
  slot,
  student,
} from './testing/booking.ts';

afterEach(closeApp);

describe('moving an appointment', () => {
  const two = { appointments: [appointment(7, '2027-06-05', 1), appointment(8, '2027-06-20', 2)] };

  it('[APPT-1] moves the one that was chosen, also when the exam is booked in two sessions', async () => {
    const wire = serve(
      { ...two, sessions: [session(1, 'Vară'), session(2, 'Restanțe')] },
      {
        'GET freeDays': { body: [{ ...freeDay, examSessionIds: [2] }] },
        'PUT appointments/8': { body: appointment(8, '2027-06-10', 2) },
      },
    );
    const { router } = await openApp('/examAppointments', { as: student });
    const moves = await screen.findAllByRole('link', { name: 'Move: Anatomie' });
    fireEvent.click(moves[1] as HTMLElement);
    await screen.findByText('Moves from: 20/06/2027, 08:00–10:00, Sala 1');
    fireEvent.click(await screen.findByRole('link', { name: /free seats/ }));
    fireEvent.click(await screen.findByRole('link', { name: /^08:00–10:00/ }));
    await screen.findByText('Restanțe');
    expect(router.state.location.search).toMatchObject({ appointmentId: '8' });
    fireEvent.click(await screen.findByRole('button', { name: 'Move to this seat' }));
    await screen.findByText('Your seat: Sala 1, row 1, seat 2.');
    expect(wire.sent.find(({ method }) => method === 'PUT')).toMatchObject({
      path: 'appointments/8',
      body: { examDate: '2027-06-10', examSessionId: 2 },
    });
  });

  it('[APPT-1] books nothing when the appointment is gone', async () => {
    serve(two);
    const at = 'examCustomId=3&appointmentId=6&examDate=2027-06-10&examRoomSlotId=5';
    await openApp(`/examAppointments?${at}`, { as: student });
    await screen.findByText('The appointment can no longer be moved');
    expect(screen.queryByRole('button', { name: 'Book this seat' })).toBeNull();
  });

  it('[APPT-3] [APPT-11] the office reads about the student, who needs an accessible seat and gets no other', async () => {
    const need = { ...appointment(7, '2027-06-05', 1), accessibleSeat: true };
    const wire = serve(
      { appointments: [need] },
      {
        'PUT appointments/7': (request) =>
          (request.body as { seat: { seatNumber: number } }).seat.seatNumber === 2
            ? { body: { ...need, seatNumber: 2 } }
            : {
                status: 409,
                body: { error: 'appointment.seatTakenNext', params: { names: '10:00 Ion Dan' } },
              },
        'GET seatPlan': { body: [...plan, { examRow: 1, seatNumber: 4, state: 'free', accessible: true }] },
        'GET freeDays': { body: [{ ...freeDay, otherExam: 'Fiziologie' }] },
        'GET freeRooms': { body: [{ ...rooms[0], slots: [{ ...slot, waiting: 2 }] }] },
      },
    );
    const at = 'studentId=9&examCustomId=3&appointmentId=7&examDate=2027-06-10&examRoomSlotId=5';
    await openApp(`/examAppointments?${at}`, { as: office });
    await screen.findByRole('heading', { name: 'Anatomie: The student’s seat' });
    await screen.findByText('On this day the student also has: Fiziologie');
    await screen.findByText(/^2 students are waiting .* are passed over\.$/);
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /accessible seat/ });
    expect(box.checked).toBe(true);
    // The office may choose another accessible seat of the plan, and no other.
    fireEvent.click(await screen.findByRole('button', { name: 'Row 1, seat 4: free, accessible' }));
    expect(screen.getByTitle(/^Row 1, seat 4: the student’s/).getAttribute('aria-current')).toBe('true');
    expect(screen.getByTitle('Row 1, seat 3: free')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Row 1, seat 3: free' })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Move to this seat' }));
    // Somebody has the seat next: another one is chosen.
    await screen.findByText(/10:00 Ion Dan/);
    expect(screen.queryByRole('button', { name: /anyway/ })).toBeNull();
    fireEvent.click(await screen.findByRole('button', { name: 'Row 1, seat 2: free, accessible' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Move to this seat' }));
    await screen.findByText('The student’s seat: Sala 1, row 1, seat 2.');
    const sent = wire.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    expect(sent).toMatchObject([
      { accessibleSeat: true, seat: { examRow: 1, seatNumber: 4 } },
      { accessibleSeat: true, seat: { examRow: 1, seatNumber: 2 } },
    ]);
    for (const body of sent) expect(body).not.toHaveProperty('seatTakenNext');
  });

  describe('in its own slot', () => {
    const own = appointment(7, '2027-06-05', 1);
    const at = 'examCustomId=3&appointmentId=7&examDate=2027-06-05&examRoomSlotId=5';
    const here = [
      { examRow: 1, seatNumber: 2, state: 'own', accessible: false },
      { examRow: 1, seatNumber: 3, state: 'next', accessible: false },
    ];
    const open = async (as: typeof office, query = at) => {
      const wire = serve(
        { appointments: [own] },
        { 'GET seatPlan': { body: here }, 'PUT appointments/7': { body: { ...own, seatNumber: 3 } } },
      );
      await openApp(`/examAppointments?${query}`, { as });
      await screen.findByText('Sala 1, A');
      return () => wire.sent.find(({ method }) => method === 'PUT')?.body;
    };

    it('[APPT-12] the office gives another seat', async () => {
      const sent = await open(office, `studentId=9&${at}`);
      fireEvent.click(await screen.findByRole('button', { name: 'Give another seat' }));
      await screen.findByText('The student’s seat: Sala 1, row 1, seat 3.');
      expect(sent()).toMatchObject({ anotherSeat: true });
    });

    it('[APPT-12] the office gives the seat it chooses', async () => {
      const chosen = await open(office, `studentId=9&${at}`);
      expect((await screen.findByTitle('Row 1, seat 2: the student’s')).getAttribute('aria-current')).toBe(
        'true',
      );
      fireEvent.click(await screen.findByRole('button', { name: 'Row 1, seat 3: free' }));
      fireEvent.click(await screen.findByRole('button', { name: 'Move to this seat' }));
      await screen.findByText('The student’s seat: Sala 1, row 1, seat 3.');
      expect(chosen()).toMatchObject({ seat: { examRow: 1, seatNumber: 3 } });
      expect(chosen()).not.toHaveProperty('anotherSeat');
    });

    it('[APPT-1] a student has nothing to confirm', async () => {
      await open(student);
      await screen.findByText(/^This is already your seat/);
      await screen.findByTitle('Row 1, seat 3: free');
      expect(screen.queryByRole('button', { name: 'Move to this seat' })).toBeNull();
    });
  });
});

it.each([
  ['2027-05-31T08:00:00Z', 'You can move or cancel until 31/05/2027 11:00'],
  [
    '2027-06-20T17:00:00Z',
    'You can move or cancel as long as you have not begun the exam, until 05/06/2027 10:30 at the latest',
  ],
])(
  '[APPT-1] says until when an appointment can be changed: booking closes at %s',
  async (changeableUntil, words) => {
    serve({ appointments: [{ ...appointment(7, '2027-06-05', 1), extraTime: 30, changeableUntil }] });
    await openApp('/examAppointments', { as: student });
    await screen.findByText(words);
  },
);

describe('[APPT-6] moving and cancelling are offered only while they are possible', () => {
  const closed = { ...session(1, 'Vară'), isOpen: false };
  const booked = { sessions: [closed], appointments: [appointment(7, '2027-06-05', 1)] };
  const open = (given: Partial<typeof offer> & { isOwn?: boolean }, as = student) => {
    serve({}, { 'GET bookableExams': { body: { ...offer, ...given, exams: [exam(booked)] } } });
    return openApp(`/examAppointments${as === office ? '?studentId=9' : ''}`, { as });
  };

  it.each([
    [
      'after booking has closed',
      { now: '2027-05-31T08:00:00Z' },
      'Booking closed on 31/05/2027 11:00. Only the secretary’s office can still move or cancel the appointment.',
    ],
    [
      'before it opens',
      { now: '2027-05-01T07:59:00Z' },
      'You can move or cancel from 01/05/2027 11:00. Until then only the secretary’s office can.',
    ],
    [
      'while exams are not allowed',
      { allowExams: false },
      'Appointments are not open at the moment. Only the secretary’s office can move or cancel the appointment.',
    ],
  ])('[APPT-6] not %s: the page says why and who can', async (_when, given, words) => {
    await open(given);
    await screen.findByText(words);
    expect(screen.getByRole('button', { name: 'Show the seat' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Move: Anatomie' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel the appointment: Anatomie' })).toBeNull();
    expect(screen.queryByText(/^You can move or cancel until/)).toBeNull();
  });

  it('[APPT-6] until the moment booking closes', async () => {
    await open({ now: '2027-05-31T07:59:00Z' });
    await screen.findByRole('link', { name: 'Move: Anatomie' });
    expect(screen.getByRole('button', { name: 'Cancel the appointment: Anatomie' })).toBeTruthy();
    expect(screen.getByText('You can move or cancel until 31/05/2027 11:00')).toBeTruthy();
  });

  it('[ROLE-5] not by the office for its own appointment', async () => {
    await open({ now: '2027-06-01T08:00:00Z', isOwn: true }, office);
    await screen.findByText(/^Booking closed on /);
    expect(screen.queryByRole('link', { name: 'Move: Anatomie' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel the appointment: Anatomie' })).toBeNull();
  });

  it('[APPT-9] the office moves and cancels also afterwards', async () => {
    await open({ now: '2027-06-01T08:00:00Z' }, office);
    await screen.findByRole('link', { name: 'Move: Anatomie' });
    expect(screen.getByRole('button', { name: 'Cancel the appointment: Anatomie' })).toBeTruthy();
  });
});
