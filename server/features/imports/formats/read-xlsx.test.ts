import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importTemplates } from '#i18n/import-templates.ts';
import { answersOf, codesOf, questionOf } from '#server/features/imports/testing/reading.ts';
import { readQuestions } from './read-questions.ts';

const text = (content: string) => `<is><t>${content}</t></is>`;
const letters = 'ABCDEFGHIJKLM';
const headings = ['Capitol', 'Întrebare', ...[1, 2, 3, 4, 5].flatMap((n) => [`Corect ${n}`, `Greșit ${n}`])];

/** A row of cells: texts, or whole cells as XML. */
const line = (number: number, ...cells: (string | undefined)[]) =>
  `<row r="${number}">${cells
    .map((cell, at) => {
      if (cell === undefined || cell.startsWith('<c')) return cell ?? '';
      const content = cell.startsWith('<is') ? cell : text(cell);
      return `<c r="${letters.charAt(at)}${number}" t="inlineStr">${content}</c>`;
    })
    .join('')}</row>`;
const answers = ['c1', 'w1', 'c2', 'w2', 'c3', 'w3', 'c4', 'w4', 'c5', 'w5'];
const sheet = (rows: readonly string[], more = '') =>
  `<worksheet><sheetData>${rows.join('')}</sheetData>${more}</worksheet>`;
const head = line(1, ...headings);

const codes = [
  '0&quot; mg&quot;',
  '00000',
  '# ?/?',
  '0;(0)',
  '0.0,,&quot; M&quot;',
  '@&quot; mg&quot;',
  '[$≥-418] 0',
  '[&gt;9]0&quot; a&quot;;0',
];
const fonts = ['Arial', 'Symbol', 'Wingdings 2'];
const marked = '<font><strike/><u/><color theme="5"/><name val="Arial"/></font>';
const styles = `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${180 + at}" formatCode="${code}"/>`).join('')}<numFmt numFmtId="170" formatCode="d\\-mmm"/><numFmt numFmtId="171" formatCode="0.0%"/><numFmt numFmtId="172" formatCode="[Red]0.00&quot; ml/day&quot;"/></numFmts><fonts>${fonts.map((name) => `<font><name val="${name}"/></font>`).join('')}${marked}</fonts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${[0, 14, 9, 170, 171, 172, 20].map((id) => `<xf numFmtId="${id}"/>`).join('')}${codes.map((_, at) => `<xf numFmtId="${180 + at}"/>`).join('')}<xf fontId="1"/><xf fontId="2"/><xf fontId="3"/></cellXfs></styleSheet>`;

function workbook(sheets: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const names = Object.keys(sheets);
  const files = {
    'xl/workbook.xml': `<workbook>${more.properties ?? ''}<sheets>${names.map((name, at) => `<sheet name="${name}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<R>${names.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/s${at}.xml"/>`).join('')}</R>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(names.map((name, at) => [`xl/worksheets/s${at}.xml`, sheets[name] ?? ''])),
    ...(more.image ? { 'xl/media/image1.png': more.image } : {}),
    ...(more.notes ? { 'xl/comments1.xml': more.notes } : {}),
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])),
  );
}
function read(bytes: Uint8Array) {
  const result = readQuestions(bytes, 'a.xlsx', 'ro');
  if (result.kind === 'refused') throw new Error(`refused: ${result.finding.code}`);
  return result;
}

