import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ImportSummary } from '#contract/imports.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const anImport = (id: number): ImportSummary => ({
  id,
  kind: 'questions',
  fileName: `file-${id}.xlsx`,
  format: 'xlsx',
  state: 'done',
  madeAt: '2026-02-03T08:00:00Z',
  madeBy: 'Ioana Marin',
  finishedAt: '2026-02-03T08:01:00Z',
  rows: 5,
  written: 5,
});

it('[UX-5] the list of imports keeps its page in the address', async () => {
  stubWire({
    'GET imports': ({ query }) => ({
      body: [anImport(Number(query.get('skip')))],
      headers: { 'x-total-count': '30' },
    }),
  });
  const { href } = await openApp('/imports?page=3&take=10', { as: loginData({ role: 'Admin' }) });
  await screen.findByRole('link', { name: 'file-20.xlsx' });
  expect(href()).toBe('/imports?page=3&take=10');
});

it('[UX-13] says before an import is deleted what of it stays', async () => {
  const states = ['ready', 'paused', 'done'] as const;
  const imports = states.map((state, id) => ({ ...anImport(id), kind: 'students' as const, state }));
  stubWire({ 'GET imports': { body: imports, headers: { 'x-total-count': '3' } } });
  await openApp('/imports', { as: loginData({ role: 'Admin' }) });
  const expected = [
    /No student was changed\./,
    /The students already imported stay; the others are not imported\./,
    /The imported students stay\./,
  ];
  for (const [id, text] of expected.entries()) {
    fireEvent.click(await screen.findByRole('button', { name: `Delete the import file-${id}.xlsx` }));
    await screen.findByText(text);
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
});

it('the page of imports says and offers what is chosen, questions or students', async () => {
  stubWire({ 'GET imports': { body: [], headers: { 'x-total-count': '0' } } });
  await openApp('/imports', { as: loginData({ role: 'Admin' }) });
  await screen.findByText(/^Questions are not saved until/);
  expect(screen.queryByText(/^Students are not saved until/)).toBeNull();
  screen.getAllByLabelText('Question file', { selector: 'input' });
  fireEvent.click(screen.getByRole('radio', { name: 'Students' }));
  await screen.findByText(/^Students are not saved until/);
  expect(screen.queryByText(/^Questions are not saved until/)).toBeNull();
  expect(screen.queryAllByLabelText('Question file', { selector: 'input' })).toEqual([]);
});

it('the import of a teacher speaks of questions and offers nothing else', async () => {
  stubWire({ 'GET imports': { body: [], headers: { 'x-total-count': '0' } } });
  await openApp('/question/0/50/0/0/0/0?import=new', { as: loginData({ role: 'Profesori' }) });
  await screen.findByRole('heading', { level: 1, name: 'Import questions' });
  screen.getByText(/^Questions are not saved until/);
  expect(screen.queryByRole('radio', { name: 'Students' })).toBeNull();
});

/** A request whose connection breaks after the file was sent. */
class LostRequest extends EventTarget {
  readonly upload = new EventTarget();
  open() {}
  setRequestHeader() {}
  send() {
    this.dispatchEvent(new Event('error'));
  }
}

it('[UX-13] a connection lost during a check is not taken for a refusal, and the list shows the check', async () => {
  vi.stubGlobal('XMLHttpRequest', LostRequest);
  let imports: ImportSummary[] = [];
  stubWire({
    'GET imports': () => ({ body: imports, headers: { 'x-total-count': String(imports.length) } }),
  });
  await openApp('/imports', { as: loginData({ role: 'Admin' }) });
  const [chooser] = await screen.findAllByLabelText('Question file', { selector: 'input' });
  imports = [anImport(7)];
  fireEvent.change(chooser as HTMLElement, { target: { files: [new File(['a'], 'file-7.xlsx')] } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The connection was lost: file-7.xlsx');
  expect(alert.textContent).not.toContain('Nothing was saved');
  await screen.findByRole('link', { name: 'file-7.xlsx' });
});
