import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const slot = {
  ...{ examDate: '2027-12-01', examRoomId: 1, examRoom: 'Sala 1', building: 'A', examRoomSlotId: 5 },
  ...{ startHour: '08:00', endHour: '10:00', seats: 4 },
};

it('[APPT-11] the schedule marks public holidays by name', async () => {
  const states = { waiting: 1, drawn: 0, running: 0, finished: 0, missed: 0 };
  stubWire({
    'GET examSchedule': { body: [{ ...slot, taken: 1, exams: [], states }] },
    'GET examrooms': { body: [] },
  });
  await openApp('/exam-schedule?view=week&day=2027-12-01', { as: loginData({ role: 'Admin' }) });
  expect(await screen.findByText('Public holiday: National Day of Romania')).toBeTruthy();
  expect(screen.getByText('Public holiday: Saint Andrew’s Day')).toBeTruthy();
  expect(screen.getAllByText(/Public holiday/)).toHaveLength(2);
});

it('[APPT-11] booking marks them in the list of days and above the hours', async () => {
  const session = {
    ...{ id: 1, description: 'Iarnă', startDate: '2027-11-01', endDate: '2027-12-31' },
    ...{ opensAt: '2027-10-01T08:00:00Z', closesAt: '2027-10-31T08:00:00Z', isOpen: true, isAhead: false },
  };
  const exam = {
    ...{ examCustomId: 3, examName: 'Anatomie', examDuration: 60, questions: 10, disciplines: [] },
    ...{ sessions: [session], appointments: [] },
  };
  const day = { free: 4, seats: 4, examSessionIds: [1], otherExam: null };
  const free = { examRoomSlotId: 5, startHour: '08:00', endHour: '10:00', free: 4, seats: 4, waiting: 2 };
  const rooms = [{ examRoomId: 1, examRoom: 'Sala 1', building: 'A', slots: [free] }];
  stubWire({
    'GET bookableExams': {
      body: { now: '2027-10-15T08:00:00Z', allowExams: true, studentName: 'Pop Ana', exams: [exam] },
    },
    'GET waitingPlaces': { body: [] },
    'GET freeDays': {
      body: [
        { ...day, examDate: '2027-11-29' },
        { ...day, examDate: '2027-12-01' },
      ],
    },
    'GET freeRooms': { body: rooms },
    'GET seatPlan': { body: [{ examRow: 1, seatNumber: 2, state: 'next', accessible: false }] },
  });
  const as = loginData({ role: 'Admin' });
  await openApp('/examAppointments?examCustomId=3&studentId=9', { as });
  expect(await screen.findAllByText('Public holiday: National Day of Romania')).toHaveLength(1);
  await closeApp();
  stubWire({
    'GET bookableExams': {
      body: { now: '2027-10-15T08:00:00Z', allowExams: true, studentName: 'Pop Ana', exams: [exam] },
    },
    'GET waitingPlaces': { body: [] },
    'GET freeRooms': { body: rooms },
    'GET seatPlan': { body: [{ examRow: 1, seatNumber: 2, state: 'next', accessible: false }] },
  });
  await openApp('/examAppointments?examCustomId=3&studentId=9&examDate=2027-12-01&examRoomSlotId=5', { as });
  expect(await screen.findByText('Public holiday: National Day of Romania')).toBeTruthy();
  expect(await screen.findByText(/^2 students are waiting for a seat in this slot/)).toBeTruthy();
  expect(await screen.findByTitle('Row 1, seat 2: the student’s')).toBeTruthy();
});