describe('[IMP-2] the cells of a workbook', () => {
  it('keep the words of underlined, struck and coloured text, which are reported', () => {
    const run = (font: string) =>
      `<is><r><rPr>${font}</rPr><t>Care</t></r><r><t xml:space="preserve"> este?</t></r></is>`;
    const plain = '<u val="none"/><color theme="1"/>';
    const red = '<color rgb="FFFF0000"/>';
    const fonts = ['<u/>', '<strike/>', plain, red, '<color rgb="FF1F1F1F"/>', '<color indexed="8"/>'];
    const rows = fonts.map((font, at) => line(at + 2, 'C1', run(font), ...answers));
    const { items } = read(workbook({ a: sheet([head, ...rows]) }));
    expect(items.map((item) => questionOf(item).text)).toEqual(fonts.map(() => 'Care este?'));
    expect(items.map(codesOf)).toEqual([
      ...[['import.underlineDropped'], ['import.strikeDropped'], []],
      ...[['import.colourDropped'], [], []],
    ]);
  });

  it('report the font of a whole cell, unless its words have their own', () => {
    const cell = (content: string) => `<c s="17" t="inlineStr"><is>${content}</is></c>`;
    const own = '<r><rPr><rFont val="Arial"/></rPr><t>c1</t></r>';
    const rows = [cell('<t>c1</t>'), cell(own)].map((first, at) =>
      line(at + 2, 'C1', 'Care?', first, ...answers.slice(1)),
    );
    const { items } = read(workbook({ a: sheet([head, ...rows]) }));
    expect(items.map(codesOf)).toEqual([
      ['import.underlineDropped', 'import.strikeDropped', 'import.colourDropped'],
      [],
    ]);
  });

  it('are read as the spreadsheet shows them: percentages with their sign, dates as dates, which are reported', () => {
    const number = (value: string, style: number) => `<c s="${style}"><v>${value}</v></c>`;
    const cells = [
      number('45413', 1),
      number('0.5', 2),
      number('45778', 3),
      number('0.125', 4),
      number('7.5', 5),
      number('0.354166666666667', 6),
      number('3', 0),
      number('0.07', 2),
    ];
    const { items } = read(workbook({ a: sheet([head, line(2, 'C1', 'Cât?', ...cells, 'c5', 'w5')]) }));
    expect(answersOf(items[0])).toEqual([
      ...['*01.05.2024', '*01.05.2025', '*7.5 ml/day', '*3', '*c5'],
      ...['50%', '12.5%', '08:30', '7%', 'w5'],
    ]);
    expect(codesOf(items[0])).toEqual(['import.dateCell']);
  });

  it('keep the signs that their number format writes, and report other forms', () => {
    const first = 7;
    const number = (value: string, code: number) => `<c s="${first + code}"><v>${value}</v></c>`;
    const worded = `<c s="${first + 5}" t="str"><v>9</v></c>`;
    const inline = `<c s="${first + 5}" t="inlineStr"><is><t>6</t></is></c>`;
    const cells = [
      ...[number('5', 0), number('-2', 0), number('42', 1), number('0.5', 2), number('-3', 3)],
      ...[number('2500000', 4), inline, number('8', 6), number('10', 7), worded],
    ];
    const { items } = read(workbook({ a: sheet([head, line(2, 'C1', 'Cât?', ...cells)]) }));
    expect(answersOf(items[0])).toEqual([
      ...['*5 mg', '*00042', '*(3)', '*6 mg', '*10'],
      ...['-2 mg', '0.5', '2.5 M', '≥ 8', '9 mg'],
    ]);
    expect(items[0]?.findings).toEqual([
      { code: 'import.numberFormat', params: { value: '0.5' } },
      { code: 'import.numberFormat', params: { value: '10' } },
    ]);
  });

  it('read the Symbol font of a whole cell, and report fonts of other signs', () => {
    const styled = (at: number, value: string) =>
      `<c s="${15 + at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const run = '<is><r><rPr><rFont val="Webdings"/><strike/><u/></rPr><t>z</t></r></is>';
    const cells = [styled(0, 'a'), styled(1, 'à'), run, ...answers.slice(3)];
    const { items } = read(workbook({ a: sheet([head, line(2, 'C1', 'Care?', ...cells)]) }));
    expect(answersOf(items[0])[0]).toBe('*α');
    expect(items[0]?.findings.map(({ code, params }) => [code, params.characters])).toEqual([
      ['import.underlineDropped', undefined],
      ['import.strikeDropped', undefined],
      ['import.dingbatFont', 'à'],
      ['import.dingbatFont', 'z'],
      ['import.symbolFont', 'U+F061 = α'],
    ]);
  });

  it('are refused with their row when a formula has no stored value', () => {
    const uncalculated = ['<c><f>A1</f></c>', '<c><f>A1</f><v></v></c>'];
    for (const cell of uncalculated) {
      const rows = [head, line(2, 'C1', 'Care?', ...answers.with(3, cell)), line(3, cell)];
      const { items } = read(workbook({ a: sheet(rows) }));
      expect(items.map(codesOf).map((found) => found.includes('import.formulaEmpty'))).toEqual([true, true]);
    }
    const empty = line(2, '<c t="str"><f>A1</f><v></v></c>', 'Care?', ...answers);
    expect(questionOf(read(workbook({ a: sheet([head, empty]) })).items[0]).chapter).toEqual([]);
  });

  it('are named by a heading merged over several columns', () => {
    const wide = line(1, 'Capitol', 'Întrebare', 'Corect', '<c/>', '<c/>', '<c/>', '<c/>', 'Greșit');
    const rows = [wide, line(2, 'C1', 'Care?', ...'abcdefghij')];
    const { items } = read(
      workbook({
        a: sheet(rows, '<mergeCells><mergeCell ref="C1:G1"/><mergeCell ref="H1:L1"/></mergeCells>'),
      }),
    );
    expect(answersOf(items[0])).toEqual(['*a', '*b', '*c', '*d', '*e', 'f', 'g', 'h', 'i', 'j']);
    expect(read(workbook({ a: sheet(rows) })).items.map(codesOf)[0]).toContain('import.rowShifted');
  });

  it('count their days from 1904 where the workbook says so', () => {
    const row = line(2, 'C1', 'Când?', '<c s="1"><v>43951</v></c>', ...answers.slice(1));
    const file = { a: sheet([head, row]) };
    const { items } = read(workbook(file, { properties: '<workbookPr date1904="1"/>' }));
    expect(answersOf(items[0])[0]).toBe('*01.05.2024');
  });

  it('keep the Greek letters of the Symbol font, and report them', () => {
    const rich =
      '<is><r><t>TNF-</t></r><r><rPr><rFont val="Symbol"/></rPr><t>a</t></r><r><rPr><rFont val="Arial"/></rPr><t>, a \uf0b3 2</t></r></is>';
    const { items } = read(workbook({ a: sheet([head, line(2, 'C1', 'Care?', rich, ...answers.slice(1))]) }));
    expect(answersOf(items[0])[0]).toBe('*TNF-α, a ≥ 2');
    expect(items[0]?.findings).toEqual([
      { code: 'import.symbolFont', params: { characters: 'U+F061 = α, U+F0B3 = ≥' } },
    ]);
  });

  it('get the chapter that is written once in merged cells', () => {
    const rows = [head, line(2, 'C1', 'Unu?', ...answers), line(3, undefined, 'Doi?', ...answers)];
    const { items, findings } = read(
      workbook({ a: sheet(rows, '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>') }),
    );
    expect(items.map((item) => questionOf(item).chapter)).toEqual([['C1'], ['C1']]);
    expect(findings.map(({ code }) => code)).toEqual(['import.mergedCells']);
  });
});

describe('[IMP-2] what a workbook holds besides the sheet that is read', () => {
  const questions = (of: string) => sheet([head, line(2, 'C1', of, ...answers)]);

  it('is reported: every sheet that is not empty, embedded images, and comments on cells', () => {
    const { items, findings } = read(
      workbook(
        {
          Titlu: sheet([line(1, 'Examen')]),
          Cap1: questions('Unu?'),
          Cap2: questions('Doi?'),
          Note: sheet([line(1, 'x')]),
          Gol: sheet([]),
        },
        { image: 'x', notes: '<comments/>' },
      ),
    );
    expect(items.map((item) => questionOf(item).text)).toEqual(['Unu?']);
    expect(findings).toEqual([
      { code: 'import.otherSheets', params: { sheets: 'Titlu, Cap2, Note' } },
      { code: 'import.mediaDropped', params: {} },
      { code: 'import.notesDropped', params: {} },
    ]);
  });

  it('is reported beyond the fiftieth sheet', () => {
    const names = Array.from({ length: 52 }, (_, at) => `S${at + 1}`);
    const { findings } = read(
      workbook(Object.fromEntries(names.map((name, at) => [name, at === 0 ? questions('Unu?') : sheet([])]))),
    );
    expect(findings).toEqual([{ code: 'import.otherSheets', params: { sheets: 'S51, S52' } }]);
  });

  it('is not reported when it is the example or the guide of our template, unless somebody wrote in it', () => {
    const { example, guide } = importTemplates.ro.texts;
    const { findings } = read(
      workbook({
        a: questions('Unu?'),
        [example]: questions('Exemplu?'),
        [guide]: sheet([line(1, 'Fiecare rând este o întrebare.')]),
      }),
    );
    expect(findings).toEqual([]);
    const written = sheet([head, line(2, 'C1', 'Unu?', ...answers), line(3, 'C1', 'Doi?', ...answers)]);
    expect(read(workbook({ a: questions('Trei?'), [example]: written })).findings).toEqual([
      { code: 'import.otherSheets', params: { sheets: example } },
    ]);
  });
});
