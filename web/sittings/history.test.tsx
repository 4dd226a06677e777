import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/students-exams.ts';
import type { Language } from '#i18n/languages.ts';
import { chooseLanguage, loadTexts, studentsExamsTexts } from '#web/base/i18n.ts';
import { History } from './history.tsx';
import { historyEntry } from './testing/history-entry.ts';

const entry = (some: Partial<HistoryEntry>) => historyEntry({ event: 'skipped', questionIndex: 4, ...some });

async function linesIn(language: Language, entries: readonly HistoryEntry[]): Promise<(string | null)[]> {
  await chooseLanguage(language);
  await loadTexts(studentsExamsTexts);
  render(
    <MantineProvider env="test">
      <History entries={entries} recording={undefined} />
    </MantineProvider>,
  );
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  cleanup();
  return lines;
}

beforeAll(() => chooseLanguage('en'));
afterEach(cleanup);

it('[RESU-7] says after an event how many of its kind are not shown', async () => {
  const entries = [
    entry({ omitted: 5 }),
    entry({ event: 'loaded', questionIndex: null, omitted: 1 }),
    entry({}),
  ];
  expect(await linesIn('en', entries)).toEqual([
    expect.stringContaining('Question 4 was skipped.'),
    '5 more events of this kind are not shown.',
    expect.stringContaining('opened again'),
    '1 more event of this kind is not shown.',
    expect.stringContaining('Question 4 was skipped.'),
  ]);
});

it('[RESU-7][EXAM-8][EXAM-9] tells apart what counts, what came too late and what another device sent', async () => {
  const lines = await linesIn('en', [
    entry({ event: 'saved', answers: 'AC', delaySeconds: 150 }),
    entry({ event: 'late', answers: 'B' }),
    entry({ event: 'otherWriter', answers: '' }),
  ]);
  expect(lines).toEqual([
    expect.stringMatching(/Question 4: A, C was saved\.The connection was lost: it waited 2 min/),
    expect.stringContaining('Question 4: B came too late; it was kept and does not count.'),
    expect.stringMatching(
      /Question 4: .* came from a page that no longer answers this exam; it does not count\./,
    ),
  ]);
});

it('[RESU-7][EXAM-15] says in words how an exam began, moved, was given time, taken over, ended, reopened and scored again', async () => {
  const by = 'Ana Pop';
  const reason = 'Pană de curent';
  const lines = await linesIn('en', [
    entry({ event: 'begun' }),
    entry({ event: 'saved' }),
    entry({ event: 'saved', answers: '' }),
    entry({ event: 'loaded', computer: 2 }),
    entry({ event: 'timeCredited', minutes: 7, deadline: '2026-02-03T09:07:00.000Z' }),
    entry({ event: 'finished', cause: 'deadline' }),
    entry({ event: 'reopened', minutes: 15, by, reason }),
    entry({ event: 'finished', cause: 'staff', by, reason }),
    entry({ event: 'regraded', by }),
    entry({ event: 'finished', cause: 'student' }),
  ]);
  expect(lines).toEqual(
    [
      'The exam began with sign-in 1.',
      'Question 4 was left as it was.',
      'Question 4: all ticks were removed.',
      'The exam was opened again, with sign-in 2; it is answered there from now on.',
      '7 minutes were credited; the exam now ends at 11:07.',
      'The time ran out and the exam ended.',
      'Ana Pop reopened the exam with 15 minutes more: Pană de curent',
      'Ana Pop ended the exam: Pană de curent',
      'After a decision by Ana Pop the exam was scored again.',
      'The student handed in the exam.',
    ].map((words) => `10:00:00${words}`),
  );
});

it.each([
  ['ro', 1, 'Încă 1 eveniment de acest fel nu este afișat.'],
  ['ro', 5, 'Încă 5 evenimente de acest fel nu sunt afișate.'],
  ['ro', 19, 'Încă 19 evenimente de acest fel nu sunt afișate.'],
  ['ro', 20, 'Încă 20 de evenimente de acest fel nu sunt afișate.'],
  ['ro', 101, 'Încă 101 evenimente de acest fel nu sunt afișate.'],
  ['ro', 120, 'Încă 120 de evenimente de acest fel nu sunt afișate.'],
  ['fr', 1, '1 autre événement de ce type n’est pas affiché.'],
  ['fr', 5, '5 autres événements de ce type ne sont pas affichés.'],
] as const)('[RESU-7][UX-1] says it in %s for %d events', async (language, omitted, text) => {
  const [, line] = await linesIn(language, [entry({ event: 'loaded', questionIndex: null, omitted })]);
  expect(line).toBe(text);
});
