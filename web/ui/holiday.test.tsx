import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bookingTexts, chooseLanguage, loadTexts } from '#web/base/i18n.ts';
import { Calendar } from './calendar.tsx';
import { DayInput } from './day-input.tsx';

beforeAll(() => loadTexts(bookingTexts));
afterEach(cleanup);

const show = (day: string) =>
  render(
    <MantineProvider env="test">
      <DayInput label="Data" value={day} onChange={() => undefined} />
      <Calendar day={undefined} opensAt={day} onPick={() => undefined} />
    </MantineProvider>,
  );

it.each([
  ['ro', 'Sărbătoare legală: Paștele ortodox'],
  ['en', 'Public holiday: Orthodox Easter'],
  ['fr', 'Jour férié : Pâques orthodoxes'],
] as const)(
  '[APPT-11] a day that is a public holiday is marked where days are chosen, in %s',
  async (language, text) => {
    await chooseLanguage(language);
    show('2027-05-02');
    expect(await screen.findByText(text)).toBeTruthy();
    // Easter Sunday and Monday in the calendar of May 2027.
    expect(screen.getAllByTitle(text).map((day) => day.textContent)).toEqual(['2', '3']);
  },
);

it('[APPT-11] an ordinary day is not marked', async () => {
  await chooseLanguage('en');
  show('2027-05-12');
  expect(screen.queryByText(/Public holiday/)).toBeNull();
});
