import { dateWords } from '#i18n/date-words.ts';
import { type Language, locales } from '#i18n/languages.ts';

/** Every moment is shown in the university's time zone, whatever the browser's is. */
const timeZone = 'Europe/Bucharest';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone,
});
const clockFormat = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
});

/** A calendar day has no time zone: `2026-02-03` is the third everywhere. */
const calendarDay = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day as day/month/year (`03/02/2026`), or '-' when there is none; takes a calendar day or a moment. */
export function formatDate(value: string | Date | null | undefined): string {
  if (value === null || value === undefined || value === '') return '-';
  const day = typeof value === 'string' ? calendarDay.exec(value) : null;
  if (day) return `${day[3]}/${day[2]}/${day[1]}`;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? '-' : dayFormat.format(moment);
}

/** The 24-hour time of a moment (`09:05`), or '-' when there is none. */
export function formatTime(value: string | Date | null | undefined): string {
  if (value === null || value === undefined || value === '') return '-';
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? '-' : clockFormat.format(moment);
}

/** The date and time of a moment (`03/02/2026 09:05`), or '-' when there is none. */
export function formatDateTime(value: string | Date | null | undefined): string {
  const day = formatDate(value);
  return day === '-' ? day : `${day} ${formatTime(value)}`;
}

/** A day in words, for a heading: "Tuesday, 3 February 2026". */
export function formatLongDate(moment: Date, language: Language): string {
  return dateWords(moment, language, { dateStyle: 'full', timeZone });
}

/** A share, 0 to 1, in whole percent as the language writes it: "46%" in English, "46 %" in Romanian. */
export function formatPercent(share: number, language: Language): string {
  return new Intl.NumberFormat(locales[language], { style: 'percent' }).format(share);
}

/** A number with the separators of the language. */
export function formatNumber(value: number, language: Language, fractionDigits?: number): string {
  return new Intl.NumberFormat(locales[language], {
    ...(fractionDigits === undefined
      ? {}
      : { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits }),
  }).format(value);
}
