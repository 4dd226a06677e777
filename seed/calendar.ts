const bucharestDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Bucharest',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The ISO date in the university's time zone. */
export const dayOf = (now: Date): string => bucharestDay.format(now);

/** The ISO date a number of days later, or earlier when negative. */
export function daysAfter(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

const isWorkday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** The ISO date a number of working days later, or earlier when negative. */
export function workdaysAfter(day: string, count: number): string {
  let [reached, left] = [day, Math.abs(count)];
  while (left > 0) {
    reached = daysAfter(reached, Math.sign(count));
    if (isWorkday(reached)) left -= 1;
  }
  return reached;
}

/** The calendar year in which a date's university year began; university years begin in October. */
export function universityYearOf(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return month >= 10 ? year : year - 1;
}
