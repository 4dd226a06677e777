import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import { examSession, studyModule } from '#contract/entities/exam-session.ts';
import { college } from '#contract/entities/faculty.ts';
import { student } from '#contract/entities/people.ts';
import { room, roomSlot } from '#contract/entities/room.ts';
import { Network } from '#web/list/testing/network.ts';
import { choose, dialog, press, resetPage, show, type } from '#web/list/testing/stage.tsx';
import { CrudScreen } from './crud-screen.tsx';

resetPage(() => import('./crud-dialog.tsx'));

const aula = { id: 1, name: 'Aula', building: 'A', seatNumbers: 40, priority: 0, rowSeats: 30, slotCount: 1 };
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Save/ });
const waitUntilSavable = () => waitFor(() => expect(saveButton().disabled).toBe(false));

describe('[UX-19] every type of field in a real dialog', () => {
  async function openSession() {
    const network = new Network().list('sessions', []).list('modules', [
      { id: 1, index: 1, name: 'Modul I' },
      { id: 2, index: 2, name: 'Modul II' },
    ]);
    await show(<CrudScreen entities={[examSession]} />);
    press('Add session');
    return { network, form: await dialog('Add session') };
  }

  it('[UX-19] creates a session from text, date, datetime-local, multiple select, choice and boolean fields', async () => {
    const { network, form } = await openSession();
    type(form, /^Description/, 'Iarnă 2026');
    type(form, /^Start date/, '12/01/2026');
    type(form, /^End date/, '6/2/2026');
    for (const label of [/^Booking from/, /^Contestations from/]) type(form, label, '05/01/2026 08:00');
    for (const label of [/^Booking until/, /^Contestations until/, /^Contestations resolved/])
      type(form, label, '10/02/2026 16:30');
    await choose(form, /^Modules/, 'Modul II');
    await choose(form, /^Scoring mode/, 'All or nothing');
    fireEvent.click(form.getByRole('checkbox', { name: 'Simulation' }));
    await waitUntilSavable();
    press('Save session');
    await closed();
    expect(network.sent('POST')[0]?.body).toEqual({
      description: 'Iarnă 2026',
      startDate: '2026-01-12',
      endDate: '2026-02-06',
      contestStartDate: '2026-01-05T08:00',
      contestEndDate: '2026-02-10T16:30',
      contestResolveEndDate: '2026-02-10T16:30',
      examScheduleStart: '2026-01-05T08:00',
      examScheduleEnd: '2026-02-10T16:30',
      examSessionModules: [2],
      gradE_CALC_MODE: 'PERFECT_MATCH',
      simulation: true,
      pregenerateExamSession: false,
    });
  });

  it('[STRUCT-4] reports an end before its start on blur, however empty the rest is', async () => {
    const { form } = await openSession();
    type(form, /^Start date/, '12/01/2026');
    fireEvent.blur(type(form, /^End date/, '11/01/2026'));
    expect(await form.findByText('The end must not be before the start')).toBeDefined();
    fireEvent.blur(type(form, /^End date/, '12/01/2026'));
    await waitFor(() => expect(form.queryByText('The end must not be before the start')).toBeNull());
    fireEvent.click(form.getByRole('button', { name: 'Open the calendar: Booking until' }));
    fireEvent.click(form.getByRole('button', { name: 'Open the calendar: Booking until' }));
    type(form, /^Booking from/, '05/03/2031 08:00');
    fireEvent.click(form.getByRole('button', { name: 'Open the calendar: Booking until' }));
    expect(await screen.findByText(/March 2031/)).toBeDefined();
  });

  it('[UX-3] keeps and rejects a day that does not exist', async () => {
    const { form } = await openSession();
    const start = type(form, /^Start date/, '31/02/2026');
    fireEvent.blur(start);
    expect(await form.findByText('Invalid date format')).toBeDefined();
    expect(form.getByDisplayValue('31/02/2026')).toBeDefined();
  });

  it('[UX-3] normalizes days and moments on blur', async () => {
    const { form } = await openSession();
    fireEvent.blur(type(form, /^Start date/, '1.2.2026'));
    fireEvent.blur(type(form, /^Booking from/, '1/2/2026 3:05 PM'));
    expect(await form.findByDisplayValue('01/02/2026')).toBeDefined();
    expect(await form.findByDisplayValue('01/02/2026 15:05')).toBeDefined();
  });

  it('[UX-3] picks a day from the calendar', async () => {
    const { form } = await openSession();
    type(form, /^Start date/, '12/01/2026');
    press('Open the calendar: Start date', form);
    fireEvent.click(await screen.findByRole('button', { name: /20 January 2026/ }));
    expect(await form.findByDisplayValue('20/01/2026')).toBeDefined();
  });

  it('[UX-8] asks for at least one option in an empty multiple select', async () => {
    const { form } = await openSession();
    const modules = form.getByRole('combobox', { name: /^Modules/ });
    fireEvent.focus(modules);
    fireEvent.blur(modules);
    expect(await form.findByText('Select at least 1')).toBeDefined();
  });

  it('[UX-19] shows a row’s date-times in Bucharest time', async () => {
    new Network().list('modules', [{ id: 1, index: 1, name: 'Modul I' }]).list('sessions', [
      {
        id: 4,
        description: 'Vară',
        startDate: '2026-06-01',
        endDate: '2026-07-01',
        contestStartDate: '2026-06-01T05:00:00.000Z',
        contestEndDate: '2026-06-02T05:00:00.000Z',
        contestResolveEndDate: '2026-06-03T05:00:00.000Z',
        examScheduleStart: '2026-01-01T06:00:00.000Z',
        examScheduleEnd: '2026-05-01T05:00:00.000Z',
        examSessionModules: [1],
        moduleNames: ['Modul I'],
        gradE_CALC_MODE: 'FULL_MATCH',
        simulation: false,
        pregenerateExamSession: false,
      },
    ]);
    await show(<CrudScreen entities={[examSession]} />);
    press(await screen.findByRole('button', { name: /^Edit Vară/ }).then(() => /^Edit Vară/));
    const form = await dialog('Edit session');
    expect(form.getByDisplayValue('01/06/2026 08:00')).toBeDefined();
    expect(form.getByDisplayValue('01/01/2026 08:00')).toBeDefined();
    expect(await form.findByText('Modul I')).toBeDefined();
  });

  it('[UX-4] shows a time as it will be stored, however it was written', async () => {
    const network = new Network().list('examroomslots', []).list('examrooms', [aula]);
    await show(<CrudScreen entities={[roomSlot]} />);
    press('Add slot');
    const form = await dialog('Add slot');
    await choose(form, /^Room/, 'Aula');
    fireEvent.blur(type(form, /^Starts at/, '1:05 PM'));
    expect(await form.findByDisplayValue('13:05')).toBeDefined();
    fireEvent.blur(type(form, /^Ends at/, '25:00'));
    expect(await form.findByText('Invalid time, expected HH:MM')).toBeDefined();
    type(form, /^Ends at/, '2026-01-05T15:00:00');
    await waitUntilSavable();
    press('Save slot');
    await closed();
    expect(network.sent('POST')[0]?.body).toEqual({ examRoomId: 1, startHour: '13:05', endHour: '15:00' });
  });

  it('[UX-10] rejects 0 and an empty value in a required-non-zero number', async () => {
    new Network().list('examrooms', []);
    await show(<CrudScreen entities={[room]} />);
    press('Add room');
    const form = await dialog('Add room');
    fireEvent.blur(type(form, /^Seats/, '0'));
    expect(await form.findByText('Value cannot be zero')).toBeDefined();
    type(form, /^Seats/, '');
    await waitFor(() => expect(form.getByText('Value cannot be zero')).toBeDefined());
  });

  it('[UX-19] keeps and rejects a number out of range', async () => {
    new Network().list('modules', []);
    await show(<CrudScreen entities={[studyModule]} />);
    press('Add module');
    const form = await dialog('Add module');
    fireEvent.blur(type(form, /^Number/, '9000000'));
    expect(await form.findByText('The value must be at most 1000000')).toBeDefined();
    expect(form.getByDisplayValue('9000000')).toBeDefined();
  });

  it('[UX-19] offers three values in a three-state field: not set, yes and no', async () => {
    const network = new Network().list('colleges', []).list('sections', []);
    await show(<CrudScreen entities={[college]} />);
    for (const [choice, stored] of [
      ['Not set', null],
      ['Yes', true],
      ['No', false],
    ] as const) {
      press('Add college');
      const form = await dialog('Add college');
      type(form, /^Code/, `C${choice}`);
      type(form, /^Name/, 'Medicină');
      if (stored !== null) fireEvent.click(form.getByRole('radio', { name: choice }));
      expect(form.getByRole<HTMLInputElement>('radio', { name: choice }).checked).toBe(true);
      await waitUntilSavable();
      press('Save college');
      await closed();
      expect(network.sent('POST').at(-1)?.body).toMatchObject({ allowEditPercent: stored });
    }
  });

  it('[UX-15] rejects text that is not an e-mail address', async () => {
    new Network().list('students', []).list('colleges', []);
    await show(<CrudScreen entities={[student]} />);
    press('Add student');
    const form = await dialog('Add student');
    fireEvent.blur(type(form, /^E-mail/, 'ana@umfst'));
    expect(await form.findByText('Value os not a valid email address')).toBeDefined();
  });

  test.each([
    ['ro', 'Adaugă o sală', 'Câmp obligatoriu'],
    ['en', 'Add room', 'Required field'],
    ['fr', 'Ajouter une salle', 'Champ obligatoire'],
  ] as const)('[UX-8] shows the message of an empty field in %s', async (language, add, message) => {
    new Network().list('examrooms', [aula]);
    await show(<CrudScreen entities={[room]} />, language);
    press(add);
    const form = await dialog(add);
    fireEvent.blur(type(form, language === 'en' ? /^Building/ : /^(Clădire|Bâtiment)/, ' '));
    expect(await form.findByText(message)).toBeDefined();
  });
});
