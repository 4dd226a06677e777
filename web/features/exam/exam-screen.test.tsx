import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { type RunningExam, runningExam } from '#web/base/exam-presence.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { examQuestion, loadedExam } from './testing/exam.ts';

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
  expect(screen.queryByText(/No connection|handed in as soon/)).toBeNull();
  remainingSeconds = 600;
  await screen.findByText('Întrebarea 1', {}, { timeout: 10_000 });
  expect(screen.queryByText(held)).toBeNull();
});
