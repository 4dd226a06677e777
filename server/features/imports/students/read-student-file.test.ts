import { strToU8, zipSync } from 'fflate';
import { describe, expect, it, test } from 'vitest';
import { headingOf, studentColumns } from '#domain/imports/students/student-columns.ts';
import { isRefusal } from '#domain/imports/students/student-problems.ts';
import { readStudentFile } from './read-student-file.ts';

const person = [
  'MG',
  'U1',
  'Țepeș',
  'Ștefan',
  '1630615123457',
  '2',
  'MED',
  '1',
  '0712345678',
  'a@b.ro',
  '77',
];
const header = studentColumns.map((column) => headingOf(column, 'ro'));
const csv = (rows: readonly (readonly string[])[], delimiter = ';') =>
  rows.map((cells) => cells.join(delimiter)).join('\r\n');
const read = (content: string | Uint8Array) => {
  const file = readStudentFile(typeof content === 'string' ? Buffer.from(content) : content, 'ro');
  if (file.kind === 'refused') throw new Error(file.finding.code);
  return file;
};
const cellsIn = (content: string | Uint8Array) => Object.values(read(content).rows[0]?.cells ?? {});
const codes = (content: string | Uint8Array) => read(content).findings.map(({ code }) => code);
const refusal = (content: string | Uint8Array) => {
  const file = readStudentFile(typeof content === 'string' ? Buffer.from(content) : content, 'ro');
  return file.kind === 'refused' ? file.finding.code : 'read';
};

/** The text in windows-1250; unsupported characters become question marks. */
const central: Record<string, number> = { ș: 0xba, ț: 0xfe, Ș: 0xaa, Ț: 0xde, ă: 0xe3, â: 0xe2, î: 0xee };
const in1250 = (text: string) => Uint8Array.from(text, (letter) => central[letter] ?? letter.charCodeAt(0));

describe('[IMP-1] a student file as CSV', () => {
  test.each([';', ',', '\t'])('is read with any delimiter: %j', (delimiter) => {
    expect(cellsIn(csv([person], delimiter))).toEqual(person);
    expect(cellsIn(csv([header, person], delimiter))).toEqual(person);
  });

  it('is read in UTF-8 with a byte order mark and in windows-1250, whose cedilla letters become ș and ț', () => {
    expect(cellsIn(`\ufeff${csv([person])}`)).toEqual(person);
    const old = read(in1250(csv([person])));
    expect(old.encoding).toBe('windows-1250');
    expect(old.rows[0]?.cells.lastName.normalize('NFD')).toBe('\u0162epe\u015f'.normalize('NFD'));
  });

  it('is read in windows-1252, with the names of foreign students', () => {
    const rows = ['Müller', 'Lefèvre', 'Größer', 'Françoise'].map((name, at) =>
      person.with(1, `U${at}`).with(2, name).with(3, 'Jérôme'),
    );
    const western = read(Buffer.from(csv(rows), 'latin1'));
    expect(western.encoding).toBe('windows-1252');
    expect(western.rows.map(({ cells }) => cells.lastName)).toEqual([
      'Müller',
      'Lefèvre',
      'Größer',
      'Françoise',
    ]);
  });

  it('unescapes protected formulas', () => {
    expect(cellsIn(csv([person.with(8, "'+40712345678")]))[8]).toBe('+40712345678');
  });
});

const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;
const sheet = (rows: readonly string[], after = '') =>
  `<worksheet><sheetData>${rows.join('')}</sheetData>${after}</worksheet>`;
const row = (cells: readonly string[], line = 1) => `<row r="${line}">${cells.join('')}</row>`;
function workbook(sheets: readonly string[], more: Record<string, Uint8Array> = {}): Uint8Array {
  const names = sheets.map((_, index) => `<sheet name="Foaia ${index + 1}" r:id="r${index}"/>`);
  const relations = sheets.map(
    (_, index) => `<Relationship Id="r${index}" Target="worksheets/s${index}.xml"/>`,
  );
  return zipSync({
    'xl/workbook.xml': strToU8(`<workbook><sheets>${names.join('')}</sheets></workbook>`),
    'xl/_rels/workbook.xml.rels': strToU8(`<R>${relations.join('')}</R>`),
    ...Object.fromEntries(sheets.map((xml, index) => [`xl/worksheets/s${index}.xml`, strToU8(xml)])),
    ...more,
  });
}

