const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const romanian = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/;

/** Whether a year, month and day form a real date. */
function isRealDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Parses an ISO or Romanian day/month/year date to ISO; undefined when it is not a real date. */
export function parseDay(input: string): string | undefined {
  const text = input.trim();
  const iso = isoDate.exec(text);
  const local = romanian.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (!isRealDay(Number(year), Number(month), Number(day))) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** Formats a day the Romanian way, or '-' when there is none. */
export function showDay(isoDay: string | null | undefined): string {
  const match = isoDay ? isoDate.exec(isoDay.slice(0, 10)) : null;
  return match ? `${match[3]}/${match[2]}/${match[1]}` : '-';
}
