import { describe, expect, it, test } from 'vitest';
import { judgeStudent } from './judge-student.ts';
import { RowsBefore } from './rows-before.ts';
import { StoredAround, type StoredStudent } from './stored-around.ts';
import { cellsOf, headingOf, type StudentCells, studentColumns, studentLayout } from './student-columns.ts';
import type { StudyTree } from './study-tree.ts';

const tree: StudyTree = [
  {
    id: 1,
    code: 'MG',
    name: 'Facultatea de Medicină',
    sections: [
      {
        id: 11,
        code: 'MED',
        name: 'Medicină generală',
        series: [
          { id: 111, code: '1', name: 'Seria A', year: 2 },
          { id: 112, code: '2', name: 'Seria B', year: 2 },
          { id: 113, code: '1', name: 'Seria A', year: 3 },
          { id: 114, code: '7', name: 'Rezidenți', year: 6 },
        ],
      },
    ],
  },
  { id: 2, code: 'FARM', name: 'Farmacie', sections: [] },
];

const row: StudentCells = {
  faculty: 'MG',
  externalId: 'U1',
  lastName: '\u0162epe\u015f',
  firstName: 'Ștefan',
  cnp: '1630615123457',
  year: '2',
  section: 'Medicină generală',
  series: 'Seria A',
  phone: '0712345678',
  email: 'Stefan.Tepes@exam.test',
  matricol: '77',
};
const stored: StoredStudent = {
  id: 5,
  email: 'stefan.tepes@exam.test',
  firstName: 'Ștefan',
  lastName: 'Țepeș',
  cnp: '1630615123457',
  phone: '0712 345 678',
  year: 2,
  collegeId: 1,
  sectionId: 11,
  seriesId: 111,
  collegeName: 'Facultatea de Medicină',
  sectionName: 'Medicină generală',
  seriesName: 'Seria A',
  externalId: 'U1',
  matricol: '77',
};
const around = (...students: readonly StoredStudent[]) => new StoredAround('2026-11-16', students);
const judged = (changed: Partial<StudentCells>, ...students: readonly StoredStudent[]) =>
  judgeStudent({ ...row, ...changed }, tree, around(...students));
const codes = (changed: Partial<StudentCells>, ...students: readonly StoredStudent[]) =>
  judged(changed, ...students).problems.map(({ column, code }) => `${column} ${code}`);

describe('[IMP-1] the columns of a student file', () => {
  it('are in the order of the specification without a header', () => {
    const cells = Object.values(row);
    expect(cellsOf(cells, studentLayout([cells]))).toEqual(row);
  });

  test.each(['ro', 'en', 'fr'] as const)('are found by their headings in %s, in any order', (language) => {
    const reversed = studentColumns.toReversed();
    const header = reversed.map((column) => headingOf(column, language).toUpperCase());
    const layout = studentLayout([['Lista studenților'], header]);
    expect(layout.firstRow).toBe(2);
    expect(
      cellsOf(
        reversed.map((column) => row[column]),
        layout,
      ),
    ).toEqual(row);
  });

  it('reports unknown and missing headings', () => {
    const header = studentColumns.filter((column) => column !== 'phone').map((one) => headingOf(one, 'ro'));
    expect(studentLayout([[...header, 'Bursă']])).toMatchObject({ unknown: ['Bursă'], missing: ['phone'] });
  });
});

