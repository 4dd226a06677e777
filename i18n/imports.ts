import type { Finding, FindingCode } from '#domain/imports/findings.ts';
import { importFindings as en, questionTypes as enTypes } from './en/import-findings.ts';
import { importFindings as fr, questionTypes as frTypes } from './fr/import-findings.ts';
import type { Language } from './languages.ts';
import { importFindings as ro, questionTypes as roTypes } from './ro/import-findings.ts';

export const findingTexts: Record<Language, Record<FindingCode, string>> = { ro, en, fr };
const typeNames: Record<Language, Readonly<Record<string, string>>> = {
  ro: roTypes,
  en: enTypes,
  fr: frTypes,
};

/** A finding in the words of a language. */
export function findingText({ code, params }: Finding, language: Language): string {
  const type = typeNames[language][String(params.type)];
  const said: Finding['params'] = type === undefined ? params : { ...params, type };
  return findingTexts[language][code].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(said[name] ?? ''),
  );
}
