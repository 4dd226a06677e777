import type { TFunction } from 'i18next';
import type { Finding } from './finding.ts';

/** Smaller differences are noise: the server sends whole seconds, and the response takes time to arrive. */
const tolerated = 10_000;
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A duration in its largest whole unit. */
function inWords(t: TFunction, milliseconds: number): string {
  if (milliseconds >= day) return t('rehearsal.daysBy');
  if (milliseconds >= hour) return t('rehearsal.hoursBy', { count: Math.round(milliseconds / hour) });
  if (milliseconds >= minute) return t('rehearsal.minutesBy', { count: Math.round(milliseconds / minute) });
  return t('rehearsal.secondsBy', { count: Math.round(milliseconds / second) });
}

/**
 * Compares the computer's clock with the server's. For information only: no exam depends on the computer's clock
 * (SAFE-5).
 */
export function judgeClock(computer: number, server: number | undefined): Finding {
  if (server === undefined) return { state: 'note', says: (t) => t('rehearsal.clock_unknown') };
  const by = Math.abs(computer - server);
  if (by <= tolerated) return { state: 'good', says: (t) => t('rehearsal.clock_good') };
  const says = computer > server ? 'rehearsal.clock_ahead' : 'rehearsal.clock_behind';
  return { state: 'note', says: (t) => t(says, { by: inWords(t, by) }) };
}
