import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { BookableExam } from '#contract/booking.ts';
import type { WaitingPlace } from '#contract/waiting-places.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const student = loginData({ role: 'Studenti', pkStudent: 9 });
const office = loginData({ role: 'Admin' });

const session = (id: number, description: string): BookableExam['sessions'][number] => ({
  ...{ id, description, startDate: '2027-06-01', endDate: '2027-06-30' },
  ...{ opensAt: '2027-05-01T08:00:00Z', closesAt: '2027-05-31T08:00:00Z', isOpen: true, isAhead: false },
});
const appointment = (id: number, examDate: string, examSessionId: number): Appointment => ({
  ...{ id, examId: id, studentId: 9, studentName: 'Pop Ana', nrMatricol: 'M9', year: 3, state: 'waiting' },
  ...{ examCustomId: 3, examCustom: 'Anatomie', examDate, examSessionId, examSession: 'Vară' },
  ...{ examRoomId: 1, examRoom: 'Sala 1', building: 'A', examRoomSlotId: 5, examRoomSlot: '08:00' },
  ...{ endHour: '10:00', examRow: 1, seatNumber: 2, extraTime: 0, extraTimeReason: null },
  ...{ changeableUntil: '2027-05-31T08:00:00Z', mail: 'sent' },
});
const exam = (given: Partial<BookableExam>): BookableExam => ({
  ...{ examCustomId: 3, examName: 'Anatomie', examDuration: 60, questions: 10, disciplines: [] },
  ...{ sessions: [session(1, 'Vară')], appointments: [] },
  ...given,
});
const freeDay = { examDate: '2027-06-10', free: 4, seats: 4, examSessionIds: [1], otherExam: null };
const slot = { examRoomSlotId: 5, startHour: '08:00', endHour: '10:00', free: 4, seats: 4, waiting: 0 };
const [plan, rooms] = [
  [
    { examRow: 1, seatNumber: 2, state: 'next', accessible: true },
    { examRow: 1, seatNumber: 3, state: 'free', accessible: false },
  ],
  [{ examRoomId: 1, examRoom: 'Sala 1', building: 'A', slots: [slot] }],
];

const offer = { now: '2027-05-15T08:00:00Z', allowExams: true, studentName: 'Pop Ana' };
const serve = (given: Partial<BookableExam>, more: Parameters<typeof stubWire>[0] = {}) =>
  stubWire({
    'GET bookableExams': { body: { ...offer, exams: [exam(given)] } },
    'GET waitingPlaces': { body: [] },
    'GET students': { body: [] },
    'GET students/9': { body: { id: 9, lastName: 'Pop', firstName: 'Ana', nrMatricol: 'M9' } },
    'GET freeDays': { body: [freeDay] },
    'GET freeRooms': { body: rooms },
    'GET seatPlan': { body: plan },
    ...more,
  });

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

  it('[APPT-3] [APPT-11] the office speaks of the student, who needs an accessible seat and gets only such a one', async () => {
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
  fireEvent.click(await screen.findByRole('button', { name: 'Book this seat' }));
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
    fireEvent.click(await screen.findByRole('button', { name: 'Book this seat' }));
    await screen.findByText('Your seat: Sala 1, row 1, seat 2.');
    await screen.findByRole('link', { name: 'Move: Anatomie' });
    router.history.back();
    await screen.findByText('You already have a seat for this exam');
    expect(screen.queryByRole('button', { name: 'Book this seat' })).toBeNull();
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
  fireEvent.click(await screen.findByRole('button', { name: 'Book this seat' }));
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
  fireEvent.click(await screen.findByRole('button', { name: 'Book this seat' }));
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

  it('[APPT-10] the places of both sessions can be told apart', async () => {
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
