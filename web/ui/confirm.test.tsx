import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '#web/base/i18n.ts';
import { confirm } from './confirm.ts';
import { ConfirmHost } from './confirm-host.tsx';

const question = {
  title: 'Delete the room',
  message: 'Delete “Sala 1”?',
  confirmLabel: 'Delete “Sala 1”',
  danger: true,
};

beforeEach(async () => {
  await chooseLanguage('en');
  render(
    <MantineProvider env="test">
      <ConfirmHost />
    </MantineProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const ask = () => {
  let answer = Promise.resolve(false);
  act(() => {
    answer = confirm(question);
  });
  return answer;
};

it('[UX-16] shows the given texts, and resolves to true when confirmed', async () => {
  const answer = ask();
  expect(await screen.findByRole('dialog', { name: 'Delete the room' })).toBeTruthy();
  expect(screen.getByText('Delete “Sala 1”?')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Sala 1”' }));
  expect(await answer).toBe(true);
});

it('[UX-16] resolves to false 100 ms after declining, when the waiting buttons are enabled again', async () => {
  vi.useFakeTimers();
  const outcome = vi.fn();
  void ask().then(outcome);
  fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await vi.advanceTimersByTimeAsync(99);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(false);
});

it('[UX-16] declines the first confirmation when a second one opens', async () => {
  const first = ask();
  const second = ask();
  expect(await first).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Sala 1”' }));
  expect(await second).toBe(true);
});

it('[UX-16] names the action on both buttons', async () => {
  act(() => void confirm({ ...question, declineLabel: 'Keep “Sala 1”' }));
  await screen.findByRole('dialog');
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Keep “Sala 1”',
    'Delete “Sala 1”',
  ]);
  act(() => void confirm({ ...question, danger: false }));
  expect(screen.getByRole('button', { name: 'Not now' })).toBeTruthy();
});
