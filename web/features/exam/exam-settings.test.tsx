import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { sentUiSettings, stubWire } from '#web/base/testing/wire.ts';
import { examQuestion, loadedExam } from './testing/exam.ts';

afterEach(closeApp);

// Settings are fetched once per page, so this test has its own file.
it('[CONF-1] [EXAM-4] [EXAM-18] an exam shows square marks and a star on simple questions when the settings say so', async () => {
  const loaded = { body: loadedExam([{}, {}]) };
  stubWire({
    'GET applicationUiSettings': {
      body: { ...sentUiSettings, questionRadioSimple: false, markSingle: true },
    },
    'GET getExamById': loaded,
    'GET examGroups/9': loaded,
    'PUT examQuestion': { body: examQuestion(1, { of: 2, kind: 'simple' }) },
  });
  await openApp('/exam/9', { as: loginData({ role: 'Studenti', pkStudent: 3 }) });
  await screen.findByText('Întrebarea 1');
  expect(await screen.findByText(/^CS\*/)).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(5);
  expect(screen.queryByRole('radio')).toBeNull();
});
