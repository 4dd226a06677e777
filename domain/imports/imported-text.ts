import { type Finding, finding } from './findings.ts';
import { fromSymbolFont, symbolsIn } from './symbol-font.ts';

/**
 * Control characters, invisible characters, noncharacters and unpaired surrogates: XML and PostgreSQL cannot store all
 * of them.
 */
const unwritable = /(?![\t\n])\p{Cc}|[\u00ad\u200b\ufeff\ufdd0-\ufdef\ufffe\uffff]|\p{Cs}/gu;

/**
 * Control characters of this block come from windows-1252; each maps to the character at its position there.
 */
const fromWindows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const fromWindows1252 = (text: string) =>
  text.replace(/[\u0080-\u009f]/g, (control) => fromWindows.charAt(control.charCodeAt(0) - 0x80));

const commaBelow: Readonly<Record<string, string>> = {
  '\u015f': 'ș',
  '\u015e': 'Ș',
  '\u0163': 'ț',
  '\u0162': 'Ț',
};

/** Letters of Turkish that Romanian does not have; a text with them keeps its cedillas. */
const turkish = /[ğĞıİ]/;

/**
 * Normalizes a text for the bank: composed letters, Romanian ș and ț with a comma below, no invisible or unwritable
 * characters (`droppedCharacters` names them), plain line ends.
 */
export function cleanText(text: string): string {
  const composed = fromSymbolFont(fromWindows1252(text))
    .replace(/\r\n?/g, '\n')
    .replace(unwritable, '')
    .normalize('NFC');
  return turkish.test(composed)
    ? composed
    : composed.replace(/[\u015e\u015f\u0162\u0163]/g, (letter) => commaBelow[letter] ?? letter);
}

/** A finding that names the control characters `cleanText` reads as signs of windows-1252. */
function controlsRead(texts: readonly string[]): Finding[] {
  const found = new Set(texts.flatMap((text) => text.match(/[\u0080-\u009f]/g) ?? []));
  const read = [...found].filter((control) => fromWindows1252(control) !== control).sort();
  if (read.length === 0) return [];
  const named = read.slice(0, 10).map((control) => `${codeOf(control)} = ${fromWindows1252(control)}`);
  return [finding('import.controlsRead', { characters: named.join(', ') })];
}

const codeOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Findings that name the characters `cleanText` drops from these texts, and those it reads as other ones. */
export function droppedCharacters(...texts: readonly string[]): Finding[] {
  const symbols = symbolsIn(...texts);
  const read = [
    ...(symbols.length === 0
      ? []
      : [finding('import.symbolFont', { characters: symbols.slice(0, 10).join(', ') })]),
    ...controlsRead(texts),
  ];
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [character] of fromWindows1252(text).replace(/\r\n?/g, '\n').matchAll(unwritable))
      counts.set(character, (counts.get(character) ?? 0) + 1);
  if (counts.size === 0) return read;
  const named = [...counts].map(([character, count]) => {
    const code = codeOf(character);
    return count === 1 ? code : `${code} × ${count}`;
  });
  return [...read, finding('import.charactersDropped', { characters: named.slice(0, 10).join(', ') })];
}

/** The text on one line, trimmed: for names, chapters and references. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim();

/** The first characters of a text; never half of a pair that PostgreSQL cannot store. */
export const cutAt = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** The start of the text, for a list. */
export function excerpt(text: string, length = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${cutAt(line, length - 1).trimEnd()}…`;
}
