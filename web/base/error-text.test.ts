import { beforeAll, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { loadTextOf, textOfCode, textsOfError } from './error-text.ts';
import { chooseLanguage, startWithFirstTexts, t } from './i18n.ts';

beforeAll(async () => {
  startWithFirstTexts();
  await chooseLanguage('en');
});

it('[UX-1] shows a general sentence until the text of a refusal is loaded, and loads it', async () => {
  expect(textOfCode('exam.none')).toBe('No exam is scheduled for you now.');
  expect(textOfCode('room.seatsExceeded')).toBe(t('messages.refused'));
  await vi.waitFor(() => expect(textOfCode('room.seatsExceeded')).toMatch(/more seats than the room/));
});

it('[UX-1] loads the texts of a refused field in the language chosen since', async () => {
  await chooseLanguage('fr');
  const error = new ApiError('validation.failed', {}, [
    { path: 'email', error: 'validation.email', params: {} },
  ]);
  await loadTextOf(error);
  expect(textsOfError(error)).toEqual([expect.stringMatching(/e-mail/)]);
  expect(textsOfError(error)).not.toEqual([t('messages.refused')]);
});
