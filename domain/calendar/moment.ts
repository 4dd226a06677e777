import { parseDay } from './romanian-date.ts';

const isoMoment =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(Z|[+-]\d{2}:[0-5]\d)?$/;

/** Clocks on earth are at most this far from UTC. */
const farthestOffset = '14:00';

/**
 * An ISO date-time with its offset or, without one, in Bucharest wall-clock time; undefined when its day, time or
 * offset does not exist.
 */
export function parseMoment(input: string): string | undefined {
  const text = input.trim();
  const [, day, offset] = isoMoment.exec(text) ?? [];
  if (day === undefined || parseDay(day) === undefined) return undefined;
  return offset !== undefined && offset.slice(1) > farthestOffset ? undefined : text;
}

const bucharest = /* @__PURE__ */ new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** The wall-clock time in Bucharest at a moment, to the second, as ISO without an offset: `2026-02-03T08:00:00`. */
export const wallClockOf = (moment: string | Date): string =>
  bucharest.format(new Date(moment)).replace(' ', 'T');

/** The same with its seconds set to 0: `2026-02-03T08:00:00`. */
export const toTheMinute = (moment: string): string => `${wallClockOf(moment).slice(0, 16)}:00`;

/** The wall-clock time in Bucharest at an instant, read as if it were UTC. */
const wallAt = (instant: number) => Date.parse(`${bucharest.format(instant).replace(' ', 'T')}Z`);

/** The instant of an ISO date-time, in milliseconds; without an offset it is Bucharest wall-clock time. */
export function instantOf(moment: string): number {
  if (/(z|[+-]\d{2}:?\d{2})$/i.test(moment)) return Date.parse(moment);
  const wall = Date.parse(`${moment}Z`);
  const approximate = wall - (wallAt(wall) - wall);
  return wall - (wallAt(approximate) - approximate);
}

const dayMilliseconds = 24 * 60 * 60_000;

/** The instant some days later at the same wall-clock time in Bucharest, also over a change of the clock. */
export function daysLater(instant: number, days: number): number {
  if (days === 0) return instant;
  const second = Math.floor(instant / 1000) * 1000;
  const wall = new Date(wallAt(second) + days * dayMilliseconds).toISOString().slice(0, 19);
  return instantOf(wall) + (instant - second);
}
