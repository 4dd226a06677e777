import { Button } from '@mantine/core';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AnyList } from '#contract/crud-calls.ts';
import { paramsOf, queryIn } from './address-query.ts';
import type { Column } from './column.ts';
import { useExpanded } from './expansion.ts';
import { FilterSelect } from './filter-select.tsx';
import { List } from './list.tsx';
import { useListQuery, withFilters } from './list-query.ts';
import { NameList } from './name-list.tsx';
import { SearchBox } from './search-box.tsx';
import { useSelection } from './selection.ts';
import { Network } from './testing/network.ts';
import { choose, press, resetPage, screenIsNarrow, show } from './testing/stage.tsx';
import { useList } from './use-list.ts';

resetPage();

type SeatList = Omit<AnyList, 'response'> & { readonly response: z.ZodType<Seat[]> };
type Seat = { readonly id: number; readonly student: string; readonly room: string };
type SeatFilters = { readonly roomId?: number | undefined };

const seats = Array.from({ length: 30 }, (_, index) => ({
  id: index + 1,
  student: `Student ${index + 1}`,
  room: index < 15 ? 'Aula' : 'Sala 2',
}));
const columns: readonly Column<Seat>[] = [
  { name: 'student', label: 'Student', cell: ({ student }) => student, isSortable: true, isRowName: true },
  { name: 'id', label: 'Number', cell: ({ id }) => id, only: 'card' },
  { name: 'note', label: 'Note', cell: () => '-', only: 'card' },
  { name: 'room', label: 'Room', cell: ({ room }) => room },
  { name: 'row', label: 'Row', cell: () => 'Row 7', only: 'card', inLine: false },
  { name: 'seat', label: 'Seat', cell: ({ id }) => 100 + id, only: 'card' },
];

/** A typical list: with search, filter, selection and details under each row. */
function Seats() {
  const [query, setQuery] = useListQuery<SeatFilters>({}, 10);
  const list = useList<SeatList, SeatFilters>({ path: 'seats', cacheKey: ['seats'] }, [query, setQuery]);
  const { selection, rows, clear } = useSelection<Seat>({
    idOf: ({ id }) => id,
    label: ({ student }) => `Select ${student}`,
  });
  const expanded = useExpanded();
  const [opened, setOpened] = useState('');
  return (
    <>
      <SearchBox
        search={query.search}
        onSearch={(search) => setQuery({ ...query, search, page: 1 })}
        label="Search seats"
        withSlash
      />
      <FilterSelect
        label="Room"
        value={query.filters.roomId}
        data={[
          { value: 1, label: 'Aula' },
          { value: 2, label: 'Sala 2' },
        ]}
        onChange={(roomId) => setQuery(withFilters(query, { roomId }))}
      />
      <output aria-label="Opened">{opened}</output>
      <output aria-label="Selected">{rows.map(({ student }) => student).join(', ')}</output>
      <Button onClick={clear}>Clear</Button>
      <List
        list={list}
        label="Seats"
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ student }) => student}
        empty={{ title: 'No seats', hint: 'Nobody has an appointment.' }}
        rowActions={({ student }) => <Button>Move {student}</Button>}
        opens={({ id, student }) => (id === 2 ? undefined : () => setOpened(student))}
        expansion={{
          ...expanded,
          canExpand: ({ id }) => id !== 2,
          label: ({ student }) => `Show more of ${student}`,
          render: ({ student }) => <p>History of {student}</p>,
        }}
        selection={selection}
        cardNote={({ id }) => id === 3 && 'By the door'}
        defaultSort={{ name: 'id', label: 'Number' }}
      />
    </>
  );
}

const open = async (rows: readonly Seat[] = seats) => {
  const network = new Network().list('seats', rows);
  await show(<Seats />);
  return {
    network,
    lastQuery: () => Object.fromEntries(network.requests.at(-1)?.query ?? []),
  };
};
const checkbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const selected = () => screen.getByLabelText('Selected').textContent;

