import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test, vi } from 'vitest';
import { chapter } from '#contract/entities/discipline.ts';
import { examSession, studyModule } from '#contract/entities/exam-session.ts';
import { college } from '#contract/entities/faculty.ts';
import { student } from '#contract/entities/people.ts';
import { room } from '#contract/entities/room.ts';
import { Network } from '#web/list/testing/network.ts';
import { dialog, press, resetPage, screenIsNarrow, show, signInAs } from '#web/list/testing/stage.tsx';
import { CrudScreen } from './crud-screen.tsx';

resetPage(() => import('./crud-dialog.tsx'));

const roomNamed = (id: number, name: string) => ({
  id,
  name,
  building: 'A',
  seatNumbers: 40,
  priority: 0,
  rowSeats: 30,
  slotCount: 1,
});
const manyRooms = Array.from({ length: 30 }, (_, index) => roomNamed(index + 1, `Sala ${index + 1}`));
const cell = (name: string) => screen.findByRole('cell', { name });
const lastQuery = (network: Network, path: string) =>
  network.requests.filter((request) => request.path === path).at(-1)?.query;

describe('[UX-5] the table', () => {
  it('[UX-5] shows the entity’s columns with labels, sums and counts', async () => {
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    const headers = screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers).toEqual(['Name', 'Building', 'Seats', 'Seats in rows', 'Slots', 'Priority', 'Actions']);
    expect(screen.getByRole('cell', { name: '30' })).toBeDefined();
  });

  it('[UX-5] searches on the server after a typing pause', async () => {
    const network = new Network().list('examrooms', manyRooms);
    await show(<CrudScreen entities={[room]} />);
    await cell('Sala 1');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'sala 2' } });
    await waitFor(() => expect(lastQuery(network, 'examrooms')?.get('search')).toBe('sala 2'));
    expect(await cell('Sala 29')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Sala 1' })).toBeNull());
  });

  it('[UX-5] pages through the list and remembers the page size', async () => {
    const network = new Network().list('examrooms', manyRooms);
    await show(<CrudScreen entities={[room]} />);
    await cell('Sala 1');
    expect(screen.getByText('1–25 of 30')).toBeDefined();
    press('Next page');
    expect(await cell('Sala 26')).toBeDefined();
    expect(lastQuery(network, 'examrooms')?.get('skip')).toBe('25');
    fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), { target: { value: '10' } });
    expect(await screen.findByText('21–30 of 30')).toBeDefined();
    expect(localStorage.getItem('crud.pageSize')).toBe('10');
  });

  it('[UX-5] sorts ascending, descending and back by the header', async () => {
    const network = new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    const header = screen.getByRole('columnheader', { name: 'Seats' });
    const sorting = () => [
      lastQuery(network, 'examrooms')?.get('sort') ?? '',
      lastQuery(network, 'examrooms')?.get('desc') ?? '',
      header.getAttribute('aria-sort'),
    ];
    expect(sorting()).toEqual(['', '', 'none']);
    press('Seats');
    await waitFor(() => expect(sorting()).toEqual(['seatNumbers', '', 'ascending']));
    press('Seats');
    await waitFor(() => expect(sorting()).toEqual(['seatNumbers', 'true', 'descending']));
    press('Seats');
    await waitFor(() => expect(header.getAttribute('aria-sort')).toBe('none'));
  });

  it('[UX-5] hides columns and remembers them per entity', async () => {
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    press('Columns');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Building' }));
    await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Building' })).toBeNull());
    expect(JSON.parse(localStorage.getItem('crud.columns.examroom') ?? '[]')).not.toContain('building');
  });

  it('[UX-5] shows a dash for an empty date', async () => {
    new Network().list('modules', []).list('sessions', [
      {
        id: 1,
        description: 'Veche',
        startDate: '2026-02-01',
        endDate: null,
        examScheduleStart: null,
        moduleNames: [],
      },
    ]);
    await show(<CrudScreen entities={[examSession]} />);
    expect(await cell('01/02/2026')).toBeDefined();
    expect(screen.getAllByRole('cell', { name: '-' }).length).toBeGreaterThan(2);
  });

  it('[UX-5] expands child tables under a row, to any depth', async () => {
    const network = new Network()
      .list('colleges', [{ id: 1, code: 'M', name: 'Medicină', sectionCount: 1 }])
      .list('sections', [{ id: 10, code: 'MG', name: 'Medicină generală', collegeId: 1, seriesCount: 1 }], {
        via: 'collegeId',
      })
      .list('series', [{ id: 100, code: 7, name: 'Seria A', year: 3, langCode: 'Romana', sectionId: 10 }], {
        via: 'sectionId',
      });
    await show(<CrudScreen entities={[college]} />);
    await cell('Medicină');
    expect(network.requests).toHaveLength(1);
    press('Show what belongs to M · Medicină');
    await cell('Medicină generală');
    press('Show what belongs to MG · Medicină generală');
    expect(await cell('Seria A')).toBeDefined();
    expect(network.requests.map((request) => request.path)).toEqual([
      'colleges',
      'colleges/1/sections',
      'sections/10/series',
    ]);
    const opener = screen.getByRole('button', { name: 'Show what belongs to M · Medicină' });
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    fireEvent.click(opener);
    await waitFor(() => expect(screen.queryByText('Seria A')).toBeNull());
  });

  it('[UX-5] shows several entities on one page, each with its own toolbar', async () => {
    new Network().list('modules', [{ id: 1, index: 1, name: 'Modul I' }]).list('sessions', []);
    await show(<CrudScreen title="Both" entities={[studyModule, examSession]} />);
    const modules = within(screen.getByRole('region', { name: 'Modules' }));
    expect(await modules.findByRole('cell', { name: 'Modul I' })).toBeDefined();
    expect(modules.getByRole('button', { name: 'Add module' })).toBeDefined();
    const sessions = within(screen.getByRole('region', { name: 'Sessions' }));
    expect(await sessions.findByText('Nothing here yet')).toBeDefined();
  });

  it('[UX-5] shows few columns by default, never the id', async () => {
    new Network().list('students', [{ id: 1, lastName: 'Pop', firstName: 'Ana', cnp: '1', userId: 0 }]);
    await show(<CrudScreen entities={[student]} />);
    await cell('Pop');
    const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
    expect(headers()).toEqual([
      'Registration number',
      'Last name',
      'First name',
      'E-mail',
      'Section',
      'Series',
      'Year of study',
      'Actions',
    ]);
    press('Columns');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Personal ID (CNP)' }));
    await waitFor(() => expect(headers()).toContain('Personal ID (CNP)'));
  });

  it('[UX-5] opens a row’s dialog, and marks the sorted column', async () => {
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    fireEvent.click(await cell('Aula'));
    expect(await dialog(/Edit room/)).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'Name', hidden: true }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('[UX-12] shows a row on a phone as a card with the same content and actions', async () => {
    screenIsNarrow(true);
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    const card = within(await screen.findByRole('listitem'));
    expect(card.queryByText('Seats in rows')).toBeNull();
    press('Show what belongs to Aula · A', card);
    expect(card.getByText('Seats in rows')).toBeDefined();
    expect(card.getByText('30')).toBeDefined();
    expect(card.getByRole('button', { name: 'Edit Aula · A' })).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('[UX-12] says on a card what its numbers, dates and flags are', async () => {
    screenIsNarrow(true);
    const winter = {
      ...{ id: 1, description: 'Iarnă', startDate: '2027-02-06', endDate: '2027-03-03' },
      examScheduleStart: '2027-01-16T06:00:00Z',
    };
    const heart = { id: 1, code: 'C1', description: 'Inima', totalQuestionCount: 6, examOnly: false };
    new Network()
      .list('examrooms', [roomNamed(1, 'Aula')])
      .list('sessions', [winter])
      .list('chapters', [heart]);
    const cells = { rowSeats: () => '30 (10 without a row)' };
    await show(
      <CrudScreen
        title="Both"
        entities={[room, examSession, chapter]}
        entityHooks={{ examroom: { cells } }}
      />,
    );
    const [aula, session, inima] = await waitFor(() => {
      const cards = screen.getAllByRole('listitem');
      expect(cards).toHaveLength(3);
      return cards.map(({ textContent }) => textContent);
    });
    expect(aula).toContain('Seats 40 · Seats in rows 30 (10 without a row)');
    expect(session).toMatch(/End date 03\/03\/2027 · .* 16\/01\/2027 08:00/);
    expect(inima).toMatch(/6 · Only for exams No$/);
  });

  it('[UX-12] names a person on a card as one name, and breaks an address before its “@”', async () => {
    screenIsNarrow(true);
    const email = 'ana.pop@student.exam.test';
    new Network().list('students', [{ id: 1, lastName: 'Pop', firstName: 'Ana', email, userId: 0 }]);
    await show(<CrudScreen entities={[student]} />);
    const card = await screen.findByRole('listitem');
    expect(within(card).getByText('Pop Ana')).toBeDefined();
    expect(within(card).getByRole('button', { name: 'Details of Pop Ana' })).toBeDefined();
    expect(card.querySelector('wbr')?.nextSibling?.textContent).toBe('@student.exam.test');
  });

  it('[UX-5] focuses the search on the slash key, except while typing', async () => {
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    press('Add room');
    const form = await dialog('Add room');
    form.getByRole('textbox', { name: /^Name/ }).focus();
    fireEvent.keyDown(form.getByRole('textbox', { name: /^Name/ }), { key: '/' });
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: /^Name/ }));
  });
});

