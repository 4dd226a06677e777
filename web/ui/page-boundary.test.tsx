import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError, chunk } from '#web/base/chunk.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { chooseLanguage } from '#web/base/i18n.ts';
import { isOutdated } from '#web/base/page-version.ts';
import { PageBoundary } from './page-boundary.tsx';

const retry = vi.fn();
let failure: Error | undefined;
function Fragile() {
  if (failure) throw failure;
  return <p>the page</p>;
}

beforeEach(async () => {
  await chooseLanguage('en');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <MantineProvider env="test">
      <PageBoundary>
        <Fragile />
      </PageBoundary>
    </MantineProvider>,
  );

it('[NAV-1] offers a retry when a chunk did not load, and keeps the page when the server is unreachable', async () => {
  failure = new ChunkError(new Error('offline'), retry);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  show();
  expect(screen.getByRole('heading', { name: 'The page could not be loaded' })).toBeTruthy();
  failure = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the page');
  expect(retry).toHaveBeenCalledOnce();
});

it('[NAV-1] shows the failure of a chunk that fails after a while, and retries only on request', async () => {
  let isAway = true;
  const fetchModule = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (isAway) throw new TypeError('offline');
    return { text: 'the page' };
  });
  const part = chunk(fetchModule);
  const Loaded = () => <p>{use(part.last()).text}</p>;
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  await act(async () => {
    render(
      <MantineProvider env="test">
        <PageBoundary>
          <Suspense fallback="wait">
            <Loaded />
          </Suspense>
        </PageBoundary>
      </MantineProvider>,
    );
  });
  await screen.findByRole('heading', { name: 'The page could not be loaded' });
  expect(fetchModule).toHaveBeenCalledOnce();
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the page');
  expect(fetchModule).toHaveBeenCalledTimes(2);
});

it('[NAV-1] reloads the page when the server responds', async () => {
  failure = new ChunkError(new Error('gone after a new version'), retry);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response(null));
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

it.each([
  ['reloads by itself outside an exam', 'none', 1],
  ['leaves the reload to the student during an exam', 'running', 0],
] as const)('[NAV-1] says that a new version replaced a chunk, and %s', async (_, phase, reloads) => {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'version', content: '1000.aaaaaaaa' });
  document.head.append(meta);
  examPresence.set(phase === 'none' ? { phase } : { phase, simulation: false });
  failure = new ChunkError(new Error('404'), retry);
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response(null, { headers: { 'x-page-version': '2000.bbbbbbbb' } }));
  show();
  await screen.findByText('A new version of the platform was installed. Reload the page to use it.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
  expect(reload).toHaveBeenCalledTimes(reloads);
  // Not again at once: an older server may still send the old page.
  cleanup();
  show();
  await screen.findByRole('button', { name: 'Reload the page' });
  expect(reload).toHaveBeenCalledTimes(reloads);
  meta.remove();
  isOutdated.set(false);
  examPresence.set({ phase: 'none' });
});

it('shows what was kept when the page crashes', () => {
  failure = new Error('boom');
  show();
  expect(screen.getByRole('heading', { name: 'This page has stopped working' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
});
