import type { Finding, FindingCode } from '#domain/imports/findings.ts';
import { importTexts as en } from './en/import-texts.ts';
import { formatFinding } from './finding-text.ts';
import { importTexts as fr } from './fr/import-texts.ts';
import type { Language } from './languages.ts';
import { importTexts as ro } from './ro/import-texts.ts';

const byLanguage = { ro: ro.importFindings, en: en.importFindings, fr: fr.importFindings } as const;

export const findingTexts: Record<Language, Readonly<Record<FindingCode, string>>> = {
  ro: ro.importFindings.texts,
  en: en.importFindings.texts,
  fr: fr.importFindings.texts,
};

/** A finding as text in a language. */
export const findingText = (finding: Finding, language: Language) =>
  formatFinding(finding, byLanguage[language]);
