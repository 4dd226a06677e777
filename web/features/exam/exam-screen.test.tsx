import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { type RunningExam, runningExam } from '#web/base/exam-presence.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '#web/ui/icons.tsx';
import { examId, examQuestion, loadedExam } from './testing/exam.ts';

afterEach(closeApp);

const official: RunningExam = { groupId: 9, name: 'Examen', endsAt: 1e9 };

/** Opens an exam whose loading does not end. */
async function openLoadingExam(running: RunningExam | 'none') {
  stubWire({ 'GET getExamById': () => new Promise(() => {}) });
  await openApp('/exam/9', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
  act(() => runningExam.set(running));
  return screen.findByRole('contentinfo');
}

describe('[SHELL-11] an exam that is still loading', () => {
  it('[SHELL-11][SHELL-5] counts as a simulation when the server said that no official exam runs', async () => {
    expect((await openLoadingExam('none')).textContent).toContain('Sim.');
  });

  it('[SHELL-11][SHELL-5] counts as an exam otherwise', async () => {
    expect((await openLoadingExam(official)).textContent).toContain('Exam.');
  });
});

it('[SAFE-12] an exam that the server holds open after an outage says so instead of being handed in, and continues with credited time', async () => {
  let remainingSeconds = 0;
  const loaded = () => ({ body: loadedExam([{}, {}], { remainingSeconds }) });
  stubWire({
    'GET getExamById': loaded,
    'GET examGroups/9': loaded,
    'PUT examQuestion': () => ({ body: examQuestion(1, { remainingSeconds }) }),
    'PUT examFinish': { status: 503, body: { error: 'exam.outage', params: {} } },
  });
  await openApp('/exam/9', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
  const held = /stays open until it is decided whether time is credited/;
  await screen.findByText(held);
  screen.getByRole('heading', { name: 'The exam stays open' });
  expect(screen.queryByText(/No connection|handed in as soon|Time is up/)).toBeNull();
  remainingSeconds = 600;
  await screen.findByText('Întrebarea 1');
  expect(screen.queryByText(held)).toBeNull();
});

describe('a running exam', () => {
  async function openExam(loaded = loadedExam([{}, {}]), ticked = '') {
    stubWire({
      'GET getExamById': { body: loaded },
      'GET examGroups/9': { body: loaded },
      'PUT examQuestion': { body: examQuestion(loaded.lastIndex, { of: 2, ticked }) },
    });
    await openApp('/exam/9', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
    await screen.findByText(`Întrebarea ${loaded.lastIndex}`);
  }

  it.each([
    ['official', 'Exam.v.1.2.3'],
    ['simulation', 'Sim.v.1.2.3'],
  ] as const)(
    '[SHELL-5] shows the mode and the build version while it is answered: %s',
    async (kind, text) => {
      await openExam(loadedExam([{}, {}], { kind }));
      act(() => runningExam.set('none'));
      await waitFor(() => expect(screen.getByRole('contentinfo').textContent).toBe(text));
      fireEvent.click(await screen.findByRole('button', { name: 'Hand in' }));
      await screen.findByRole('heading', { name: 'Before you hand in' });
      expect(screen.getByRole('contentinfo').textContent).toBe(text);
    },
  );

  it('draws the arrow keys as arrows beside the names of their acts', async () => {
    await openExam();
    const keys = within(screen.getByRole('list', { name: 'Keys' })).getAllByRole('listitem');
    const drawn = (cap: Element) => cap.querySelector('path')?.getAttribute('d') ?? cap.textContent;
    const arrow = (Icon: typeof ArrowLeftIcon) => drawn(render(<Icon />).container);
    const [left, right] = [arrow(ArrowLeftIcon), arrow(ArrowRightIcon)];
    expect(
      keys.map((key) => [key.lastChild?.textContent, ...[...key.querySelectorAll('kbd')].map(drawn)]),
    ).toEqual([
      ['answer', 'A–E'],
      ['question', left, right],
      ['skip', 'Shift', right],
      ['review later', '.'],
    ]);
    expect(left).not.toBe(right);
  });

  it('names the candidate and their seat in the header, with initials instead of a photo', async () => {
    await openExam();
    const header = within(screen.getByRole('banner'));
    for (const text of ['ȘȚ', 'Ștefan Țurcanu']) header.getByText(text);
    header.getByTitle('Ștefan Țurcanu, Row 3, seat 17');
    expect(header.getAllByText('Row 3, seat 17').length).toBeGreaterThan(0);
    expect(header.queryByRole('img', { name: /Țurcanu/ })).toBeNull();
  });

  it.each([
    ['FULL_MATCH', 'Several correct answers. Tick at least two: a single tick, or all of them, earns 0.'],
    ['PERFECT_MATCH', 'Several correct answers. Points only when exactly the correct ones are ticked.'],
  ] as const)('says beside the mark how CM questions are scored: %s', async (scoringMode, text) => {
    await openExam(loadedExam([{}, {}], { scoringMode }));
    expect(screen.getByText(text).textContent).toMatch(/^CM/);
  });

  it('[EXAM-6] names both choices when a question is left without an answer', async () => {
    await openExam(loadedExam([{}, {}, {}], { lastIndex: 2 }));
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'No answer ticked' }));
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Stay with the question',
      'Leave it empty',
    ]);
  });

  it.each([
    [1, [examId, 6], 'Hand in part 1', 'Hand in part 1 of 2?'],
    [2, [4, examId], 'Hand in the exam', 'Hand in the exam?'],
  ])(
    '[EXAM-16] says of part %i of two whether the whole exam is handed in',
    async (index, groupExams, label, title) => {
      await openExam(loadedExam([{ haveAnyAnswer: true }], { index, groupExams }), 'AB');
      fireEvent.click(await screen.findByRole('button', { name: label }));
      await screen.findByRole('heading', { name: 'Before you hand in' });
      fireEvent.click(screen.getByRole('button', { name: label }));
      const dialog = within(await screen.findByRole('dialog', { name: title }));
      dialog.getByRole('button', { name: label });
    },
  );

  it.each([
    ['A', /^All questions are answered, but some have a single tick and earn 0\./],
    ['AB', /^All questions are answered\. Choose a number/],
  ])('says before handing in whether a single tick earns nothing: %s', async (ticked, lead) => {
    await openExam(loadedExam([{ haveAnyAnswer: true }]), ticked);
    fireEvent.click(await screen.findByRole('button', { name: 'Hand in' }));
    await screen.findByRole('heading', { name: 'Before you hand in' });
    screen.getByText(lead);
  });
});