describe('[UX-5] selecting rows', () => {
  it('[UX-5] selects one row, several rows, and none', async () => {
    await open();
    fireEvent.click(await checkbox('Select Student 2'));
    fireEvent.click(await checkbox('Select Student 4'));
    expect(selected()).toBe('Student 2, Student 4');
    fireEvent.click(await checkbox('Select Student 2'));
    expect(selected()).toBe('Student 4');
    press('Clear');
    expect(selected()).toBe('');
    expect((await checkbox('Select Student 4')).checked).toBe(false);
  });

  it('[UX-5] selects the whole page; the header shows whether all or some are selected', async () => {
    await open();
    fireEvent.click(await checkbox('Select Student 1'));
    const page = await checkbox('Select all rows of the page');
    expect([page.checked, page.indeterminate]).toEqual([false, true]);
    fireEvent.click(page);
    expect(selected()?.split(', ')).toHaveLength(10);
    expect([page.checked, page.indeterminate]).toEqual([true, false]);
    fireEvent.click(page);
    expect(selected()).toBe('');
  });

  it('[UX-5] keeps the selection on another page', async () => {
    await open();
    fireEvent.click(await checkbox('Select Student 1'));
    press('Next page');
    fireEvent.click(await checkbox('Select Student 11'));
    expect(selected()).toBe('Student 1, Student 11');
  });
});

describe('[UX-5] searching and filtering', () => {
  it('[UX-5] sends a filter by its name and returns to the first page; omits it once cleared', async () => {
    const { lastQuery } = await open();
    await checkbox('Select Student 1');
    press('Next page');
    await checkbox('Select Student 11');
    await choose(screen, 'Room', 'Sala 2');
    await waitFor(() => expect(lastQuery()).toEqual({ roomId: '2', skip: '0', take: '10' }));
    fireEvent.click(screen.getByLabelText('Clear: Room'));
    await waitFor(() => expect(lastQuery()).toEqual({ skip: '0', take: '10' }));
  });

  it('[UX-5] keeps the filter while sorting and paging', async () => {
    const { lastQuery } = await open();
    await choose(screen, 'Room', 'Aula');
    await waitFor(() => expect(lastQuery().roomId).toBe('1'));
    press('Student');
    await waitFor(() => expect(lastQuery()).toMatchObject({ roomId: '1', sort: 'student' }));
    press('Next page');
    await waitFor(() => expect(lastQuery()).toMatchObject({ roomId: '1', sort: 'student', skip: '10' }));
  });

  it('[UX-5] names the search when nothing is found; says what to do when the list is empty', async () => {
    await open([]);
    expect(await screen.findByText('Nobody has an appointment.')).toBeDefined();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search seats' }), { target: { value: 'zz' } });
    expect(await screen.findByText(/zz/)).toBeDefined();
  });
});

describe('[UX-5] pages', () => {
  it('[UX-11] names the table and its pages after the list', async () => {
    await open();
    const pages = within(await screen.findByRole('navigation', { name: 'Pages: Seats' }));
    press('Next page', pages);
    const table = within(screen.getByRole('table', { name: 'Seats' }));
    expect(await table.findByRole('cell', { name: 'Student 11' })).toBeDefined();
  });

  it('[UX-5] shows the previous page when the last one is gone', async () => {
    const { network, lastQuery } = await open(seats.slice(0, 11));
    await checkbox('Select Student 1');
    network.list('seats', seats.slice(0, 10));
    press('Next page');
    await waitFor(() => expect(lastQuery()).toMatchObject({ skip: '0' }));
    expect(await checkbox('Select Student 10')).toBeDefined();
  });
});

