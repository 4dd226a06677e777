import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { chooseLanguage } from '#web/base/i18n.ts';
import { Copyable } from './copyable.tsx';

beforeAll(() => chooseLanguage('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['copies', async () => undefined, 'Copied'],
  [
    'says that the browser refused',
    async () => Promise.reject(new Error('refused')),
    'The browser did not allow copying. Copy by hand: 20240001',
  ],
])('%s', async (_what, writeText, said) => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  render(
    <MantineProvider env="test">
      <Notifications />
      <Copyable text="20240001" />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy 20240001' }));
  expect(await screen.findByText(said)).toBeTruthy();
});
