import { describe, expect, it } from 'vitest';
import {
  cedillaProblems,
  frenchSpacingProblems,
  placeholderProblems,
  politeProblems,
  unusedKeys,
} from './i18n-problems.ts';

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

describe('the punctuation of a French text', () => {
  const french = (text: string, path = 'i18n/fr/some.ts') => frenchSpacingProblems([{ path, text }]);

  it.each([
    ['a question', "t: 'Continuer ?'"],
    ['an exclamation', 't: "C’est l’heure !"'],
    ['a semicolon', "t: 'Enregistré ; rien à faire'"],
    ['a colon', "t: 'Note : {{grade}}'"],
    ['guillemets', "t: '« {{name}}\u202f»'"],
    ['a closing guillemet', "t: '«\u202f{{name}} »'"],
    ['a percentage', "t: '{{share}} %'"],
    ['a wide no-break space before a semicolon', "t: 'Enregistré\u00a0; rien à faire'"],
    ['a doubled space', "t: '«\u202f\u202f{{name}}\u202f»'"],
    ['no space at all', "t: 'Continuer?'"],
    ['guillemets without spaces', "t: '«{{name}}»'"],
    ['a text after an expression', `t: \`\${name} : \${isOne ? "un" : \`\${count} de\`} points\``],
  ])('is reported for %s with another space', (_what, text) => {
    expect(french(text)).toHaveLength(1);
  });

  it('is accepted with no-break spaces, and in times, addresses, placeholders and code', () => {
    expect(
      french(`
        /** Is it right ? It's so : yes. */
        a: 'Début\u00a0: 12:30 – https://exam.test/x?y=1',
        b: '«\u202f{{name}}\u202f»\u202f! {{share}}\u00a0%',
        c: isOne ? 'une' : 'des', // when ? now !
        d: \`\${isOne ? 'une' : \`\${count} des\`} places\`,
      `),
    ).toEqual([]);
  });

  it('is checked in mails, beside languages that set no space', () => {
    expect(french("en: 'Seat: 3; row: 4!', fr: 'Place\u00a0: 3'", 'i18n/mail.ts')).toEqual([]);
    expect(french("en: 'Seat: 3', fr: 'Place : 3'", 'i18n/mail.ts')).toEqual([
      "i18n/mail.ts needs a no-break space in 'Place : 3'",
    ]);
  });
});

it('reports Romanian screens that do not say "tu"', () => {
  const ro = { desk: { send: 'Depuneți contestația', done: 'Studenți importați', keep: 'Păstrează' } };
  expect(politeProblems(ro)).toEqual(['desk.send addresses the reader with “Depuneți”']);
});
