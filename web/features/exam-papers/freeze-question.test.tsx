import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Template, TemplateOverview } from '#contract/templates.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire, type WireResponse } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const template = (number: number, more: Partial<Template> = {}): Template => ({
  groupId: 10 + number,
  number,
  randomize: true,
  questions: 20,
  madeAt: '2026-01-26T10:00:00Z',
  begun: 0,
  waiting: 0,
  printed: 0,
  isPrinted: false,
  outdated: 0,
  matchesExam: true,
  nearest: null,
  ...more,
});
const templates = [
  template(1, { outdated: 2 }),
  template(2, { matchesExam: false }),
  template(3),
  template(4, { isPrinted: true }),
];
const overview: TemplateOverview = {
  examName: 'Anatomie',
  sessionName: 'Iarna',
  pregenerated: true,
  run: null,
  templates: 4,
  obsolete: 1,
  outdated: 1,
  overlap: { mean: 0, worst: null },
};

async function openPrint(answer: WireResponse = { body: { papers: [], withoutPaper: [] } }) {
  const empty = { body: [], headers: { 'x-total-count': '0' } };
  const wire = stubWire({
    'GET appointments': empty,
    'GET getExamCustom': empty,
    'GET sessions': empty,
    'GET examrooms': empty,
    'GET templateExams': { body: templates, headers: { 'x-total-count': '4' } },
    'GET templateExams/overview': { body: overview },
    'POST examPrint': () => answer,
  });
  await openApp('/adminExamPrint?examCustomId=2&examSessionId=3', { as: loginData({ role: 'Admin' }) });
  await screen.findByRole('checkbox', { name: 'Select template 4' });
  return { printed: () => wire.sent.filter(({ path }) => path === 'examPrint').map(({ body }) => body) };
}
const select = (number: number) =>
  fireEvent.click(screen.getByRole('checkbox', { name: `Select template ${number}` }));
const prepare = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

it('[PRINT-1] offers to prepare papers only once some are selected, and opens the days in a calendar', async () => {
  await openPrint();
  const nothing = screen.getByRole<HTMLButtonElement>('button', { name: 'Prepare papers' });
  expect(nothing.disabled).toBe(true);
  screen.getByRole('button', { name: 'Open the calendar: Day' });
  select(4);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prepare one paper' }).disabled).toBe(false);
});

it('[PRINT-1][TMPL-2] asks before templates are frozen, and names those that are outdated', async () => {
  const { printed } = await openPrint();
  for (const number of [1, 2, 3, 4]) select(number);
  prepare('Prepare 4 papers');
  const dialog = await screen.findByRole('dialog', { name: 'Prepare and freeze 3 templates?' });
  const text = dialog.textContent ?? '';
  expect(text).toContain('do not reach it: Template 1, Template 2, Template 3.');
  expect(text).toContain('to be renewed first by editing: Template 1.');
  expect(text).toContain('No longer matches the exam: Template 2.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Back to the selection' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(printed()).toEqual([]);
  prepare('Prepare 4 papers');
  const again = await screen.findByRole('dialog', { name: 'Prepare and freeze 3 templates?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Prepare and freeze' }));
  await waitFor(() =>
    expect(printed()).toMatchObject([{ templates: [11, 12, 13, 14], key: false, freeze: true }]),
  );
});

it('[PRINT-1] asks nothing for a template that is printed already, or with the key, which freezes none', async () => {
  const { printed } = await openPrint();
  select(4);
  prepare('Prepare one paper');
  await waitFor(() => expect(printed()).toMatchObject([{ templates: [14], freeze: false }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the selection' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select template 3' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Key' }));
  prepare('Prepare 2 papers');
  await waitFor(() =>
    expect(printed().at(-1)).toMatchObject({ templates: [14, 13], key: true, freeze: false }),
  );
});

it('[PRINT-1][TMPL-2] asks again about templates that were not prepared, and not about those that were', async () => {
  const answer = { status: 500, body: {} as object };
  const { printed } = await openPrint(answer);
  const freeze = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Prepare and freeze one template?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Prepare and freeze' }));
  };
  const goBack = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Back to the selection' }));
    await screen.findByRole('checkbox', { name: 'Select template 3' });
  };
  select(3);
  prepare('Prepare one paper');
  await freeze();
  await screen.findByRole('button', { name: 'Try again' });
  await goBack();
  Object.assign(answer, { status: 200, body: { papers: [], withoutPaper: [] } });
  prepare('Prepare one paper');
  await freeze();
  await screen.findByText(/^Batch 1 of 1:/);
  await goBack();
  const before = printed().length;
  prepare('Prepare one paper');
  await waitFor(() => expect(printed()).toHaveLength(before + 1));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('[PRINT-1][TMPL-2] shows the refusal of the server when a template can be changed by then, and leads back', async () => {
  const { printed } = await openPrint({
    status: 409,
    body: { error: 'template.printFreezes', params: { count: 1 } },
  });
  select(4);
  prepare('Prepare one paper');
  await screen.findByText(/freezes templates that can still be changed: 1\./);
  expect(printed()).toMatchObject([{ templates: [14], freeze: false }]);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Back to the selection' }));
  await screen.findByRole('checkbox', { name: 'Select template 4' });
  prepare('Prepare one paper');
  const dialog = await screen.findByRole('dialog', { name: 'Prepare and freeze one template?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Prepare and freeze' }));
  await waitFor(() => expect(printed().at(-1)).toMatchObject({ templates: [14], freeze: true }));
});
