import { createInstance, type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { en } from '#i18n/en/en.ts';
import { beforeNoun } from '#i18n/fill-in.ts';
import { type Language, languageOf, locales } from '#i18n/languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** The storage key of the chosen language (UX-1). */
const languageKey = 'language';

/** A catalogue of texts per language. English is loaded next to another language only when that one misses a text. */
export type Texts = Readonly<Record<Language, () => Promise<object>>>;

/** The texts of the main layout's screens. */
const mainTexts: Texts = {
  ro: () => import('#i18n/ro/main.ts').then((chunk) => chunk.main),
  en: () => import('#i18n/en/main.ts').then((chunk) => chunk.main),
  fr: () => import('#i18n/fr/main.ts').then((chunk) => chunk.main),
};

/** The texts of Login and an exam, kept separate so that those pages stay small. */
const firstTexts: Texts = {
  ro: () => import('#i18n/ro/first.ts').then((chunk) => chunk.first),
  en: () => import('#i18n/en/first.ts').then((chunk) => chunk.first),
  fr: () => import('#i18n/fr/first.ts').then((chunk) => chunk.first),
};

/** The refusals of single screens, loaded behind the main layout and with the first such refusal. */
export const screenErrorTexts: Texts = {
  ro: () => import('#i18n/ro/screen-errors.ts').then((chunk) => ({ errors: chunk.screenErrors })),
  en: () => import('#i18n/en/screen-errors.ts').then((chunk) => ({ errors: chunk.screenErrors })),
  fr: () => import('#i18n/fr/screen-errors.ts').then((chunk) => ({ errors: chunk.screenErrors })),
};

/** The texts of single screens, separate for the same reason. */
export const resultTexts: Texts = {
  ro: () => import('#i18n/ro/results.ts').then((chunk) => chunk.results),
  en: () => import('#i18n/en/results.ts').then((chunk) => chunk.results),
  fr: () => import('#i18n/fr/results.ts').then((chunk) => chunk.results),
};

export const studentsExamsTexts: Texts = {
  ro: () => import('#i18n/ro/students-exams-page.ts').then((chunk) => chunk.studentsExamsPage),
  en: () => import('#i18n/en/students-exams-page.ts').then((chunk) => chunk.studentsExamsPage),
  fr: () => import('#i18n/fr/students-exams-page.ts').then((chunk) => chunk.studentsExamsPage),
};

export const importTexts: Texts = {
  ro: () => import('#i18n/ro/import-texts.ts').then((chunk) => chunk.importTexts),
  en: () => import('#i18n/en/import-texts.ts').then((chunk) => chunk.importTexts),
  fr: () => import('#i18n/fr/import-texts.ts').then((chunk) => chunk.importTexts),
};

export const prepareTexts: Texts = {
  ro: () => import('#i18n/ro/prepare-page.ts').then((chunk) => chunk.preparePage),
  en: () => import('#i18n/en/prepare-page.ts').then((chunk) => chunk.preparePage),
  fr: () => import('#i18n/fr/prepare-page.ts').then((chunk) => chunk.preparePage),
};

export const recordingTexts: Texts = {
  ro: () => import('#i18n/ro/recording.ts').then(({ recording }) => ({ recording })),
  en: () => import('#i18n/en/recording.ts').then(({ recording }) => ({ recording })),
  fr: () => import('#i18n/fr/recording.ts').then(({ recording }) => ({ recording })),
};

export const paperTexts: Texts = {
  ro: () => import('#i18n/ro/paper-page.ts').then((chunk) => chunk.paperPage),
  en: () => import('#i18n/en/paper-page.ts').then((chunk) => chunk.paperPage),
  fr: () => import('#i18n/fr/paper-page.ts').then((chunk) => chunk.paperPage),
};

export const tourTexts: Texts = {
  ro: () => import('#i18n/ro/tour-pages.ts').then(({ tourPages }) => ({ tourPages })),
  en: () => import('#i18n/en/tour-pages.ts').then(({ tourPages }) => ({ tourPages })),
  fr: () => import('#i18n/fr/tour-pages.ts').then(({ tourPages }) => ({ tourPages })),
};

export const configurationTexts: Texts = {
  ro: () => import('#i18n/ro/configuration-page.ts').then((chunk) => chunk.configurationPage),
  en: () => import('#i18n/en/configuration-page.ts').then((chunk) => chunk.configurationPage),
  fr: () => import('#i18n/fr/configuration-page.ts').then((chunk) => chunk.configurationPage),
};

export const contestationTexts: Texts = {
  ro: () => import('#i18n/ro/contestation-page.ts').then((chunk) => chunk.contestationPage),
  en: () => import('#i18n/en/contestation-page.ts').then((chunk) => chunk.contestationPage),
  fr: () => import('#i18n/fr/contestation-page.ts').then((chunk) => chunk.contestationPage),
};

export const bookingTexts: Texts = {
  ro: () => import('#i18n/ro/booking.ts').then((chunk) => chunk.booking),
  en: () => import('#i18n/en/booking.ts').then((chunk) => chunk.booking),
  fr: () => import('#i18n/fr/booking.ts').then((chunk) => chunk.booking),
};

export const boardTexts: Texts = {
  ro: () => import('#i18n/ro/board.ts').then(({ board }) => ({ board })),
  en: () => import('#i18n/en/board.ts').then(({ board }) => ({ board })),
  fr: () => import('#i18n/fr/board.ts').then(({ board }) => ({ board })),
};

export const administrationTexts: Texts = {
  ro: () => import('#i18n/ro/administration-page.ts').then((chunk) => chunk.administrationPage),
  en: () => import('#i18n/en/administration-page.ts').then((chunk) => chunk.administrationPage),
  fr: () => import('#i18n/fr/administration-page.ts').then((chunk) => chunk.administrationPage),
};

export const customExamTexts: Texts = {
  ro: () => import('#i18n/ro/custom-exam-page.ts').then((chunk) => chunk.customExamPage),
  en: () => import('#i18n/en/custom-exam-page.ts').then((chunk) => chunk.customExamPage),
  fr: () => import('#i18n/fr/custom-exam-page.ts').then((chunk) => chunk.customExamPage),
};

export const deskTexts: Texts = {
  ro: () => import('#i18n/ro/desk-page.ts').then((chunk) => chunk.deskPage),
  en: () => import('#i18n/en/desk-page.ts').then((chunk) => chunk.deskPage),
  fr: () => import('#i18n/fr/desk-page.ts').then((chunk) => chunk.deskPage),
};

export const examTexts: Texts = {
  ro: () => import('#i18n/ro/exam-page.ts').then((chunk) => chunk.examPage),
  en: () => import('#i18n/en/exam-page.ts').then((chunk) => chunk.examPage),
  fr: () => import('#i18n/fr/exam-page.ts').then((chunk) => chunk.examPage),
};

export const examLazyTexts: Texts = {
  ro: () => import('#i18n/ro/exam-lazy.ts').then((chunk) => chunk.examLazy),
  en: () => import('#i18n/en/exam-lazy.ts').then((chunk) => chunk.examLazy),
  fr: () => import('#i18n/fr/exam-lazy.ts').then((chunk) => chunk.examLazy),
};

let requiredGroups: readonly Texts[] = [mainTexts, screenErrorTexts];

/** Writes large counts with the separators of the language, and `{{max, de}}` as a number before a Romanian noun. */
const countFormat: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, format, language, { interpolationkey } = {}) => {
    const written =
      interpolationkey === 'count' && value >= 1000
        ? new Intl.NumberFormat(locales[languageOf(language)]).format(value)
        : value;
    return format === 'de' ? beforeNoun(value, String(written)) : written;
  },
};

