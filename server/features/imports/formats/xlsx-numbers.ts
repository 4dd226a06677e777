import { addToFont, type FontFacts } from './xlsx-texts.ts';
import { walkXml } from './xml-tree.ts';

/** How a spreadsheet shows a number: as it is, as a percentage, or as a date or time. */
type NumberKind = 'number' | 'percent' | 'date';

/** The style of a cell: its number format and its font. */
export type CellStyle = { readonly kind: NumberKind; readonly code: string; readonly font: FontFacts };

export const plainStyle: CellStyle = { kind: 'number', code: '', font: {} };

/** The built-in formats that show more than the digits of a number. */
const builtIn: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%', 12: '# ?/?', 13: '# ??/??' };
/** The built-in formats of dates and times, also of East Asian languages. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** A format of the file, without its literal parts and colours. */
const bare = (code: string) =>
  code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '');

function kindOf(id: number, code: string, isCustom: boolean): NumberKind {
  if (!isCustom && isDateFormat(id)) return 'date';
  if (bare(code).includes('%')) return 'percent';
  return /[dmyhs]/i.test(bare(code)) ? 'date' : 'number';
}

/** The styles of a workbook, by the style index of its cells. */
export function cellStyles(styles: string | undefined): readonly CellStyle[] {
  const custom = new Map<number, string>();
  const fonts: FontFacts[] = [];
  const formats: { id: number; font: number }[] = [];
  const names: string[] = [];
  if (styles === undefined) return [];
  walkXml(styles, {
    open: (name, attributes) => {
      const parent = names.at(-1);
      if (name === 'numFmt') custom.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
      if (name === 'font' && parent === 'fonts') fonts.push({});
      const font = fonts.at(-1);
      if (font && parent === 'font' && names.at(-2) === 'fonts') addToFont(font, name, attributes);
      if (name === 'xf' && parent === 'cellXfs')
        formats.push({ id: Number(attributes.numFmtId ?? 0), font: Number(attributes.fontId ?? 0) });
      names.push(name);
    },
    close: () => void names.pop(),
    text: () => undefined,
  });
  return formats.map(({ id, font }) => {
    const code = custom.get(id) ?? builtIn[id] ?? '';
    return { kind: kindOf(id, code, custom.has(id)), code, font: fonts[font] ?? {} };
  });
}

const dayMilliseconds = 86_400_000;
/** The day 0 of workbooks; those of old Macs count from 1904. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
const highestDay = 2_958_465;

const two = (value: number) => String(value).padStart(2, '0');
/** Spreadsheets keep fifteen digits. */
const exact = (value: number) => Number(value.toPrecision(15));

/** The sections of a format: for positive numbers, negative ones, zero, and text. */
const sectionsOf = (code: string) =>
  code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]?|[^;"\\[])+|(?<=;|^)(?=;|$)/gs) ?? [];

const token =
  /"([^"]*)"|\\(.)|[_*](.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(general|[0#?.,]*[0#?][0#?.,]*(?:E[+-][0#?]+)?)|(@)|(.)/gis;

/** What a section writes before and after its number or text (`holds`); undefined when it splits or hides it. */
type Section = { readonly before: string; readonly after: string; readonly holds: string };

function readSection(section: string): Section | undefined {
  let before = '';
  let after = '';
  let holds = '';
  for (const [all, quoted, escaped, filler, currency, number, text, other] of section.matchAll(token)) {
    const held = number ?? text;
    if (held !== undefined && holds !== '') return undefined;
    if (held !== undefined) holds = held;
    const space = filler !== undefined && all.startsWith('_') ? ' ' : undefined;
    const literal = quoted ?? escaped ?? space ?? currency ?? other ?? '';
    if (holds === '') before += literal;
    else after += literal;
  }
  return holds === '' && `${before}${after}`.trim() === '' ? undefined : { before, after, holds };
}

const isConditional = (code: string) => /\[[<>=]/.test(code);

/** A number with the signs of its format ("5 mg"); undefined when the format shows it in another form. */
function withSigns(value: number, code: string): string | undefined {
  const sections = sectionsOf(code);
  const [positive = '', negative, zero] = sections;
  if (isConditional(code)) return undefined;
  const own = value < 0 ? negative : value === 0 ? zero : undefined;
  const section = readSection(own ?? positive);
  if (!section || section.holds === '@') return section ? String(exact(value)) : undefined;
  const { before, after, holds } = section;
  if (holds === '') return before.replace(/\s+/g, ' ').trim();
  const [whole = ''] = holds.split('.');
  const thousands = /E/i.test(holds) ? 0 : (/,+(?=\.|$)/.exec(holds)?.[0].length ?? 0);
  const amount = exact((Math.abs(value) * (/%/.test(before + after) ? 100 : 1)) / 1000 ** thousands);
  const [digits = '', decimals] = String(amount).split('.');
  const least = /^[0#?,]*$/.test(whole) ? whole.replace(/[^0]/g, '').length : 1;
  const shown = `${digits.padStart(least, '0')}${decimals === undefined ? '' : `.${decimals}`}`;
  const sign = value < 0 && own === undefined ? '-' : '';
  return `${sign}${before}${shown}${after}`.replace(/\s+/g, ' ').trim();
}

type Shown = {
  readonly text: string /** Whether the spreadsheet shows another form. */;
  readonly other: boolean;
};

/**
 * A number as the spreadsheet shows it: with the signs of its format, a date as day.month.year, a time as
 * hours:minutes. Decimals are not rounded.
 */
export function shownNumber(value: number, { kind, code }: CellStyle, from: keyof typeof dayZero): Shown {
  const plain = { text: String(exact(value)), other: false };
  if (kind !== 'date') {
    const text = code === '' ? plain.text : withSigns(value, code);
    return text === undefined ? { ...plain, other: true } : { text, other: false };
  }
  if (value < 0 || value > highestDay) return plain;
  const moment = new Date(dayZero[from] + Math.round(value * 1440) * (dayMilliseconds / 1440));
  const time = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  const day = `${two(moment.getUTCDate())}.${two(moment.getUTCMonth() + 1)}.${moment.getUTCFullYear()}`;
  if (value < 1) return { text: time, other: false };
  return { text: Number.isInteger(value) ? day : `${day} ${time}`, other: false };
}

/** What a format writes before and after a text ("@ mg"). */
export function aroundText({ code }: CellStyle): Pick<Section, 'before' | 'after'> {
  const section = sectionsOf(code).find((one) => bare(one).includes('@'));
  const { before = '', after = '' } = (section && readSection(section)) || {};
  return { before, after };
}
