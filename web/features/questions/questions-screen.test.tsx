import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { bankAnswers, question, row } from './testing/bank.ts';

afterEach(closeApp);

const all = '/question/0/50/0/0/0/0';

async function openList(path = all, answers = {}) {
  const wire = stubWire({ ...bankAnswers, ...answers });
  const app = await openApp(path, { as: loginData({ role: 'Profesori' }) });
  await screen.findByRole('table');
  const query = () =>
    wire.sent.findLast(({ method, path }) => method === 'GET' && path === 'questions')?.query;
  return { wire, query, ...app };
}

describe('[QUES-2] the list of questions', () => {
  it('[QUES-2] a row shows text, chapter, counters, marks, version, date and author', async () => {
    await openList();
    const [, first] = screen.getAllByRole('row');
    const cells = within(first as HTMLElement);
    expect(cells.getByText('antiinflamatoare').tagName).toBe('STRONG');
    for (const text of ['5/5', 'Exam only', '3', '03/02/2026 09:05', 'Ion Popescu']) cells.getByText(text);
    cells.getByRole('img', { name: 'Has an image' });
    expect(cells.queryByText('Incomplete')).toBeNull();
  });

  it('[QUES-2] sends the address as the query, with zeros for all', async () => {
    const { query } = await openList('/question/100/25/1/2/6/3?chapterId=32&search=aspirin%C4%83', {
      'GET questions': { body: [row], headers: { 'x-total-count': '1000' } },
    });
    expect(Object.fromEntries(query() ?? [])).toEqual({
      skip: '100',
      take: '25',
      pkCollege: '1',
      pkSection: '2',
      pkDiscipline: '6',
      year: '3',
      chapterId: '32',
      search: 'aspirină',
    });
  });

  it('[QUES-2] redirects from beyond the last page to the last page', async () => {
    const { href } = await openList('/question/100/25/0/0/0/0', {
      'GET questions': { body: [row], headers: { 'x-total-count': '30' } },
    });
    await waitFor(() => expect(href()).toBe('/question/25/25/0/0/0/0'));
  });

  it('[QUES-2] searching and sorting change the address and refetch', async () => {
    const { query, href } = await openList();
    expect(Object.fromEntries(query() ?? [])).toEqual({ skip: '0', take: '50' });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'febră' } });
    await waitFor(() => expect(href()).toBe(`${all}?search=febr%C4%83`));
    fireEvent.click(screen.getByRole('button', { name: 'Question text' }));
    await waitFor(() => expect(href()).toContain('sort=text'));
    await waitFor(() => expect(query()?.get('sort')).toBe('text'));
    expect(query()?.get('search')).toBe('febră');
  });

  it('[QUES-2][UX-16] deletes after a confirmation that names the question', async () => {
    const { wire } = await openList(all, { 'DELETE questions/7': { status: 204 } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete Care sunt antiinflamatoare?' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the question?' }));
    dialog.getByText(/Care sunt antiinflamatoare\?/);
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(wire.calls()).toContain('DELETE questions/7'));
  });

  it('[QUES-2] another user’s question can be viewed, not edited', async () => {
    await openList(all, { 'GET questions': { body: [{ ...row, mayEdit: false }] } });
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Edit/ })).toBeNull());
    screen.getByRole('link', { name: /^Preview/ });
    screen.getByRole('button', { name: /^History/ });
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
  });
});

describe('[QUES-2] selected questions', () => {
  const rows = [
    row,
    { ...row, id: 8, text: 'Care sunt opioide?', examOnly: false },
    { ...row, id: 9, text: 'A altcuiva?', mayEdit: false },
  ];
  const outcome = { body: { changed: 1, failed: [{ id: 8, error: 'resource.notFound', params: {} }] } };
  const openRows = () =>
    openList(all, {
      'GET questions': { body: rows, headers: { 'x-total-count': '3' } },
      'POST questions/changeSelected': outcome,
    });
  const bodies = ({ wire }: Awaited<ReturnType<typeof openList>>) =>
    wire.sent.filter(({ path }) => path === 'questions/changeSelected').map(({ body }) => body);

  it('[QUES-2] move to another chapter together; the outcome says how many stayed, and the selection is empty again', async () => {
    const list = await openRows();
    expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Select the question “A altcuiva?”' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of the page' }));
    const bar = within(await screen.findByRole('region', { name: 'Selection' }));
    expect(bar.getByRole('status').textContent).toBe('2 selected');
    fireEvent.click(bar.getByRole('button', { name: 'Move to a chapter' }));
    const moving = within(await screen.findByRole('dialog', { name: 'Move 2 questions' }));
    const confirm = moving.getByRole<HTMLButtonElement>('button', { name: 'Move 2 questions' });
    expect(confirm.disabled).toBe(true);
    fireEvent.click(moving.getByRole('combobox', { name: 'Chapter' }));
    fireEvent.click(await screen.findByRole('option', { name: 'F1 Farmacologie generală', hidden: true }));
    fireEvent.click(confirm);
    await screen.findByText('1 question changed.');
    await screen.findByText(/^1 question was not changed/);
    expect(bodies(list)).toEqual([{ ids: [7, 8], chapterId: 31 }]);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  });

  it('[QUES-2] are reserved for exams or released', async () => {
    const list = await openRows();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select the question “Care sunt opioide?”' }));
    const bar = within(await screen.findByRole('region', { name: 'Selection' }));
    expect(bar.queryByRole('button', { name: 'Also in simulations' })).toBeNull();
    fireEvent.click(bar.getByRole('button', { name: 'Exam only' }));
    await waitFor(() => expect(bodies(list)).toEqual([{ ids: [8], examOnly: true }]));
  });
});

describe('[QUES-6] the history of a question', () => {
  it('[QUES-6] shows who changed what, newest first', async () => {
    const version = (number: number, writtenBy: string, changes: Partial<typeof question>) => {
      const { text, image, points, answers } = { ...question, ...changes };
      return { number, writtenAt: '2026-02-03T07:05:00Z', writtenBy, text, image, points, answers };
    };
    const turned = question.answers.map((answer) =>
      answer.text === 'Atropina' ? { ...answer, isCorrect: true } : answer,
    );
    const { href } = await openList(all, {
      'GET questions/7/history': {
        body: [
          version(2, 'Ana Pop', { text: 'Care sunt analgezice?', answers: turned }),
          version(1, 'Ion Popescu', {}),
        ],
      },
    });
    fireEvent.click(screen.getByRole('button', { name: /^History/ }));
    const history = within(await screen.findByRole('dialog', { name: 'History' }));
    const [newest, oldest] = await history.findAllByRole('heading', { level: 3 });
    expect([newest?.textContent, oldest?.textContent]).toEqual(['Version 2current', 'Version 1']);
    history.getByText(/Ana Pop/);
    history.getByText('Key changed');
    const changed = screen.getByRole('dialog', { name: 'History' });
    expect(changed.querySelector('del')?.textContent).toContain('antiinflamatoare');
    expect(changed.querySelector('ins')?.textContent).toContain('analgezice');
    expect(href()).toContain('history=7');
  });
});
