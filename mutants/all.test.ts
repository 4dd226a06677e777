import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../tools/install.mjs';
import { mutants } from './all.ts';
import { edited } from './mutant.ts';

test.each(mutants)('the mutant $name fits the sources', ({ edits }) => {
  const texts = new Map<string, string>();
  for (const edit of edits) {
    const before = texts.get(edit.file) ?? readFileSync(join(ROOT, edit.file), 'utf8');
    texts.set(edit.file, edited(before, edit));
  }
  expect(texts.size).toBeGreaterThan(0);
});

test.each(mutants)('the tests of the mutant $name exist', ({ tests, only = '' }) => {
  const texts = tests.map((file) => readFileSync(join(ROOT, file), 'utf8'));
  expect(texts.filter((text) => text.includes(only))).not.toEqual([]);
});
