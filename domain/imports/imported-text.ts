/** Control characters, invisible ones and halves of a character pair: XML and PostgreSQL cannot hold them all. */
const unwritable = /(?![\t\n])\p{Cc}|[\u00ad\u200b\ufeff\ufffe\uffff]|\p{Cs}/gu;

const commaBelow: Readonly<Record<string, string>> = {
  '\u015f': 'ș',
  '\u015e': 'Ș',
  '\u0163': 'ț',
  '\u0162': 'Ț',
};

/** Letters that Turkish has and Romanian has not; a text with them keeps its cedillas. */
const turkish = /[ğĞıİ]/;

/**
 * The text as the bank keeps it: composed letters, Romanian ș and ț with the comma below whatever the file used, no
 * invisible or unwritable characters, plain line ends.
 */
export function cleanText(text: string): string {
  const composed = text.replace(/\r\n?/g, '\n').replace(unwritable, '').normalize('NFC');
  return turkish.test(composed)
    ? composed
    : composed.replace(/[\u015e\u015f\u0162\u0163]/g, (letter) => commaBelow[letter] ?? letter);
}

/** The text on one line, without spaces around it: names, chapters, references. */
export const cleanLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim();

/** How the text begins, for a list. */
export function excerpt(text: string, length = 80): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${line.slice(0, length - 1).trimEnd()}…`;
}
