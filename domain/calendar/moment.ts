const bucharest = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Bucharest',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** What the clock in Bucharest shows at an instant, read as if it were UTC. */
const wallAt = (instant: number) => Date.parse(`${bucharest.format(instant).replace(' ', 'T')}Z`);

/** The instant of an ISO date-time, in milliseconds; one without an offset is the wall clock of Bucharest. */
export function instantOf(moment: string): number {
  if (/(z|[+-]\d{2}:?\d{2})$/i.test(moment)) return Date.parse(moment);
  const wall = Date.parse(`${moment}Z`);
  const nearly = wall - (wallAt(wall) - wall);
  return wall - (wallAt(nearly) - nearly);
}
