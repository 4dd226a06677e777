import { zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { importTemplates } from '#i18n/import-templates.ts';
import { languages } from '#i18n/languages.ts';
import {
  answersOf,
  codesOf,
  itemsOf,
  questionOf,
  reasonOf,
  redPoint,
  refusalOf,
} from '#server/features/imports/testing/reading.ts';
import { readQuestions } from './read-questions.ts';
import { columnOf, headingOf } from './table-layout.ts';
import { templateWorkbook } from './template-workbook.ts';
import { writeQuestions } from './write-questions.ts';
import { openZip } from './zip-reader.ts';

const numbers = [1, 2, 3, 4, 5];
const header = [
  'Capitol',
  'Întrebare',
  'Punctaj',
  ...numbers.map((n) => `Corect ${n}`),
  ...numbers.map((n) => `Greșit ${n}`),
];
const row = ['C1', 'Care sunt vocale în „școală”?', '7,5', 'o', 'a', 'ă', 'î', 'u', 'ș', 'c', 'l', 'ț', 'm'];
const csv = (rows: readonly (readonly string[])[], delimiter = ';') =>
  rows.map((cells) => cells.join(delimiter)).join('\r\n');
const read = (text: string | Uint8Array) => itemsOf(text, 'intrebari.csv');

describe('[IMP-2] tables in our layout', () => {
  test.each([';', ',', '\t', '|'])('are read with any delimiter: %j', (delimiter) => {
    const plain = delimiter === ',' ? row.with(2, '7.5') : row;
    const [item] = read(csv([header, plain], delimiter));
    expect(questionOf(item)).toMatchObject({ chapter: ['C1'], text: row[1], points: 7.5 });
    expect(answersOf(item)).toEqual(['*o', '*a', '*ă', '*î', '*u', 'ș', 'c', 'l', 'ț', 'm']);
  });

  test.each(['windows-1250', 'iso-8859-2', 'iso-8859-16', 'utf-16le', 'utf-8'])(
    'are read in %s',
    (encoding) => {
      const text = csv([header, row.with(1, 'Care sunt vocale în școală și țară, â?')]);
      const [item] = read(encoded(text, encoding));
      expect(questionOf(item).text).toBe('Care sunt vocale în școală și țară, â?');
      expect(answersOf(item).slice(5)).toEqual(['ș', 'c', 'l', 'ț', 'm']);
    },
  );

  it('[QUES-1] need five correct and five wrong answers; each bad row reports how many are missing', () => {
    const items = read(csv([header, row, row.with(7, '').with(6, '').with(12, ''), row.with(1, '')]));
    expect(items.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(items[1]?.findings).toEqual([
      { code: 'import.tooFewCorrect', params: { missing: 2 } },
      { code: 'import.tooFewWrong', params: { missing: 1 } },
    ]);
    expect(items.map(reasonOf)).toEqual([
      'importable',
      'import.tooFewCorrect import.tooFewWrong',
      'import.textEmpty',
    ]);
  });

  test.each(languages)('understand their headings in %s', (language) => {
    const columns = [
      { kind: 'chapter' },
      { kind: 'name' },
      { kind: 'text' },
      { kind: 'points' },
      { kind: 'image' },
      { kind: 'answer', correct: true, number: 7, part: 'text' },
      { kind: 'answer', correct: false, number: 12, part: 'source' },
      { kind: 'answer', correct: false, number: 1, part: 'page' },
      { kind: 'answer', correct: true, number: 1, part: 'image' },
    ] as const;
    for (const column of columns) expect(columnOf(headingOf(column, language))).toEqual(column);
  });

  it('find the header below a title, accept unnumbered answers, and report unknown columns', () => {
    const bare = ['Observații', 'ÎNTREBARE', ...numbers.map(() => 'corect'), ...numbers.map(() => 'Gresit')];
    const text = csv([['Examen 2025'], [], bare, ['x', 'Care?', ...'abcdefghij']]);
    const result = readQuestions(Buffer.from(text), 'a.csv', 'ro');
    expect(result).toMatchObject({
      findings: [{ code: 'import.columnUnknown', params: { column: 'Observații' } }],
    });
    expect(answersOf(read(text)[0])).toEqual(['*a', '*b', '*c', '*d', '*e', 'f', 'g', 'h', 'i', 'j']);
  });

  it('are refused without a header', () => {
    expect(
      refusalOf(
        csv([
          ['a', 'b'],
          ['c', 'd'],
        ]),
        'a.csv',
      ),
    ).toBe('import.headerMissing');
  });

  it('reject points that are not a number, and images that were not sent', () => {
    const pictured = [...header, 'Imagine'];
    expect(reasonOf(read(csv([header, row.with(2, 'zece')]))[0])).toBe('import.pointsInvalid');
    expect(reasonOf(read(csv([pictured, [...row, 'poza.png']]))[0])).toBe('import.imageNotGiven');
  });

  it('reject a row that a separator in a text has shifted, and cells without a heading', () => {
    const bare = header.slice(1).filter((heading) => heading !== 'Punctaj');
    const said = 'Which, of these?,c1,c2,c3,c4,c5,w1,w2,w3,w4,w5'.split(',');
    const [shifted] = read(csv([bare, said], ','));
    expect(reasonOf(shifted)).toBe('import.rowShifted');
    expect(shifted?.findings[0]?.params).toEqual({ text: 'w5' });
    const marked = [...bare, 'Set incomplet'];
    const fine = ['Care?', ...'abcdefghij', ''];
    expect(read(csv([marked, [...said, ''], fine], ',')).map(reasonOf)).toEqual([
      'import.rowShifted',
      'importable',
    ]);
    expect(reasonOf(read(csv([header.with(4, ''), row]))[0])).toContain('import.rowShifted');
    expect(reasonOf(read(csv([header, [...row, ...Array(500).fill(''), 'x']]))[0])).toContain(
      'import.rowShifted',
    );
    const padded = csv([[...header, ''], [...row, ''], row]);
    expect(read(padded).map(reasonOf)).toEqual(['importable', 'importable']);
  });

  it('report a row that ends before its header does', () => {
    const padded = [...header, ''];
    const items = read(csv([padded, row, row.slice(0, 12), row.slice(0, 3), [...row.slice(0, 12), '']]));
    expect(items.map(({ findings }) => findings)).toEqual([
      [],
      [
        { code: 'import.rowShort', params: { cells: 12, columns: 13 } },
        { code: 'import.tooFewWrong', params: { missing: 1 } },
      ],
      [
        { code: 'import.rowShort', params: { cells: 3, columns: 13 } },
        { code: 'import.tooFewCorrect', params: { missing: 5 } },
        { code: 'import.tooFewWrong', params: { missing: 5 } },
      ],
      [{ code: 'import.tooFewWrong', params: { missing: 1 } }],
    ]);
    const last = csv([[...header, 'Denumire'], row]);
    expect(read(last).map((item) => [item.kind, codesOf(item)])).toEqual([
      ['importable', ['import.rowShort']],
    ]);
  });

  it('are refused with the line of a quote that is never closed', () => {
    const broken = csv([header, row, row.with(0, '"C1'), row, row]);
    for (const [text, line] of [
      [broken, 3],
      [`sep=;\r\n${broken}`, 4],
    ] as const)
      expect(readQuestions(Buffer.from(text), 'a.csv', 'ro')).toEqual({
        kind: 'refused',
        finding: { code: 'import.csvBroken', params: { line } },
      });
  });

  it('are refused when stray quotes join rows', () => {
    const line = (question: string) => row.with(1, question).with(2, '7.5').join(',');
    const table = (...questions: readonly string[]) => [header.join(','), ...questions.map(line)].join('\n');
    expect(readQuestions(Buffer.from(table('"Unu?', 'Doi?', 'Ce e "trei"?')), 'a.csv', 'ro')).toEqual({
      kind: 'refused',
      finding: { code: 'import.csvBroken', params: { line: 2 } },
    });
    const texts = read(table('"Unu\n""1""?"', 'Ce e "doi"?', '"Trei" este?')).map(
      (item) => questionOf(item).text,
    );
    expect(texts).toEqual(['Unu\n"1"?', 'Ce e "doi"?', '"Trei" este?']);
    // A space between a quote and the delimiter joins nothing.
    expect(read(table('"Unu\ndoi?" ', 'Trei?'))).toHaveLength(2);
  });

  it('are split at the delimiter that yields the header, however many commas the texts have', () => {
    const text = `${'a, '.repeat(60)}b?`;
    expect(questionOf(read(csv([header, row.with(1, text)]))[0]).text).toBe(text);
  });

  it('are refused when two filled columns hold the same answer or the question', () => {
    const twice = (heading: string, value: string) =>
      csv([
        [...header, heading],
        [...row, value],
      ]);
    expect(refusalOf(twice('Right 1', 'x'), 'a.csv')).toBe('import.columnRepeated');
    expect(refusalOf(twice('Text', 'x'), 'a.csv')).toBe('import.columnRepeated');
    expect(read(twice('Right 1', ' ')).map(reasonOf)).toEqual(['importable']);
    const { findings } = readQuestions(Buffer.from(twice('Score', '3')), 'a.csv', 'ro') as {
      findings: unknown;
    };
    expect(findings).toEqual([
      { code: 'import.columnNotRead', params: { column: 'Score', other: 'Punctaj' } },
    ]);
    expect(questionOf(read(twice('Score', '3'))[0]).points).toBe(7.5);
  });

  it('give an answer without a number the next free one', () => {
    expect(
      answersOf(
        read(
          csv([
            ['Corect', ...header],
            ['zero', ...row],
          ]),
        )[0],
      ),
    ).toEqual([...['*o', '*a', '*ă', '*î', '*u', '*zero', 'ș', 'c', 'l', 'ț', 'm']]);
  });

  it('[QUES-5] keep an answer that is only an image, and report one that is only a source', () => {
    const table = csv([
      [...header, 'Corect 6 imagine', 'Greșit 6 sursă'],
      [...row, 'poza.png', 'Tratat'],
    ]);
    const archive = zipSync({
      'tabel.csv': Buffer.from(table),
      'poza.png': Buffer.from(redPoint, 'base64'),
    });
    const [item] = itemsOf(archive, 'a.zip');
    expect(questionOf(item).answers[5]).toEqual({ text: 'Image 6', correct: true, image: 'poza.png' });
    expect(codesOf(item)).toEqual(['import.imageOnly', 'import.answerEmpty']);
  });

  it('[QUES-5] find their images in the same archive', () => {
    const archive = zipSync({
      'dosar/tabel.csv': Buffer.from(
        csv([
          [...header, 'Imagine'],
          [...row, 'poza.png'],
        ]),
      ),
      'dosar/Poza.png': Buffer.from(redPoint, 'base64'),
    });
    expect(questionOf(itemsOf(archive, 'arhiva.zip')[0]).images).toHaveLength(1);
  });

  it('[SAFE-10] read a formula as text, and never write one', async () => {
    const [item] = read(
      csv([header, row.with(1, '=HYPERLINK("http://x")').with(3, "'-2+3"), row.with(1, '+1')], '\t'),
    );
    expect(questionOf(item).text).toBe('=HYPERLINK("http://x")');
    const file = await writeQuestions([questionOf(item)], 'csv', 'ro');
    expect(Buffer.from(file.bytes).toString()).not.toMatch(/(?:^|,)"?[=+@-]/m);
  });
});

describe('[IMP-2] workbooks', () => {
  test.each(languages)(
    'the template in %s has our header without questions, and a complete example',
    async (language) => {
      const template = await templateWorkbook(language);
      expect(refusalOf(template, 'model.xlsx')).toBe('import.noQuestions');
      const [name] = openZip(template).names.filter((path) => path.endsWith('sheet2.xml'));
      expect(name).toBeDefined();
      const { correct, wrong } = importTemplates[language].example;
      expect([correct.length, wrong.length]).toEqual([5, 5]);
    },
  );

  it('keep subscripts and superscripts of cells, and use the values of formulas', () => {
    const text = (content: string) => `<c t="inlineStr"><is>${content}</is></c>`;
    const cells = (...contents: string[]) => `<row>${contents.join('')}</row>`;
    const headings = header.map((heading) => text(`<t>${heading}</t>`));
    const answers = numbers.flatMap((n) => [text(`<t>c${n}</t>`)]);
    const rich =
      '<r><t xml:space="preserve">Ce este H</t></r><r><rPr><vertAlign val="subscript"/></rPr><t>2</t></r><r><rPr><b/></rPr><t>O</t></r><r><t>?</t></r>';
    const sheet = `<worksheet><sheetData>${cells(...headings)}${cells(
      '<c/>',
      text(rich),
      '<c><f>5+5</f><v>10</v></c>',
      ...answers,
      ...numbers.map((n) => `<c><v>${n}.5</v></c>`),
    )}</sheetData></worksheet>`;
    const [item] = itemsOf(workbook(sheet), 'a.xlsx');
    expect(questionOf(item)).toMatchObject({ text: 'Ce este H~2~**O**?', points: 10 });
    expect(answersOf(item).at(-1)).toBe('5.5');
    expect(codesOf(item)).toEqual(['import.formulaValue']);
  });
});

const workbook = (sheet: string) =>
  zipSync({
    'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': Buffer.from(
      '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
    ),
    'xl/worksheets/sheet1.xml': Buffer.from(sheet),
  });

/** Romanian text as old programs saved it, with cedillas instead of commas. */
function encoded(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'utf-8') return Buffer.from(text);
  const single: Record<string, number> = { ă: 0xe3, â: 0xe2, î: 0xee, ș: 0xba, ț: 0xfe, Î: 0xce };
  const quotes: Record<string, number> = encoding === 'windows-1250' ? { '„': 0x84, '”': 0x94 } : {};
  return Uint8Array.from([...text].map((letter) => single[letter] ?? quotes[letter] ?? letter.charCodeAt(0)));
}
