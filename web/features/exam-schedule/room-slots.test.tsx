import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { addressOf } from '#domain/access/addresses.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

it('[APPT-12] the hours of a room can be chosen on one screen after another has loaded them', async () => {
  const student = {
    ...{ appointmentId: 1, studentId: 1, studentName: 'Pop Ana', nrMatricol: 'M1', year: 3 },
    ...{ examCustomId: 1, examCustom: 'Anatomie', extraTime: 0, state: 'waiting' },
  };
  const slot = {
    ...{ examDate: '2027-12-02', examRoomId: 1, examRoom: 'Aula', building: 'A', sharedPapers: 0 },
    ...{ startHour: '08:00', endHour: '10:00' },
    seats: [{ examRow: 1, seatNumber: 1, mark: null, taken: true, heldFor: null, student }],
  };
  const hours = [
    { id: 5, examRoomId: 1, examRoom: 'Aula', startHour: '08:00', endHour: '10:00' },
    { id: 6, examRoomId: 1, examRoom: 'Aula', startHour: '12:00', endHour: '14:00' },
  ];
  const wire = stubWire({
    'GET examrooms': { body: [{ id: 1, name: 'Aula' }] },
    'GET examrooms/1/examroomslots': { body: hours },
    'GET getExamCustom': { body: [] },
    'GET sessions': { body: [] },
    'GET appointments': { body: [] },
    'GET examSchedule/seats': { body: slot },
  });
  const { router } = await openApp(addressOf('AdminExamPrint', { examRoomId: 1 }), {
    as: loginData({ role: 'Admin' }),
  });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Hour' }));
  await screen.findByRole('option', { name: '12:00–14:00', hidden: true });

  await act(() =>
    router.navigate({ href: addressOf('ExamSchedule', { day: '2027-12-02', examRoomSlotId: 5 }) }),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Move everybody' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move everybody' }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Room' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Aula', hidden: true }));
  fireEvent.click(dialog.getByRole('combobox', { name: 'Hour' }));
  // The slot itself is not offered on its own day.
  const offered = await screen.findAllByRole('option', { name: /–/, hidden: true });
  expect(offered.map(({ textContent }) => textContent)).toEqual(['12:00–14:00']);
  expect(wire.calls().filter((call) => call === 'GET examrooms/1/examroomslots').length).toBeGreaterThan(0);
});
