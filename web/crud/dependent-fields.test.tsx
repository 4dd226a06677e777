import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { secretary, student } from '#contract/entities/people.ts';
import { room } from '#contract/entities/room.ts';
import { Network } from '#web/list/testing/network.ts';
import { choose, dialog, press, resetPage, show, type } from '#web/list/testing/stage.tsx';
import { CrudScreen } from './crud-screen.tsx';

resetPage(() => import('./crud-dialog.tsx'));

const aula = { id: 1, name: 'Aula', building: 'A', seatNumbers: 40, priority: 0, rowSeats: 30, slotCount: 1 };
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('[UX-7] dependent fields', () => {
  const university = () =>
    new Network()
      .list('colleges', [
        { id: 1, name: 'Medicină' },
        { id: 2, name: 'Farmacie' },
      ])
      .list(
        'sections',
        [
          { id: 10, name: 'Medicină generală', collegeId: 1 },
          { id: 20, name: 'Cosmetică', collegeId: 2 },
        ],
        { via: 'collegeId' },
      )
      .list('series', [{ id: 100, name: 'Seria A', sectionId: 10 }], { via: 'sectionId' })
      .list('secretars', []);

  it('[UX-7] disables a dependent select until its parent is chosen, then lists only the parent’s rows', async () => {
    const network = university();
    await show(<CrudScreen entities={[secretary]} />);
    press('Add secretary');
    const form = await dialog('Add secretary');
    const section = form.getByRole<HTMLInputElement>('combobox', { name: /^Section/ });
    const series = form.getByRole<HTMLInputElement>('combobox', { name: /^Series/ });
    expect(section.disabled && series.disabled).toBe(true);
    expect(form.getByText('First choose: College')).toBeDefined();
    await choose(form, /^College/, 'Medicină');
    await waitFor(() => expect(section.disabled).toBe(false));
    expect(series.disabled).toBe(true);
    await choose(form, /^Section/, 'Medicină generală');
    await waitFor(() => expect(series.disabled).toBe(false));
    await choose(form, /^Series/, 'Seria A');
    const paths = network.requests.map((request) => request.path);
    expect(paths).toContain('colleges/1/sections');
    expect(paths).toContain('sections/10/series');
    expect(paths).not.toContain('sections');
  });

  it('[UX-7] clears the child, its list and everything below when a parent changes', async () => {
    university();
    await show(<CrudScreen entities={[secretary]} />);
    press('Add secretary');
    const form = await dialog('Add secretary');
    await choose(form, /^College/, 'Medicină');
    await choose(form, /^Section/, 'Medicină generală');
    await choose(form, /^Series/, 'Seria A');
    await choose(form, /^College/, 'Farmacie');
    const section = form.getByRole<HTMLInputElement>('combobox', { name: /^Section/ });
    await waitFor(() => expect(section.value).toBe(''));
    await waitFor(() => expect(form.queryByText('Seria A')).toBeNull());
    expect(form.getByRole<HTMLInputElement>('combobox', { name: /^Series/ }).disabled).toBe(true);
    fireEvent.click(section);
    expect(await screen.findByRole('option', { name: 'Cosmetică' })).toBeDefined();
    expect(screen.queryByRole('option', { name: 'Medicină generală' })).toBeNull();
  });

  it('[UX-7] explains child tables in add mode and shows them in modify mode', async () => {
    const network = new Network()
      .list('examrooms', [aula])
      .list('rows', [{ id: 5, rowNumber: 3, seats: 30, examRoomId: 1 }], { via: 'examRoomId' })
      .list('examroomslots', [], { via: 'examRoomId' });
    await show(<CrudScreen entities={[room]} />);
    await screen.findByText(/^Aula/);
    press('Add room');
    const adding = await dialog('Add room');
    expect(adding.getAllByText('Save first; then you can add them here.')).toHaveLength(2);
    press('Cancel', adding);
    await closed();
    expect(network.requests.some((request) => request.path.endsWith('/rows'))).toBe(false);

    press('Edit Aula · A');
    const editing = await dialog('Edit room');
    const rows = within(await editing.findByRole('table'));
    expect(rows.getByRole('cell', { name: '3' })).toBeDefined();
    press('Add row', editing);
    const child = await dialog(/^Add row · Aula/);
    type(child, /^Row number/, '4');
    fireEvent.keyDown(type(child, /^Seats/, '5'), { key: 'Enter', code: 'Enter' });
    await waitFor(() => expect(network.sent('POST')).toHaveLength(1));
    expect(network.sent('POST')[0]).toMatchObject({
      path: 'rows',
      body: { examRoomId: 1, rowNumber: 4, seats: 5 },
    });
    expect(network.sent('PUT')).toHaveLength(0);
    await waitFor(() => expect(rows.getByRole('cell', { name: '4' })).toBeDefined());
  });
});

