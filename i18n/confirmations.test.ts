import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { en } from './en/en.ts';
import { fr } from './fr/fr.ts';
import { ro } from './ro/ro.ts';

const web = join(import.meta.dirname, '..', 'web');

/** The keys of the texts on the buttons of confirmations. */
function buttonKeys(): string[] {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(web, file), 'utf8'));
  const labels = sources.flatMap((source) => [
    ...source.matchAll(/(?:confirmLabel|declineLabel): (?:[^\n]*(?:\n\s+[?:][^\n]*)*)/g),
  ]);
  return labels.flatMap(([label]) => [...label.matchAll(/t\('([\w.]+)'/g)].map(([, key = '']) => key));
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts of a key, or of all its plural forms. */
function textsOf(catalogue: Texts, key: string): string[] {
  const [area = '', name = ''] = key.split('.');
  return Object.entries(catalogue[area] ?? {})
    .filter(([one]) => one === name || one.replace(/_(?:one|few|many|other)$/, '') === name)
    .map(([, text]) => text);
}

/** Words that answer a question without naming what happens. */
const vagueWords =
  /^(?:ok(?:ay)?|yes|no|confirm|continue|proceed|cancel|da|nu|confirmă|continuă|anulează|renunță|bine|oui|non|confirmer|continuer|annuler|valider|d’accord)[.!]?$/i;

test.each([
  ['en', en],
  ['ro', ro],
  ['fr', fr],
] as const)('the buttons of every confirmation name the action (%s)', (_language, catalogue) => {
  const keys = buttonKeys();
  for (const key of ['exam.leaveUnanswered', 'exam.stayUnanswered', 'studentImport.passwordsMake'])
    expect(keys).toContain(key);
  const unknown = keys.filter((key) => textsOf(catalogue, key).length === 0);
  const vague = keys.filter((key) => textsOf(catalogue, key).some((text) => vagueWords.test(text)));
  expect({ unknown, vague }).toEqual({ unknown: [], vague: [] });
});
