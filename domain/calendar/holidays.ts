/** The public holidays of Romania, by the names they have in the labour code. */
const holidayNames = [
  'newYear',
  'epiphany',
  'saintJohn',
  'unification',
  'goodFriday',
  'easter',
  'labourDay',
  'childrensDay',
  'pentecost',
  'dormition',
  'saintAndrew',
  'nationalDay',
  'christmas',
] as const;
export type HolidayName = (typeof holidayNames)[number];
export type Holiday = { readonly day: string; readonly name: HolidayName };

const isoDay = (date: Date) => date.toISOString().slice(0, 10);
const dayOf = (year: number, month: number, day: number) => new Date(Date.UTC(year, month - 1, day));
const after = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

/** How many days the Julian calendar is behind in the years 1900 to 2099. */
const julianDays = 13;

/** Easter Sunday of the Orthodox Church by the Julian calendar (Meeus), for the years 1900 to 2099. */
export function orthodoxEaster(year: number): string {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  return isoDay(after(dayOf(year, month, day), julianDays));
}

/** A holiday by its date, and the first year in which it applies. */
type Rule = { readonly name: HolidayName; readonly since: number } & (
  | { readonly month: number; readonly day: number }
  | { readonly fromEaster: number }
);

/**
 * Article 139 of the labour code (law 53/2003) as amended: Pentecost and the Dormition since 2009 (law 202/2008), Saint Andrew's
 * day since 2012 (law 147/2012), the day of the unification since 2017 (law 176/2016), Children's day since 2017 (law 220/2016),
 * Good Friday since 2018 (law 64/2018), Epiphany and Saint John's day since 2024 (law 52/2023).
 */
const rules: readonly Rule[] = [
  { name: 'newYear', since: 2003, month: 1, day: 1 },
  { name: 'newYear', since: 2003, month: 1, day: 2 },
  { name: 'epiphany', since: 2024, month: 1, day: 6 },
  { name: 'saintJohn', since: 2024, month: 1, day: 7 },
  { name: 'unification', since: 2017, month: 1, day: 24 },
  { name: 'goodFriday', since: 2018, fromEaster: -2 },
  { name: 'easter', since: 2003, fromEaster: 0 },
  { name: 'easter', since: 2003, fromEaster: 1 },
  { name: 'labourDay', since: 2003, month: 5, day: 1 },
  { name: 'childrensDay', since: 2017, month: 6, day: 1 },
  { name: 'pentecost', since: 2009, fromEaster: 49 },
  { name: 'pentecost', since: 2009, fromEaster: 50 },
  { name: 'dormition', since: 2009, month: 8, day: 15 },
  { name: 'saintAndrew', since: 2012, month: 11, day: 30 },
  { name: 'nationalDay', since: 2003, month: 12, day: 1 },
  { name: 'christmas', since: 2003, month: 12, day: 25 },
  { name: 'christmas', since: 2003, month: 12, day: 26 },
];

/** The public holidays of a year in order; two may fall on one day. */
export function holidaysOf(year: number): readonly Holiday[] {
  const easter = new Date(`${orthodoxEaster(year)}T00:00:00Z`);
  return rules
    .filter(({ since }) => year >= since)
    .map((rule) => ({
      name: rule.name,
      day: isoDay('fromEaster' in rule ? after(easter, rule.fromEaster) : dayOf(year, rule.month, rule.day)),
    }))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/** The public holiday on an ISO day, or undefined. */
export function holidayOn(day: string): HolidayName | undefined {
  return holidaysOf(Number(day.slice(0, 4))).find((holiday) => holiday.day === day)?.name;
}
