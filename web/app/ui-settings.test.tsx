import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loginData } from '#web/base/testing/sign-in.ts';
import { stubWire } from '#web/base/testing/wire.ts';
import { closeApp, openApp } from './testing/open-app.tsx';

afterEach(closeApp);

// Settings are fetched once per page load, so this test has its own file.
it('[CONF-1] applicationUiSettings is fetched once and cached, whatever is opened next', async () => {
  const wire = stubWire();
  const { router } = await openApp('/dashboard', { as: loginData({ role: 'Admin' }) });
  for (const to of ['/sali', '/configuration', '/questionPreview', '/dashboard']) {
    await router.navigate({ to });
    await screen.findByRole('main');
  }
  expect(wire.calls().filter((call) => call === 'GET applicationUiSettings')).toHaveLength(1);
});
