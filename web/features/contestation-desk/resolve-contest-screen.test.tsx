import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import { closeApp } from '#web/app/testing/open-app.tsx';
import { contest, openDesk as open, refusal } from './testing/desk.ts';

// The test DOM has no document.fonts, which the autosizing text field waits for.
beforeAll(() => Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true }));
afterAll(() => Reflect.deleteProperty(document, 'fonts'));
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
      contestedQuestions: contest.contestedQuestions.map((one) => ({
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
