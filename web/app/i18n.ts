import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from '#i18n/en/en.ts';
import { type Language, languageOf } from '#i18n/languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Where the chosen language is kept (spec section 9). */
const languageKey = 'language';

/** All texts of a language; English is fetched beside another one only when that one misses a text. */
const allTexts: Record<Language, () => Promise<object>> = {
  ro: () => import('#i18n/ro/ro.ts').then((chunk) => chunk.ro),
  en: () => import('#i18n/en/en.ts').then((chunk) => chunk.en),
  fr: () => import('#i18n/fr/fr.ts').then((chunk) => chunk.fr),
};

/** The few that Login and the frame of an exam need, so that those pages stay small as the product grows. */
const firstTexts: Record<Language, () => Promise<object>> = {
  ro: () => import('#i18n/ro/first.ts').then((chunk) => chunk.first),
  en: () => import('#i18n/en/first.ts').then((chunk) => chunk.first),
  fr: () => import('#i18n/fr/first.ts').then((chunk) => chunk.first),
};

let wanted = allTexts;

export const i18n = createInstance();

const ready = i18n.use(initReactI18next).init({
  resources: {},
  fallbackLng: 'en',
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  saveMissing: true,
  missingKeyHandler: () => void loadCatalogue('en'),
});

const loaded = new Set<() => Promise<object>>();

async function loadCatalogue(language: Language): Promise<void> {
  await ready;
  const texts = wanted[language];
  if (loaded.has(texts)) return;
  i18n.addResourceBundle(language, 'translation', await texts(), true, true);
  loaded.add(texts);
}

/** Begins with the first texts only; call at the start of the page. */
export function startWithFirstTexts(): void {
  wanted = firstTexts;
}

/** Fetches all texts of the language on the screen and, from now on, of every language chosen. */
export async function loadAllTexts(): Promise<void> {
  wanted = allTexts;
  await loadCatalogue(storedLanguage());
}

/** The language the browser remembers; Romanian when it remembers none or one we do not have. */
export function storedLanguage(): Language {
  return languageOf(localStorage.getItem(languageKey));
}

/** Shows the screens in the stored language; called before each navigation, so that a change of the storage is seen. */
export async function applyStoredLanguage(): Promise<void> {
  const language = storedLanguage();
  if (i18n.language === language && i18n.hasResourceBundle(language, 'translation')) return;
  await loadCatalogue(language);
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Remembers a language and shows the screens in it at once. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(languageKey, language);
  await applyStoredLanguage();
}

/** The language on the screen now. */
export function currentLanguage(): Language {
  return languageOf(i18n.language);
}

/** Texts outside of components; inside them take `t` from `useTranslation`, so that they follow a change. */
export const t = i18n.t;
