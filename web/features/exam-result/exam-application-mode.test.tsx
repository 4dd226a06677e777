import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { examPresence } from '#web/base/exam-presence.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { sentUiSettings, stubWire } from '#web/base/testing/wire.ts';
import { examResults } from '#web/sittings/testing/results.ts';

const settings = { ...sentUiSettings, examApplicationMode: true };
const minutes = (count: number) => count * 60_000;
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(async () => {
  examPresence.set({ phase: 'none' });
  await closeApp();
  vi.useRealTimers();
});

async function openResult() {
  stubWire({
    'GET applicationUiSettings': { body: settings },
    'PUT examScore': { body: examResults() },
  });
  const app = await openApp('/examResult?examId=31', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
  await screen.findByText(/^You will be signed out in 1[45]:/);
  return app;
}

describe('[EXAM-13] exam-application mode', () => {
  it('[EXAM-13] counts down after the results and signs out after 15 minutes', async () => {
    const { href } = await openResult();
    await pass(minutes(10));
    screen.getByText(/^You will be signed out in [45]:/);
    expect(signedIn()).toBeDefined();
    await pass(minutes(5));
    await expect.poll(signedIn).toBeUndefined();
    await expect.poll(href).toBe('/login');
  });

  it('[EXAM-13] keeps counting on every other page', async () => {
    const { router } = await openResult();
    await router.navigate({ to: '/dashboard' });
    await screen.findByText(/^You will be signed out in/);
    await pass(minutes(15));
    await expect.poll(signedIn).toBeUndefined();
  });

  it('[EXAM-13] never signs out during the next exam', async () => {
    await openResult();
    act(() => examPresence.set({ phase: 'running', simulation: false }));
    expect(screen.queryByText(/^You will be signed out in/)).toBeNull();
    await pass(minutes(20));
    expect(signedIn()).toBeDefined();
  });
});