describe('[IMP-1] a row of a student file', () => {
  it('creates a new enrolment, with ș and ț as the bank writes them', () => {
    expect(judged({})).toEqual({
      outcome: 'create',
      problems: [],
      changes: [],
      stored: null,
      studentId: null,
      seriesId: 111,
      draft: {
        externalId: 'U1',
        lastName: 'Țepeș',
        firstName: 'Ștefan',
        cnp: '1630615123457',
        year: 2,
        phone: '0712345678',
        email: 'stefan.tepes@exam.test',
        matricol: '77',
        collegeId: 1,
        sectionId: 11,
        seriesId: 111,
      },
    });
  });

  it('changes nothing the second time', () => {
    expect(judged({}, stored)).toMatchObject({ outcome: 'same', changes: [], studentId: 5 });
    expect(judged({ externalId: '', matricol: '' }, stored)).toMatchObject({ outcome: 'same' });
    expect(judged({ matricol: '' }, stored)).toMatchObject({ outcome: 'same', draft: { matricol: '77' } });
  });

  it('reports the change of each cell', () => {
    expect(judged({ firstName: 'Ștefania', series: '2' }, stored)).toMatchObject({
      outcome: 'change',
      changes: [
        { column: 'firstName', from: 'Ștefan', to: 'Ștefania' },
        { column: 'series', from: 'Seria A', to: 'Seria B' },
      ],
    });
  });

  test.each([
    ['by code', { faculty: 'mg', section: 'med', series: '1' }],
    ['by name', { faculty: 'medicina', section: 'MEDICINA GENERALA', series: 'A' }],
    ['with the name in full', { faculty: 'Facultatea de Medicină', section: 'MED', series: 'seria a' }],
    ['with the module’s word', { series: 'Modulul 1' }],
  ])('finds its place %s', (_how, cells) => {
    expect(judged(cells).draft).toMatchObject({ collegeId: 1, sectionId: 11, seriesId: 111 });
  });

  test.each([
    [{ faculty: 'Medicna' }, 'facultyUnknown', 'Facultatea de Medicină'],
    [{ section: 'Medicina generla' }, 'sectionUnknown', 'Medicină generală'],
    [{ year: '6', series: 'Reziednți' }, 'seriesUnknown', 'Rezidenți'],
    // One sign more or less of a short code is another code.
    [{ series: '9' }, 'seriesUnknown', ''],
    [{ series: '12' }, 'seriesUnknown', ''],
    [{ series: 'C' }, 'seriesUnknown', ''],
    [{ series: 'Seria AB' }, 'seriesUnknown', ''],
    [{ faculty: 'MD' }, 'facultyUnknown', ''],
    [{ faculty: 'Drept' }, 'facultyUnknown', ''],
  ])('%j is unknown and suggests similar names', (cells, code, suggestion) => {
    expect(judged(cells)).toMatchObject({
      outcome: 'refused',
      draft: null,
      problems: [{ code, params: { suggestion } }],
    });
  });

  test.each([
    [{ lastName: '' }, ['lastName empty']],
    [{ email: 'nu este o adresă' }, ['email emailInvalid']],
    [{ cnp: '1630615123458' }, ['cnp cnpChecksum']],
    [{ cnp: '1,63062E+12' }, ['cnp digitsLost']],
    [{ cnp: '12' }, ['cnp cnpMalformed']],
    [{ cnp: '5990101000007' }, ['cnp cnpDate']],
    [{ phone: '07x' }, ['phone phoneInvalid']],
    [{ year: '9' }, ['year yearInvalid']],
    // A date that a spreadsheet stored as a number of days.
    [{ year: '45327' }, ['year yearInvalid']],
    [{ series: '45327' }, ['series seriesUnknown']],
    [{ series: 'Rezidenți' }, ['series seriesOfOtherYear']],
    [{ cnp: '', phone: '', email: 'x' }, ['cnp empty', 'phone empty', 'email emailInvalid']],
  ])('%j is refused with a problem for every wrong cell', (cells, expected) => {
    expect(judged(cells).outcome).toBe('refused');
    expect(codes(cells)).toEqual(expected);
  });

  it('restores the zero that a spreadsheet dropped from a phone number, with a notice', () => {
    expect(judged({ phone: '712345678' })).toMatchObject({
      outcome: 'create',
      draft: { phone: '0712345678' },
      problems: [{ column: 'phone', code: 'zeroRestored' }],
    });
  });

  test.each([
    ['630615123457', ['cnp cnpShort']],
    ['6306151234', ['cnp cnpShort']],
    ['630615123', []],
    ['X30615123457', []],
  ])('accepts %s as a foreign id, with a notice where digits of a CNP may be lost', (cnp, notices) => {
    expect(judged({ cnp })).toMatchObject({ outcome: 'create', draft: { cnp } });
    expect(codes({ cnp })).toEqual(notices);
    // Once it is stored like this, nothing is reported.
    expect(codes({ cnp }, { ...stored, cnp })).toEqual([]);
  });

  it('restores the leading zeros of a stored id, code or number, with a notice', () => {
    const padded = { ...stored, externalId: '0042', cnp: '00123456789', matricol: '077' };
    const cells = { externalId: '42', cnp: '123456789', matricol: '77' };
    expect(judged(cells, padded)).toMatchObject({
      outcome: 'same',
      studentId: 5,
      draft: { externalId: '0042', cnp: '00123456789', matricol: '077' },
      problems: [
        { column: 'externalId', code: 'zeroRestored', params: { value: '0042' } },
        { column: 'cnp', code: 'zeroRestored', params: { value: '00123456789' } },
        { column: 'matricol', code: 'zeroRestored', params: { value: '077' } },
      ],
    });
    // Other digits are another id.
    expect(judged({ ...cells, cnp: '1123456789' }, padded).changes).toEqual([
      { column: 'cnp', from: '00123456789', to: '1123456789' },
    ]);
    expect(codes({ ...cells, cnp: '1123456789' }, padded)).toContain('cnp cnpShort');
    expect(judged({ ...cells, externalId: '43', cnp: '00123456789' }, padded)).toMatchObject({
      outcome: 'create',
      studentId: null,
    });
  });

  it('names its series also when it is refused for another reason', () => {
    expect(judged({ cnp: '12' }).seriesId).toBe(111);
    expect(judged({ series: 'Seria Z' }).seriesId).toBeNull();
  });

  test.each(['II', 'anul 2', '2.0', '2'])('reads the year %s as 2', (year) => {
    expect(judged({ year }).draft?.year).toBe(2);
  });

  it('is refused when its code and number belong to two students', () => {
    const other = { ...stored, id: 6, externalId: 'U2', matricol: '78', email: 'b@exam.test' };
    expect(codes({ externalId: 'U2' }, stored, other)).toEqual(['null twoStudents']);
  });

  test.each([
    ['of two CNPs', { cnp: '6140101070075', email: 'nou@exam.test' }, {}, 'externalId'],
    ['of two CNPs, by its number', { externalId: '', cnp: '6140101070075' }, {}, 'matricol'],
    [
      'where nothing agrees with a foreign id',
      { cnp: 'X30615123', lastName: 'Pop', firstName: 'Ana', email: 'nou@exam.test' },
      {},
      'externalId',
    ],
    [
      'where nothing agrees with a stored foreign id',
      { lastName: 'Pop', firstName: 'Ana', email: 'nou@exam.test' },
      { cnp: 'X30615123' },
      'externalId',
    ],
    [
      'where one name agrees with a foreign id',
      { cnp: 'X30615123', firstName: 'Ana', email: 'nou@exam.test' },
      {},
      'externalId',
    ],
    [
      'where only the address agrees with a foreign id',
      { cnp: 'X30615123', lastName: 'Pop', firstName: 'Ana' },
      {},
      'externalId',
    ],
  ])('is refused with the code of another person %s', (_what, cells, changed, column) => {
    expect(judged(cells, { ...stored, ...changed })).toMatchObject({
      outcome: 'refused',
      draft: null,
      studentId: 5,
      problems: [{ column, code: 'codeOfAnother', params: { name: 'Țepeș Ștefan' } }],
    });
  });

  test.each([
    ['the CNP agrees', { lastName: 'Pop', firstName: 'Ana', email: 'nou@exam.test' }],
    ['both names agree', { cnp: 'X30615123', email: 'nou@exam.test' }],
    ['the address and a name agree', { cnp: 'X30615123', firstName: 'Ana' }],
  ])('changes the student of its code when %s', (_what, cells) => {
    expect(judged(cells, stored)).toMatchObject({ outcome: 'change', studentId: 5 });
  });

  test.each([
    ['of its specialization', { externalId: '', matricol: '' }],
    ['of another code', { externalId: 'U900', matricol: '900' }],
  ])('is refused with the address of another foreign student %s', (_what, cells) => {
    const row = { ...cells, cnp: 'X30615123', lastName: 'Pop', firstName: 'Ana' };
    expect(codes(row, { ...stored, cnp: 'X11111111' })).toEqual(['email addressOfAnother']);
  });

  it('is refused where two faculties or specializations of its name fit, and placed where one has its series', () => {
    const twin = (
      id: number,
      series: readonly { code: string; year: number }[],
      sectionName = 'Medicină',
    ) => ({
      id,
      code: `F${id}`,
      name: 'Facultatea de Medicină',
      sections: [
        {
          id: id * 10,
          code: `S${id}`,
          name: sectionName,
          series: series.map(({ code, year }, at) => ({
            id: id * 100 + at,
            code,
            name: `Seria ${code}`,
            year,
          })),
        },
      ],
    });
    const place = { faculty: 'Medicină', section: 'Medicină', series: '1' };
    const on = (...colleges: StudyTree) => judgeStudent({ ...row, ...place }, colleges, around());
    const first = twin(1, [{ code: '1', year: 2 }]);
    const [one] = first.sections;
    if (!one) throw new Error('no section');
    expect(on(first, twin(2, [{ code: '1', year: 2 }]))).toMatchObject({
      outcome: 'refused',
      problems: [{ column: 'faculty', code: 'facultyAmbiguous', params: { value: 'Medicină', count: 2 } }],
    });
    expect(on(twin(2, [{ code: '1', year: 3 }]), first).draft).toMatchObject({ collegeId: 1, seriesId: 100 });
    expect(on(twin(2, [{ code: '1', year: 2 }], 'Farmacie'), first).draft).toMatchObject({ collegeId: 1 });
    const sections = [
      one,
      { ...one, id: 11, code: 'S11', series: one.series.map((e) => ({ ...e, id: 111 })) },
    ];
    expect(on({ ...first, sections }).problems).toMatchObject([
      { column: 'section', code: 'sectionAmbiguous', params: { value: 'Medicină', count: 2 } },
    ]);
    expect(
      judgeStudent({ ...row, ...place, section: 'S11' }, [{ ...first, sections }], around()).draft,
    ).toMatchObject({
      sectionId: 11,
    });
  });

  test.each([
    [{ externalId: '5E2' }, []],
    [{ matricol: '12E3' }, []],
    [{ series: '1E1' }, ['series seriesUnknown']],
    [{ externalId: '1,5E+12' }, ['externalId digitsLost']],
    [{ matricol: '2E+10' }, ['matricol digitsLost']],
    [{ phone: '7E8' }, ['phone digitsLost']],
  ])('%j is a rounded number only where it can be one', (cells, expected) => {
    expect(codes(cells)).toEqual(expected);
  });

  it('quotes no half of a pair of surrogates, which the database could not store', () => {
    const value = judged({ year: `${'a'.repeat(39)}😀` }).problems[0]?.params.value;
    expect(value).toBe('a'.repeat(39));
  });

  it('says that the account of its address is disabled, unless nothing changes', () => {
    const disabled = (...students: readonly StoredStudent[]) =>
      judgeStudent(row, tree, new StoredAround('2026-11-16', students, ['Stefan.Tepes@exam.test']));
    expect(disabled()).toMatchObject({ outcome: 'create', problems: [{ code: 'accountDisabled' }] });
    expect(disabled({ ...stored, year: 1 })).toMatchObject({
      outcome: 'change',
      problems: [{ column: 'email', code: 'accountDisabled' }],
    });
    expect(disabled(stored)).toMatchObject({ outcome: 'same', problems: [] });
  });

  it('is refused with another person’s address; a second enrolment of the same person is accepted', () => {
    expect(codes({ externalId: 'U9', matricol: '9', cnp: '6140101070075' }, stored)).toEqual([
      'email addressOfAnother',
    ]);
    expect(judged({ externalId: 'U9', matricol: '9' }, stored).outcome).toBe('create');
  });

  it('is compared with the rows before it also when an earlier run accepted them', () => {
    const short: StoredStudent = { ...stored, externalId: '0042', cnp: '0012345678', matricol: null };
    const files: readonly (readonly [StudentCells, StudentCells, readonly StoredStudent[]])[] = [
      [row, { ...row, matricol: '1', email: 'x@exam.test' }, []],
      [row, { ...row, externalId: 'u1 ', matricol: '' }, []],
      [row, { ...row, externalId: '', matricol: '77', email: 'x@exam.test' }, []],
      [row, { ...row, externalId: 'U3', matricol: '3', cnp: '6140101070075' }, []],
      [row, { ...row, externalId: 'U2', matricol: '2' }, []],
      // Neither row has a code or a number.
      [{ ...row, externalId: '', matricol: '' }, { ...row, externalId: '', matricol: '' }, []],
      // The same student, named once by their address and once by the code that only the database has.
      [{ ...row, externalId: '' }, { ...row, matricol: '', email: 'x@exam.test' }, [stored]],
      // A spreadsheet has lost the zeros of the first row.
      [
        { ...row, externalId: '42', cnp: '12345678', matricol: '' },
        { ...row, externalId: '0042', cnp: '0012345678', matricol: '' },
        [short],
      ],
      [
        { ...row, externalId: 'U9', cnp: '12345678', matricol: '9' },
        { ...row, externalId: 'U8', cnp: '0012345678', matricol: '8', lastName: 'Pop', firstName: 'Ion' },
        [short],
      ],
    ];
    const outcomes = files.map(([first, second, students]) => {
      const [one, two] = [first, second].map((cells) => judgeStudent(cells, tree, around(...students)));
      if (!one?.draft || !two?.draft) throw new Error(`a row is refused: ${JSON.stringify([one, two])}`);
      const [together, later] = [new RowsBefore(), new RowsBefore()];
      expect(together.check(one.draft, one.studentId, 2)).toEqual([]);
      const { collegeId, sectionId } = one.draft;
      later.remember({
        line: 2,
        cells: first,
        problems: one.problems,
        studentId: one.studentId,
        collegeId,
        sectionId,
      });
      const problems = together.check(two.draft, two.studentId, 3);
      expect(later.check(two.draft, two.studentId, 3)).toEqual(problems);
      return problems[0]?.code ?? 'accepted';
    });
    const [repeated, other] = ['repeatedInFile', 'addressOfAnother'];
    expect(outcomes).toEqual([
      repeated,
      repeated,
      repeated,
      other,
      'accepted',
      repeated,
      repeated,
      repeated,
      'accepted',
    ]);
  });

  it('is refused when it repeats an enrolment or gives an address to a second person', () => {
    const rows = new RowsBefore();
    const draft = judged({}).draft;
    if (!draft) throw new Error('the row is refused');
    expect(rows.check(draft, null, 2)).toEqual([]);
    expect(rows.check({ ...draft, matricol: '1' }, null, 3)).toMatchObject([
      { code: 'repeatedInFile', params: { line: 2 } },
    ]);
    const second = { ...draft, externalId: 'U2', matricol: '2' };
    expect(rows.check(second, null, 4)).toEqual([]);
    expect(
      rows.check({ ...second, externalId: 'U3', matricol: '3', cnp: '6140101070075' }, null, 5),
    ).toMatchObject([{ code: 'addressOfAnother' }]);
  });
});
