import { describe, expect, it } from 'vitest';
import { holidayOn, holidaysOf, orthodoxEaster } from './holidays.ts';

/** Orthodox Easter dates as printed in church calendars. */
const easters =
  `2020-04-19 2021-05-02 2022-04-24 2023-04-16 2024-05-05 2025-04-20 2026-04-12 2027-05-02 2028-04-16 2029-04-08
  2030-04-28 2031-04-13 2032-05-02 2033-04-24 2034-04-09 2035-04-29 2036-04-20 2037-04-05 2038-04-25 2039-04-17 2040-05-06`.split(
    /\s+/,
  );

/** Days off as published for single years; later years are not published yet. */
const published: Record<number, string> = {
  2020: '01-01 01-02 01-24 04-17 04-19 04-20 05-01 06-01 06-07 06-08 08-15 11-30 12-01 12-25 12-26',
  2021: '01-01 01-02 01-24 04-30 05-01 05-02 05-03 06-01 06-20 06-21 08-15 11-30 12-01 12-25 12-26',
  2022: '01-01 01-02 01-24 04-22 04-24 04-25 05-01 06-01 06-12 06-13 08-15 11-30 12-01 12-25 12-26',
  2023: '01-01 01-02 01-24 04-14 04-16 04-17 05-01 06-01 06-04 06-05 08-15 11-30 12-01 12-25 12-26',
  2024: '01-01 01-02 01-06 01-07 01-24 05-01 05-03 05-05 05-06 06-01 06-23 06-24 08-15 11-30 12-01 12-25 12-26',
  2025: '01-01 01-02 01-06 01-07 01-24 04-18 04-20 04-21 05-01 06-01 06-08 06-09 08-15 11-30 12-01 12-25 12-26',
  2026: '01-01 01-02 01-06 01-07 01-24 04-10 04-12 04-13 05-01 05-31 06-01 08-15 11-30 12-01 12-25 12-26',
};

describe('the public holidays of Romania', () => {
  it.each(easters)('Orthodox Easter falls on %s, as in the tables of the church', (day) => {
    expect(orthodoxEaster(Number(day.slice(0, 4)))).toBe(day);
    expect(new Date(`${day}T00:00:00Z`).getUTCDay()).toBe(0);
  });

  it.each(Object.entries(published))('the days off of %s are those that were published', (year, days) => {
    const found = [...new Set(holidaysOf(Number(year)).map(({ day }) => day.slice(5)))];
    expect(found).toEqual(days.split(' '));
  });

  it('each holiday applies from the year its law came into force', () => {
    const known = (day: string) => holidayOn(day) !== undefined;
    expect([known('2017-04-14'), known('2018-04-06')]).toEqual([false, true]);
    expect([known('2023-01-06'), known('2024-01-06'), known('2024-01-07')]).toEqual([false, true, true]);
    expect([known('2016-06-01'), known('2017-06-01')]).toEqual([false, true]);
    expect([known('2016-01-24'), known('2017-01-24')]).toEqual([false, true]);
    expect([known('2011-11-30'), known('2012-11-30')]).toEqual([false, true]);
  });

  it.each(easters.filter((easter) => easter > '2027'))(
    'the days off of the year with Easter on %s follow from the law in force in 2026, not from a publication',
    (easter) => {
      const fromEaster = (days: number) =>
        new Date(Date.parse(`${easter}T00:00:00Z`) + days * 86_400_000).toISOString().slice(5, 10);
      const fixed = '01-01 01-02 01-06 01-07 01-24 05-01 06-01 08-15 11-30 12-01 12-25 12-26'.split(' ');
      const movable = [-2, 0, 1, 49, 50].map(fromEaster);
      const found = new Set(holidaysOf(Number(easter.slice(0, 4))).map(({ day }) => day.slice(5)));
      expect([...found].sort()).toEqual([...new Set([...fixed, ...movable])].sort());
    },
  );

  it('the movable feasts have their names on the days after and before Easter, 2020 to 2040', () => {
    for (const easter of easters) {
      const shifted = (days: number) =>
        new Date(Date.parse(`${easter}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
      const names = [-2, 0, 1, 49, 50].map((days) =>
        holidaysOf(Number(easter.slice(0, 4)))
          .filter(({ day }) => day === shifted(days))
          .map(({ name }) => name),
      );
      expect(
        names.map((on) => on.find((name) => ['goodFriday', 'easter', 'pentecost'].includes(name))),
      ).toEqual(['goodFriday', 'easter', 'easter', 'pentecost', 'pentecost']);
    }
  });

  it('other days are not holidays', () => {
    expect(holidayOn('2026-03-16')).toBeUndefined();
    expect(holidayOn('2026-12-24')).toBeUndefined();
  });
});
