import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import { closeApp } from '#web/app/testing/open-app.tsx';
import { stubFonts } from '#web/base/testing/fonts.ts';
import { contest, openDesk as open, question, refusal } from './testing/desk.ts';

stubFonts();
afterEach(closeApp);

const decision = () => screen.findByRole('region', { name: 'Decision' });
/** Chooses to reject, then sends it: two buttons with the same word. */
async function reject(): Promise<void> {
  const choice = await within(await decision()).findByRole('button', { name: 'Reject' });
  fireEvent.click(choice);
  const buttons = await waitFor(() => {
    const found = screen.getAllByRole('button', { name: 'Reject' });
    expect(found).toHaveLength(2);
    return found;
  });
  fireEvent.click(buttons.find((one) => one !== choice) as HTMLElement);
}

describe('[CONT-3] the desk says why a decision is refused', () => {
  it.each([
    ['contestation.notHolder', /^Only the holders of the discipline/],
    ['contestation.adminsOnly', /administrators/],
    ['contestation.relative', /relative/],
  ])('[CONT-3] %s', async (code, words) => {
    await open({ 'PUT examContests/7/resolve': refusal(code) });
    await reject();
    expect((await within(await decision()).findByRole('alert')).textContent).toMatch(words);
  });

  it('[CONT-4] names the problem of a late answer that is not there', async () => {
    const errors = [{ field: 'questions.0.settle', error: 'contestation.noLateAnswer', params: {} }];
    await open({
      'PUT examContests/7/resolve': { status: 400, body: { error: 'validation.failed', errors } },
    });
    await reject();
    expect((await within(await decision()).findByRole('alert')).textContent).toMatch(/late answer/);
  });

  it('[CONT-3] decided meanwhile: says so, and shows that decision instead of the form', async () => {
    let isDecided = false;
    const decided = (): Contest => ({
      ...contest,
      status: 'RS',
      questions: contest.questions.map((one) => ({
        ...one,
        accepted: false,
        reply: 'As taught.',
        resolvedAt: '2019-02-05T10:00:00.000Z',
        resolvedBy: 'Radu Stan',
      })),
    });
    await open(
      {
        'PUT examContests/7/resolve': () => {
          isDecided = true;
          return refusal('contestation.resolved');
        },
      },
      () => (isDecided ? decided() : contest),
    );
    await reject();
    await screen.findByText(/^The question is already resolved/);
    await screen.findByText('As taught.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reject' })).toBeNull());
  });

  it('[ROLE-5] a mark that stays is described in words', async () => {
    await open({ 'POST examContests/7/relative': refusal('contestation.relativeStays') });
    fireEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /Radu Stan/ }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getAllByRole('button').at(-1) as HTMLElement);
    await screen.findByText(/^The declaration stays/);
  });
});

it('lists the answers that other students were shown only where they have a figure', async () => {
  const texts = ['Da', 'Nu', 'Poate', 'Rar', 'Deloc'];
  const version = {
    number: 1,
    writtenAt: '2019-01-01T10:00:00.000Z',
    writtenBy: null,
    text: 'Prima întrebare',
    image: null,
    points: 10,
  };
  const written = { image: null, isCorrect: false, referenceTitle: null, referencePage: null };
  const bank = {
    questionId: 50,
    versionId: 51,
    removed: false,
    served: { ...version, answers: texts.map((text) => ({ ...written, text })) },
    current: null,
  };
  const few = { shown: 2, ticked: null, upper: null, lower: null };
  const many = { shown: 20, ticked: 5, upper: { shown: 4, ticked: 0 }, lower: { shown: 4, ticked: 1 } };
  const statistics = {
    questionId: 50,
    versionId: 51,
    version: 1,
    text: 'Prima întrebare',
    served: 20,
    omitted: 0,
    difficulty: 0.5,
    discrimination: 0.2,
    upperLower: 0.1,
    seconds: 30,
    exposure: 20,
    lastServed: null,
    answers: texts.map((text, bankIndex) => ({ text, isCorrect: false, ...(bankIndex === 2 ? many : few) })),
    flags: [],
  };
  await open({}, undefined, { questions: [{ ...question, bank, statistics }] });
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('rowheader');
  expect(rows.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'Poate (not shown)']);
  screen.getByText(
    '2 other answers were not shown in this exam, and were shown too rarely in others to have a figure.',
  );
});
