import { type Language, locales } from './languages.ts';

/** A moment in the words of a language; French writes the first of a month as an ordinal. */
export function dateWords(moment: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const words = new Intl.DateTimeFormat(locales[language], options).format(moment);
  return language === 'fr' ? words.replace(/\b1 (?=\p{L})/u, '1er ') : words;
}
