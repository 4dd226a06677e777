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
const withoutLiterals = (code: string) =>
  code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '');

function kindOf(id: number, code: string, isCustom: boolean): NumberKind {
  if (!isCustom && isDateFormat(id)) return 'date';
  if (withoutLiterals(code).includes('%')) return 'percent';
  return /[dmyhs]/i.test(withoutLiterals(code)) ? 'date' : 'number';
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
/** Day 0 in the 1900 and 1904 date systems of Excel. */
const dayZero = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;
const highestDay = 2_958_465;

const two = (value: number) => String(value).padStart(2, '0');
/** Spreadsheets keep fifteen digits. */
const toSheetDigits = (value: number) => Number(value.toPrecision(15));

/** The sections of a format: for positive numbers, negative ones, zero, and text. */
const sectionsOf = (code: string) =>
  code.match(/(?:"[^"]*"?|\\.|\[[^\]]*\]?|[^;"\\[])+|(?<=;|^)(?=;|$)/gs) ?? [];

const token =
  /"([^"]*)"|\\(.)|[_*](.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|(general|[0#?.,]*[0#?][0#?.,]*(?:E[+-][0#?]+)?)|(@)|(.)/gis;

/** What a section writes before and after the placeholder of its number or text; undefined when it splits or hides it. */
type Section = { readonly before: string; readonly after: string; readonly placeholder: string };

function readSection(section: string): Section | undefined {
  let before = '';
  let after = '';
  let placeholder = '';
  for (const [all, quoted, escaped, filler, currency, number, text, other] of section.matchAll(token)) {
    const held = number ?? text;
    if (held !== undefined && placeholder !== '') return undefined;
    if (held !== undefined) placeholder = held;
    const space = filler !== undefined && all.startsWith('_') ? ' ' : undefined;
    const literal = quoted ?? escaped ?? space ?? currency ?? other ?? '';
    if (placeholder === '') before += literal;
    else after += literal;
  }
  return placeholder === '' && `${before}${after}`.trim() === '' ? undefined : { before, after, placeholder };
}

const isConditional = (code: string) => /\[[<>=]/.test(code);

/** A number with the literal text of its format ("5 mg"); undefined when the format shows it in another form. */
function withLiterals(value: number, code: string): string | undefined {
  const sections = sectionsOf(code);
  const [positive = '', negative, zero] = sections;
  if (isConditional(code)) return undefined;
  const own = value < 0 ? negative : value === 0 ? zero : undefined;
  const section = readSection(own ?? positive);
  if (!section || section.placeholder === '@') return section ? String(toSheetDigits(value)) : undefined;
  const { before, after, placeholder } = section;
  if (placeholder === '') return before.replace(/\s+/g, ' ').trim();
  const [whole = ''] = placeholder.split('.');
  const thousands = /E/i.test(placeholder) ? 0 : (/,+(?=\.|$)/.exec(placeholder)?.[0].length ?? 0);
  const amount = toSheetDigits((Math.abs(value) * (/%/.test(before + after) ? 100 : 1)) / 1000 ** thousands);
  const [digits = '', decimals] = String(amount).split('.');
  const minDigits = /^[0#?,]*$/.test(whole) ? whole.replace(/[^0]/g, '').length : 1;
  const shown = `${digits.padStart(minDigits, '0')}${decimals === undefined ? '' : `.${decimals}`}`;
  const sign = value < 0 && own === undefined ? '-' : '';
  return `${sign}${before}${shown}${after}`.replace(/\s+/g, ' ').trim();
}

type Shown = {
  readonly text: string;
  /** Whether the spreadsheet shows it in another form. */
  readonly otherForm: boolean;
};

/**
 * A number as the spreadsheet shows it: with the literal text of its format, a date as day.month.year, a time as
 * hours:minutes. Decimals are not rounded.
 */
export function shownNumber(
  value: number,
  { kind, code }: CellStyle,
  dateSystem: keyof typeof dayZero,
): Shown {
  const plain = { text: String(toSheetDigits(value)), otherForm: false };
  if (kind !== 'date') {
    const text = code === '' ? plain.text : withLiterals(value, code);
    return text === undefined ? { ...plain, otherForm: true } : { text, otherForm: false };
  }
  if (value < 0 || value > highestDay) return plain;
  const moment = new Date(dayZero[dateSystem] + Math.round(value * 1440) * (dayMilliseconds / 1440));
  const time = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  const day = `${two(moment.getUTCDate())}.${two(moment.getUTCMonth() + 1)}.${moment.getUTCFullYear()}`;
  if (value < 1) return { text: time, otherForm: false };
  return { text: Number.isInteger(value) ? day : `${day} ${time}`, otherForm: false };
}

/** What a format writes before and after a text ("@ mg"). */
export function aroundText({ code }: CellStyle): Pick<Section, 'before' | 'after'> {
  const section = sectionsOf(code).find((one) => withoutLiterals(one).includes('@'));
  const { before = '', after = '' } = (section && readSection(section)) || {};
  return { before, after };
}
