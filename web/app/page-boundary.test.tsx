import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ChunkError } from './chunk.ts';
import { chooseLanguage } from './i18n.ts';
import { PageBoundary } from './page-boundary.tsx';

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

it('[NAV-1] a part that did not arrive offers to try again, without losing the page when the server is away', async () => {
  failure = new ChunkError(new Error('offline'));
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
  show();
  expect(screen.getByRole('heading', { name: 'The page could not be loaded' })).toBeTruthy();
  failure = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the page');
});

it('[NAV-1] when the server answers, a fresh page is fetched', async () => {
  failure = new ChunkError(new Error('gone after a new version'));
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response(null));
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(reload).toHaveBeenCalled());
});

it('a defect of ours shows a page that says what was kept', () => {
  failure = new Error('boom');
  show();
  expect(screen.getByRole('heading', { name: 'This page has stopped working' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy();
});
