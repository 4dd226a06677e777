import { parseMoment } from './moment.ts';

const twentyFourHours = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/;
const twelveHours = /^(0?[1-9]|1[0-2]):([0-5]\d)(?::[0-5]\d)?\s*([ap])\.?m\.?$/i;

/** Parses a time of day to HH:MM from 24-hour, 12-hour AM/PM or ISO form; undefined when invalid. */
export function parseTimeOfDay(input: string): string | undefined {
  const text = input.trim();
  const twelve = twelveHours.exec(text);
  if (twelve) {
    const hour = (Number(twelve[1]) % 12) + (twelve[3]?.toLowerCase() === 'p' ? 12 : 0);
    return `${String(hour).padStart(2, '0')}:${twelve[2]}`;
  }
  const match = twentyFourHours.exec(parseMoment(text)?.slice(11, 16) ?? text);
  return match?.[1] === undefined ? undefined : `${match[1].padStart(2, '0')}:${match[2]}`;
}