describe('[UX-5] opening a row', () => {
  it('[UX-5] opens on a click anywhere except on controls', async () => {
    await open();
    const opened = screen.getByLabelText('Opened');
    fireEvent.click(await checkbox('Select Student 1'));
    press('Move Student 1');
    expect(opened.textContent).toBe('');
    fireEvent.click(screen.getByRole('cell', { name: 'Student 1' }));
    expect(opened.textContent).toBe('Student 1');
    fireEvent.click(screen.getByRole('cell', { name: 'Student 2' }));
    expect(opened.textContent).toBe('Student 1');
  });

  it('[UX-11] opens on Enter; arrow keys move to the next row that opens', async () => {
    await open();
    const rowOf = async (name: string) =>
      (await screen.findByRole('cell', { name })).closest('tr') as HTMLElement;
    const first = await rowOf('Student 1');
    first.focus();
    fireEvent.keyDown(first, { key: 'Enter' });
    expect(screen.getByLabelText('Opened').textContent).toBe('Student 1');
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(await rowOf('Student 3'));
    fireEvent.keyDown(await rowOf('Student 3'), { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
  });
});

describe('[UX-5] several names in one cell', () => {
  it('[UX-5] show the first and a count; assistive technology reads them all', async () => {
    await show(<NameList names={['Ana', 'Bogdan', 'Corina', 'Dan']} />);
    expect(screen.getByText('+3')).toBeDefined();
    expect(screen.getByText('Ana, Bogdan, Corina, Dan')).toBeDefined();
    expect(screen.queryByText('Bogdan')).toBeNull();
  });
});

describe('[UX-5] details of a row', () => {
  it('[UX-5] expand and collapse; a row without details has no button', async () => {
    await open();
    await checkbox('Select Student 1');
    expect(screen.queryByRole('button', { name: 'Show more of Student 2' })).toBeNull();
    press('Show more of Student 1');
    expect(screen.getByText('History of Student 1')).toBeDefined();
    press('Show more of Student 1');
    expect(screen.queryByText('History of Student 1')).toBeNull();
  });
});

describe('[UX-12] on a phone', () => {
  it('[UX-12] shows a row in two lines that expand to facts, actions and details', async () => {
    screenIsNarrow(true);
    await open();
    fireEvent.click(await checkbox('Select Student 3'));
    expect(selected()).toBe('Student 3');
    const [, second, third] = within(screen.getByRole('list', { name: 'Seats' })).getAllByRole('listitem');
    if (!second || !third) throw new Error('There is no third card');
    const card = within(third);
    // No id, nothing empty, and a number with its label.
    expect(card.getByText('Aula · Seat 103')).toBeDefined();
    expect(card.getByText('By the door')).toBeDefined();
    expect(within(second).queryByText('By the door')).toBeNull();
    expect(card.queryByText('Row 7')).toBeNull();
    expect(card.queryByRole('button', { name: 'Move Student 3' })).toBeNull();
    press('Show more of Student 3', card);
    expect(card.getByRole('button', { name: 'Move Student 3' })).toBeDefined();
    expect(card.getByText('History of Student 3')).toBeDefined();
    expect(card.getByText('Row 7')).toBeDefined();
    fireEvent.click(within(second).getByText('Student 2'));
    expect(
      within(second).getByRole('button', { name: 'Details of Student 2' }).getAttribute('aria-expanded'),
    ).toBe('true');
    expect(within(second).getByRole('button', { name: 'Move Student 2' })).toBeDefined();
  });

  it('[UX-12] offers the sortable columns as sort order', async () => {
    screenIsNarrow(true);
    const { lastQuery } = await open();
    await checkbox('Select Student 1');
    const order = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(order)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Number', 'Student']);
    fireEvent.change(order, { target: { value: 'student' } });
    await waitFor(() => expect(lastQuery().sort).toBe('student'));
    press('Reverse the order');
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'student', desc: 'true' }));
  });
});

describe('[UX-5] the query in the address', () => {
  const filtered = {
    search: 'pop',
    page: 3,
    pageSize: 50,
    sort: 'year',
    desc: true,
    filters: { collegeId: 4, year: undefined },
  };

  it('[UX-5] reads search, filters, sort and page as written, separately for further lists on the page', () => {
    const texts = (of: string) =>
      Object.fromEntries(
        Object.entries(paramsOf(filtered, of)).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      );
    expect(texts('')).toEqual({
      search: 'pop',
      page: '3',
      take: '50',
      sort: 'year',
      desc: 'true',
      collegeId: '4',
    });
    expect(queryIn(texts(''), ['collegeId', 'year'])).toEqual(filtered);
    expect(texts('teacher')).toMatchObject({ teacherSearch: 'pop', teacherPage: '3' });
    expect(queryIn(texts('teacher'), ['collegeId', 'year'], 'teacher')).toEqual(filtered);
    expect(queryIn(texts('teacher')).search).toBe('');
  });

  it('[UX-5] ignores invalid pages and ids', () => {
    const written = { page: '-1', take: '7', desc: 'maybe', collegeId: '1; drop' };
    expect(queryIn(written, ['collegeId'])).toEqual({
      search: '',
      page: 1,
      pageSize: 25,
      sort: undefined,
      desc: false,
      filters: { collegeId: undefined },
    });
  });
});
