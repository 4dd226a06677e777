import { expect, test } from 'vitest';
import type { FindingCode } from '#domain/imports/findings.ts';
import { findingTexts } from './imports.ts';
import { languages } from './languages.ts';

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

test.each(languages)('[IMP-2] every finding takes the same parameters in %s as in English', (language) => {
  for (const code of Object.keys(findingTexts.en) as FindingCode[])
    expect([code, placeholders(findingTexts[language][code])]).toEqual([
      code,
      placeholders(findingTexts.en[code]),
    ]);
});