describe('[UX-7] child tables', () => {
  const lab = { ...aula, id: 2, name: 'Laborator', building: 'B' };

  it('[UX-7] reload for the row that is modified and are empty in add mode', async () => {
    const network = new Network()
      .list('examrooms', [aula, lab])
      .list(
        'rows',
        [
          { id: 5, rowNumber: 3, seats: 30, examRoomId: 1 },
          { id: 6, rowNumber: 9, seats: 12, examRoomId: 2 },
        ],
        { via: 'examRoomId' },
      )
      .list('examroomslots', [], { via: 'examRoomId' });
    const read = () => network.requests.map(({ path }) => path).filter((path) => path.endsWith('/rows'));
    await show(<CrudScreen entities={[room]} />);
    await screen.findByText(/^Laborator/);
    for (const [name, row, other] of [
      ['Aula · A', '3', '9'],
      ['Laborator · B', '9', '3'],
    ] as const) {
      press(`Edit ${name}`);
      const editing = await dialog('Edit room');
      const rows = within(await editing.findByRole('table'));
      expect(await rows.findByRole('cell', { name: row })).toBeDefined();
      expect(rows.queryByRole('cell', { name: other })).toBeNull();
      press('Cancel', editing);
      await closed();
    }
    expect(read()).toEqual(['examrooms/1/rows', 'examrooms/2/rows']);
    press('Add room');
    const adding = await dialog('Add room');
    expect(adding.queryByRole('table')).toBeNull();
    expect(adding.queryByRole('cell', { name: '9' })).toBeNull();
    expect(read()).toHaveLength(2);
  });

  it('[UX-7] are read again whenever their row is opened, with what was added meanwhile', async () => {
    const own = { id: 5, rowNumber: 3, seats: 30, examRoomId: 1 };
    const network = new Network()
      .list('examrooms', [aula])
      .list('rows', [own], { via: 'examRoomId' })
      .list('examroomslots', [], { via: 'examRoomId' });
    await show(<CrudScreen entities={[room]} />);
    await screen.findByText(/^Aula/);
    const openRows = async () => {
      press('Edit Aula · A');
      const editing = await dialog('Edit room');
      return { editing, rows: within(await editing.findByRole('table')) };
    };
    const first = await openRows();
    await first.rows.findByRole('cell', { name: '3' });
    press('Cancel', first.editing);
    await closed();
    network.list('rows', [own, { ...own, id: 6, rowNumber: 8 }], { via: 'examRoomId' });
    const second = await openRows();
    expect(await second.rows.findByRole('cell', { name: '8' })).toBeDefined();
  });
});

describe('[UX-7] values that follow a choice', () => {
  const place = () =>
    new Network()
      .list('colleges', [{ id: 1, name: 'Medicină' }])
      .list('sections', [{ id: 10, name: 'Medicină generală', collegeId: 1 }], { via: 'collegeId' })
      .list(
        'series',
        [
          { id: 100, name: 'Seria A', sectionId: 10, year: 2 },
          { id: 101, name: 'Seria B', sectionId: 10, year: 3 },
        ],
        { via: 'sectionId' },
      )
      .list('students', []);

  it('[UX-7] selects the only option, does not count it as input on closing, and takes the year from the series', async () => {
    place();
    await show(<CrudScreen entities={[student]} />);
    press('Add student');
    const form = await dialog('Add student');
    const shown = (name: RegExp) => form.getByRole<HTMLInputElement>('combobox', { name }).value;
    await waitFor(() => expect(shown(/^Section/)).toBe('Medicină generală'));
    expect(shown(/^College/)).toBe('Medicină');
    expect(shown(/^Series/)).toBe('');
    press('Cancel', form);
    await closed();

    press('Add student');
    const again = await dialog('Add student');
    const year = () => again.getByRole<HTMLInputElement>('textbox', { name: /^Year of study/ }).value;
    await choose(again, /^Series/, 'Seria B');
    await waitFor(() => expect(year()).toBe('3'));
    await choose(again, /^Series/, 'Seria A');
    await waitFor(() => expect(year()).toBe('2'));
  });
});
