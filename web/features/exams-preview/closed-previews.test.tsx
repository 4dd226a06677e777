import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { sentUiSettings, stubWire } from '#web/base/testing/wire.ts';
import { resultRow } from '#web/sittings/testing/results.ts';

afterEach(closeApp);

it('[RESU-2] lists results but does not open them while previews are not allowed', async () => {
  stubWire({
    'GET applicationUiSettings': { body: { ...sentUiSettings, allowExamPreview: false } },
    'GET examsPreview': { body: [resultRow(31)], headers: { 'x-total-count': '1' } },
  });
  await openApp('/examsPreview', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
  await screen.findByText(/cannot be seen at present/);
  const table = await screen.findByRole('table');
  within(table).getByText('7.93');
  expect(within(table).queryByRole('link')).toBeNull();
});