export const i18n = createInstance();

const ready = i18n
  .use(initReactI18next)
  .use(countFormat)
  .init({
    resources: {},
    fallbackLng: 'en',
    interpolation: { escapeValue: false, alwaysFormat: true },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: () => void loadCatalogue('en'),
  });

const loaded = new Set<() => Promise<object>>();

async function loadCatalogue(language: Language): Promise<void> {
  await ready;
  const missing = requiredGroups.map((texts) => texts[language]).filter((fetched) => !loaded.has(fetched));
  await Promise.all(
    missing.map(async (fetched) => {
      i18n.addResourceBundle(language, 'translation', await fetched(), true, true);
      loaded.add(fetched);
    }),
  );
}

/** Starts with the first texts only; call when the page starts. */
export function startWithFirstTexts(): void {
  requiredGroups = [firstTexts];
}

/** Loads more texts in the current language and in every language chosen later. */
export async function loadTexts(texts: Texts): Promise<void> {
  if (!requiredGroups.includes(texts)) requiredGroups = [...requiredGroups, texts];
  await loadCatalogue(storedLanguage());
}

/** Loads the texts of the main layout, which include the first texts. */
export function loadMainTexts(): Promise<void> {
  requiredGroups = requiredGroups.filter((texts) => texts !== firstTexts);
  return loadTexts(mainTexts);
}

/** The stored language; Romanian when there is none or it is unknown. */
export function storedLanguage(): Language {
  return languageOf(localStorage.getItem(languageKey));
}

/** Applies the stored language; called before each navigation, so that a change in storage takes effect. */
export async function applyStoredLanguage(): Promise<void> {
  const language = storedLanguage();
  if (i18n.language === language && i18n.hasResourceBundle(language, 'translation')) return;
  await loadCatalogue(language);
  // Another language was chosen while this one loaded.
  if (storedLanguage() !== language) return applyStoredLanguage();
  await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}

/** Stores a language and applies it right away. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(languageKey, language);
  await applyStoredLanguage();
}

export function currentLanguage(): Language {
  return languageOf(i18n.language);
}

/** Translates outside of components; inside them use `t` from `useTranslation`, which follows language changes. */
export const t = i18n.t;
