import { describe, expect, it } from 'vitest';
import { cedillaProblems, placeholderProblems, unusedKeys } from './i18n-problems.ts';

const source = (text: string) => [{ path: 'web/app/some.tsx', text }];

describe('placeholders of a text', () => {
  it('are the same in each language', () => {
    const en = { errors: { 'exam.late': 'Starts at {{time}}' } };
    expect(placeholderProblems({ en, ro: { errors: { 'exam.late': 'Începe la {{time}}' } } })).toEqual([]);
    expect(placeholderProblems({ en, ro: { errors: { 'exam.late': 'Începe la {{hour}}' } } })).toEqual([
      'errors.exam.late: en takes {time}, ro takes {hour}',
    ]);
    expect(placeholderProblems({ en, ro: { errors: { 'exam.late': 'Începe' } } })).toHaveLength(1);
  });

  it('are compared across all plural forms, which differ between languages', () => {
    const en = { list: { rows_one: 'one row', rows_other: '{{count}} rows' } };
    const ro = {
      list: { rows_one: 'un rând', rows_few: '{{count}} rânduri', rows_other: '{{count}} de rânduri' },
    };
    expect(placeholderProblems({ en, ro })).toEqual([]);
  });
});

describe('an unused key', () => {
  const catalogue = { shell: { home: 'Home', homeAgain: 'Again', rows_one: 'row', rows_other: 'rows' } };

  it('is found', () => {
    expect(unusedKeys(catalogue, source(`t('shell.homeAgain'); t('shell.rows', { count })`))).toEqual([
      'shell.home',
    ]);
  });

  it('is not one that a template literal can produce', () => {
    const dotted = { errors: { 'auth.expired': 'x', 'exam.late': 'y' } };
    expect(unusedKeys(dotted, source(`t(\`errors.auth.\${reason}\`)`))).toEqual(['errors.exam.late']);
    expect(unusedKeys(dotted, source(`t(\`errors.\${code}\`, params)`))).toEqual([]);
  });

  it('is not one in an area that is read as a whole', () => {
    expect(unusedKeys(catalogue, source('texts.shell[name]'))).toEqual([]);
  });
});

it('reports Romanian letters with a cedilla and accepts those with a comma', () => {
  expect(cedillaProblems(source('șțȘȚ'))).toEqual([]);
  expect(cedillaProblems(source('bine\n\u015ftiin\u0163ă'))).toEqual([
    'web/app/some.tsx:2 writes \u015f with a cedilla',
  ]);
});
