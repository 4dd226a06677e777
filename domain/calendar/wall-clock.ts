import { parseDay } from './romanian-date.ts';
import { parseTimeOfDay } from './time-of-day.ts';

/**
 * The day and time on the university's clock, as ISO without an offset, parsed from day/month/year and a time of day;
 * undefined when either is invalid or missing.
 */
export function parseWallClock(input: string): string | undefined {
  const [dayText, ...timeTexts] = input.trim().split(/,?\s+|T/);
  const day = parseDay(dayText ?? '');
  const time = parseTimeOfDay(timeTexts.join(' '));
  return day === undefined || time === undefined ? undefined : `${day}T${time}`;
}
