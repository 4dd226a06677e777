import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ServedQuestion } from '#contract/questions.ts';
import { closeApp, openApp } from '#web/app/testing/open-app.tsx';
import { loginData } from '#web/base/testing/sign-in.ts';
import { sentUiSettings, stubWire } from '#web/base/testing/wire.ts';

afterEach(closeApp);

const simple: ServedQuestion = {
  id: 1,
  index: 1,
  question: { id: 1, text: 'Ce este?', points: 10, attachmentName: null },
  answerType: 'simple',
  answerExams: [{ id: 10, isChecked: false, answer: { description: 'unu', answerAttachment: null } }],
};

// Settings are fetched once per page, so these tests have their own file.
it('[EXAM-4] shows a star on the mark of a simple question when the settings say so', async () => {
  stubWire({
    'GET applicationUiSettings': { body: { ...sentUiSettings, markSingle: true } },
    'GET questions/7/preview': { body: simple },
  });
  await openApp('/questionPreview?questionId=7&kind=simple', { as: loginData({ role: 'Profesori' }) });
  expect(await screen.findByText('CS*')).toBeTruthy();
});
