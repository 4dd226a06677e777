import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { examPresence } from '#web/base/exam-presence.ts';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';

const student = () => loginData({ role: 'Studenti', pkStudent: 3 }, { pkStudent: 3 });
const text = 'A new version of the platform was installed. Reload the page to use it.';
const notice = () => screen.queryByText(text);

let meta: HTMLMetaElement;
beforeEach(() => {
  meta = document.createElement('meta');
  Object.assign(meta, { name: 'version', content: '1000.aaaaaaaa' });
  document.head.append(meta);
});
afterEach(async () => {
  meta.remove();
  examPresence.set({ phase: 'none' });
  await closeApp();
  vi.restoreAllMocks();
});

/** Opens a screen while the server has the given version. */
async function openWith(version: string, exam: object = { status: 'NotStarted' }) {
  stubWire({ 'GET checkExam': { body: exam, headers: { 'x-page-version': version } } });
  await openApp('/dashboard', { as: student() });
  await screen.findByRole('heading', { level: 1 });
}

it('says that a newer version is installed, and reloads on request', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  await openWith('2000.bbbbbbbb');
  await screen.findByText(text);
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  ['the same build on another machine', '2000.aaaaaaaa'],
  ['a server that is not upgraded yet', '500.bbbbbbbb'],
])('does not mind %s', async (_, version) => {
  await openWith(version);
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeTruthy());
  expect(notice()).toBeNull();
});

it('is not shown while an exam runs or is prepared', async () => {
  const exam = { kind: 'official', groupId: 31, examName: 'Examen de iarnă', remainingSeconds: 3000 };
  await openWith('2000.bbbbbbbb', { status: 'Started', ...exam });
  await screen.findByRole('region', { name: 'Your exam is running' });
  expect(notice()).toBeNull();
  await closeApp();
  examPresence.set({ phase: 'preparing', simulation: false });
  await openWith('2000.bbbbbbbb');
  expect(notice()).toBeNull();
  act(() => examPresence.set({ phase: 'none' }));
  await screen.findByText(text);
});