describe('[IMP-1] a student file as a workbook', () => {
  it('keeps all digits of numbers, and reports formulas whose values it uses', () => {
    const cells = person.map(text);
    cells[4] = '<c><v>1630615123457</v></c>';
    cells[8] = '<c><v>712345678</v></c>';
    cells[5] = '<c><f>1+1</f><v>2</v></c>';
    const [read1] = read(workbook([sheet([row(cells)])])).rows;
    expect(read1).toMatchObject({
      formula: true,
      cells: { cnp: '1630615123457', phone: '712345678', year: '2' },
    });
  });

  const style = (formats: string) =>
    strToU8(
      `<styleSheet><numFmts>${formats}</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    );
  test.each([
    ['a date', '<c s="1"><v>45413</v></c>', '01.05.2024', 'dateCell'],
    ['a formula that was never calculated', '<c><f>A1</f></c>', '', 'formulaEmpty'],
    ['an error', '<c t="e"><v>#REF!</v></c>', '#REF!', 'errorCell'],
    ['the error of a formula', '<c t="e"><f>A1</f><v>#N/A</v></c>', '#N/A', 'errorCell'],
    ['a logical value', '<c t="b"><v>1</v></c>', 'TRUE', 'booleanCell'],
    ['a number shown in another form', '<c s="2"><v>77</v></c>', '77', 'numberFormat'],
  ])('reports %s in a registration number', (_what, cell, value, code) => {
    const cells = person.map(text).with(10, cell);
    const styles = { 'xl/styles.xml': style('<numFmt numFmtId="170" formatCode="[&gt;5]0;0"/>') };
    const [found, ...others] = read(workbook([sheet([row(cells), row(person.map(text), 2)])], styles)).rows;
    expect(found?.cells.matricol).toBe(value);
    expect(found?.problems).toEqual([{ column: 'matricol', code, params: { value } }]);
    expect(found?.problems.some(isRefusal)).toBe(code !== 'numberFormat');
    expect(others.map(({ problems }) => problems)).toEqual([[]]);
  });

  it('reports nothing about the cells of a column that it does not read', () => {
    const cells = [...person.map(text), '<c t="b"><v>1</v></c>'];
    const file = read(workbook([sheet([row([...header, 'Bursă'].map(text)), row(cells, 2)])]));
    expect(file.rows.map(({ problems }) => problems)).toEqual([[]]);
  });

  it('is read from the sheet with students; the others are reported', () => {
    const notes = sheet([row([text('Observații')])]);
    const students = sheet([row(header.map(text)), row(person.map(text), 2)]);
    const file = read(workbook([notes, students]));
    expect(file.rows).toHaveLength(1);
    expect(file.findings).toEqual([{ code: 'import.otherSheets', params: { sheets: 'Foaia 1' } }]);
  });

  it('fills merged cells with the value of the first', () => {
    const placed = (cells: readonly string[], line: number) =>
      row(
        cells.map((cell, at) => text(cell).replace('<c ', `<c r="${String.fromCharCode(65 + at)}${line}" `)),
        line,
      );
    const second = person.with(1, 'U2');
    const below = second.map((cell, at) =>
      at === 0 ? '' : text(cell).replace('<c ', `<c r="${String.fromCharCode(65 + at)}2" `),
    );
    const merged = sheet(
      [placed(person, 1), row(below, 2)],
      '<mergeCells><mergeCell ref="A1:A2"/></mergeCells>',
    );
    const file = read(workbook([merged]));
    expect(file.rows.map(({ cells }) => cells.faculty)).toEqual(['MG', 'MG']);
    expect(codes(workbook([merged]))).toEqual(['import.mergedCells']);
  });

  it('ignores macros', () => {
    const macros = workbook([sheet([row(person.map(text))])], { 'xl/vbaProject.bin': strToU8('x') });
    expect(codes(macros)).toEqual(['import.macrosIgnored']);
  });
});

describe('[SAFE-10] an invalid student file is refused with its reason', () => {
  test.each([
    ['nothing', new Uint8Array(), 'import.fileEmpty'],
    ['garbage', Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256), 'import.noStudentTable'],
    ['a page', '<html><table><tr><td>Ana</td></tr></table></html>', 'import.noStudentTable'],
    ['a letter', 'Dragi studenți,\nvă așteptăm la examen.\n', 'import.noStudentTable'],
    ['a document in an archive', zipSync({ 'word/document.xml': strToU8('x') }), 'import.noStudentTable'],
    ['an old workbook', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0), 'import.oldExcel'],
    ['a broken archive', strToU8('PK\u0003\u0004 and nothing more, really'), 'import.zipBroken'],
    [
      'a zip bomb',
      zipSync({ 'xl/workbook.xml': new Uint8Array(60_000_000) }, { level: 9 }),
      'import.zipTooLarge',
    ],
    ['a header alone', csv([header]), 'import.noStudents'],
    [
      'a workbook with too many rows',
      workbook([sheet([row(header.map(text)), '<row><c><v>1</v></c></row>'.repeat(200_001)])]),
      'import.tooManyStudents',
    ],
    ['too many rows', 'a;b;c;d;e;f;g;h;i;j;k\n'.repeat(200_002), 'import.tooManyStudents'],
  ])('%s', (_what, content, code) => expect(refusal(content)).toBe(code));
});
