/** The languages of the product; the first is the default, English is what a missing text falls back to. */
export const languages = ['ro', 'en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** How the switch names them (the spec's labels). */
export const languageLabels: Record<Language, string> = { ro: 'Romana', en: 'Engleza', fr: 'Franceza' };

/** How dates and numbers are written. */
export const locales: Record<Language, string> = { ro: 'ro', en: 'en-GB', fr: 'fr' };

/** The language of a stored value; Romanian when it is unknown. */
export function languageOf(stored: string | null | undefined): Language {
  return languages.find((language) => language === stored) ?? 'ro';
}