describe('[UX-16] deleting', () => {
  const start = async () => {
    const network = new Network().list('examrooms', [roomNamed(1, 'Aula'), roomNamed(2, 'Sala 2')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    press('Delete Aula · A');
    return { network, question: await dialog('Delete room?') };
  };

  it('[UX-16] asks, naming the row, and deletes only when confirmed', async () => {
    const { network, question } = await start();
    expect(question.getByText('“Aula · A” will be deleted. This cannot be undone.')).toBeDefined();
    expect(network.sent('DELETE')).toHaveLength(0);
    press('Delete', question);
    await waitFor(() => expect(screen.queryByRole('cell', { name: 'Aula' })).toBeNull());
    expect(network.sent('DELETE').map((request) => request.path)).toEqual(['examrooms/1']);
    expect(await screen.findByText('Room deleted!')).toBeDefined();
  });

  it('[UX-16] deletes nothing when declined and enables the buttons again', async () => {
    const { network, question } = await start();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Aula · A', hidden: true });
    expect(button.disabled).toBe(true);
    press('Keep it', question);
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(network.sent('DELETE')).toHaveLength(0);
  });

  it('[STRUCT-7] keeps a row in use, and says what uses it', async () => {
    const { network, question } = await start();
    network.refuseNext(409, 'resource.inUse', { by: 'examroomslot', count: 3 });
    press('Delete', question);
    expect(await screen.findByText('Error with room!')).toBeDefined();
    expect(screen.getByText(/Could not delete\..*used by slots \(3\)/)).toBeDefined();
    expect(screen.getByRole('cell', { name: 'Aula' })).toBeDefined();
  });
});

describe('[ROLE-11] rights', () => {
  it('[ROLE-11] hides add, edit and delete from users who may only read', async () => {
    signInAs('Profesori');
    new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    expect(screen.queryByRole('button', { name: /^(Add|Edit|Delete)/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toBeDefined();
  });

  it('[ROLE-11] hides personal columns from users who may not write them', async () => {
    const ana = { id: 1, lastName: 'Pop', firstName: 'Ana', cnp: null, phoneNumber: null };
    new Network().list('students', [ana]);
    signInAs('Profesori');
    await show(<CrudScreen entities={[student]} />);
    await cell('Pop');
    expect(screen.queryByRole('columnheader', { name: /CNP|Phone/ })).toBeNull();
  });

  it('[NAV-5] shows a message to users who may not read, and sends no request', async () => {
    signInAs('Studenti');
    const network = new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    expect(screen.getByText('You do not have the rights to access this resource')).toBeDefined();
    expect(network.requests).toHaveLength(0);
  });
});

describe('[UX-5] empty and failed lists', () => {
  test.each([
    ['Admin', 'Nothing here yet', 'Begin with “Add room”.'],
    [
      'Profesori',
      'Nothing to show',
      'The list is empty, or everything in it lies outside your area of responsibility.',
    ],
  ] as const)('[UX-5] tells %s about an empty list: %s', async (role, title, hint) => {
    signInAs(role);
    new Network().list('examrooms', []);
    await show(<CrudScreen entities={[room]} />);
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText(hint)).toBeDefined();
  });

  it('[MSG-3] says why a list failed, and can retry', async () => {
    const network = new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    network.refuseNext(500, 'server.failed');
    await show(<CrudScreen entities={[room]} />);
    expect(await screen.findByText('The list could not be loaded.')).toBeDefined();
    press('Try again');
    expect(await cell('Aula')).toBeDefined();
  });
});

describe('[UX-14] export', () => {
  test.each([
    ['Excel (.xlsx)', 'xlsx'],
    ['CSV (.csv)', 'csv'],
  ])('[UX-14] exports the search, sorting and shown columns as %s', async (item, format) => {
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    localStorage.setItem('crud.columns.examroom', JSON.stringify(['name', 'seatNumbers']));
    const network = new Network().list('examrooms', [roomNamed(1, 'Aula')]);
    await show(<CrudScreen entities={[room]} />);
    await cell('Aula');
    press('Seats');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'aul' } });
    await waitFor(() => expect(lastQuery(network, 'examrooms')?.get('search')).toBe('aul'));
    press('Export');
    fireEvent.click(await screen.findByRole('menuitem', { name: item }));
    await waitFor(() => expect(lastQuery(network, 'examrooms/export')).toBeDefined());
    expect(Object.fromEntries(lastQuery(network, 'examrooms/export') ?? [])).toEqual({
      format,
      search: 'aul',
      sort: 'seatNumbers',
      columns: 'name,seatNumbers',
      lang: 'en',
    });
  });
});
