import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadingCircles } from './loading-circles.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lit = () =>
  [...document.querySelectorAll('[aria-hidden] > span')].findIndex((circle) =>
    circle.hasAttribute('data-lit'),
  );

it("[SHELL-10] has nine circles and says 'loading'", () => {
  render(<LoadingCircles />);
  expect(screen.getByRole('status').textContent).toBe('loading');
  expect(document.querySelectorAll('[aria-hidden] > span')).toHaveLength(9);
});

it('[SHELL-10] lights the next circle every 100 ms, in a cycle', () => {
  vi.useFakeTimers();
  render(<LoadingCircles text="se încarcă" />);
  expect(lit()).toBe(0);
  act(() => void vi.advanceTimersByTime(99));
  expect(lit()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(lit()).toBe(1);
  act(() => void vi.advanceTimersByTime(800));
  expect(lit()).toBe(0);
});
