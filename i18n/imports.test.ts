import { expect, test } from 'vitest';
import { type FindingCode, finding } from '#domain/imports/findings.ts';
import { findingText, findingTexts } from './imports.ts';
import { languages } from './languages.ts';

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{(\w+)(?:, de)?\}\}/g)].map(([, name]) => name).sort();

test.each(languages)('[IMP-2] every finding takes the same parameters in %s as in English', (language) => {
  for (const code of Object.keys(findingTexts.en) as FindingCode[])
    expect([code, placeholders(findingTexts[language][code])]).toEqual([
      code,
      placeholders(findingTexts.en[code]),
    ]);
});

test('[IMP-2] a finding about a file of an archive names that file', () => {
  const { code, params } = finding('import.noCorrect');
  expect(findingText({ code, params: { ...params, file: 'a/b.xml' } }, 'en')).toBe(
    'a/b.xml: No answer is correct.',
  );
});

test('[IMP-2] a question type is named in the reader’s language, an unknown one by its name in the file', () => {
  const text = (type: string) => findingText(finding('import.unsupportedType', { type }), 'ro');
  expect(text('shortanswer')).toContain('„răspuns scurt”');
  expect(text('ddwtos')).toContain('„ddwtos”');
});
