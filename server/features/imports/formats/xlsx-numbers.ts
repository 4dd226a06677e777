import { walkXml } from './xml-tree.ts';

/** How a spreadsheet shows a number: as it is, as a percentage, or as a date or time. */
export type NumberKind = 'number' | 'percent' | 'date';

const percents = new Set([9, 10]);
/** The built-in formats of dates and times, also of East Asian languages. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** A format of the file, without its literal parts and colours. */
const bare = (code: string) =>
  code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '');

function kindOf(id: number, custom: ReadonlyMap<number, string>): NumberKind {
  const code = custom.get(id);
  if (code === undefined) return percents.has(id) ? 'percent' : isDateFormat(id) ? 'date' : 'number';
  if (bare(code).includes('%')) return 'percent';
  return /[dmyhs]/i.test(bare(code)) ? 'date' : 'number';
}

/** The kinds of numbers by the style index of their cells. */
export function numberKinds(styles: string | undefined): readonly NumberKind[] {
  const custom = new Map<number, string>();
  const ids: number[] = [];
  const names: string[] = [];
  if (styles === undefined) return [];
  walkXml(styles, {
    open: (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'xf' && names.at(-1) === 'cellXfs') ids.push(Number(attributes.numFmtId ?? 0));
      names.push(name);
    },
    close: () => void names.pop(),
    text: () => undefined,
  });
  return ids.map((id) => kindOf(id, custom));
}

const dayMilliseconds = 86_400_000;
/** The day 0 of workbooks; those of old Macs count from 1904. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
const highestDay = 2_958_465;

const two = (value: number) => String(value).padStart(2, '0');
/** Spreadsheets keep fifteen digits. */
const exact = (value: number) => Number(value.toPrecision(15));

/** A number as the spreadsheet shows it: a percentage with its sign, a date as day.month.year, a time as hours:minutes. */
export function shownNumber(value: number, kind: NumberKind, from: keyof typeof dayZero): string {
  if (kind === 'percent') return `${exact(value * 100)}%`;
  if (kind === 'number' || value < 0 || value > highestDay) return String(exact(value));
  const moment = new Date(dayZero[from] + Math.round(value * 1440) * (dayMilliseconds / 1440));
  const time = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  const day = `${two(moment.getUTCDate())}.${two(moment.getUTCMonth() + 1)}.${moment.getUTCFullYear()}`;
  if (value < 1) return time;
  return Number.isInteger(value) ? day : `${day} ${time}`;
}
