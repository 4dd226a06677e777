import { describe, expect, it, test } from 'vitest';
import { codes, judged, row, stored, studentIndex, tree } from '#domain/testing/student-rows.ts';
import { judgeStudent } from './judge-student.ts';
import { cellsOf, headingOf, studentColumns, studentLayout } from './student-columns.ts';
import { type StoredStudent, StudentIndex } from './student-index.ts';
import type { StudyTree } from './study-tree.ts';

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
  ])('finds its study place %s', (_how, cells) => {
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
    const studyPlace = { faculty: 'Medicină', section: 'Medicină', series: '1' };
    const on = (...colleges: StudyTree) => judgeStudent({ ...row, ...studyPlace }, colleges, studentIndex());
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
      judgeStudent({ ...row, ...studyPlace, section: 'S11' }, [{ ...first, sections }], studentIndex()).draft,
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
      judgeStudent(row, tree, new StudentIndex('2026-11-16', students, ['Stefan.Tepes@exam.test']));
    expect(disabled()).toMatchObject({ outcome: 'create', problems: [{ code: 'accountDisabled' }] });
    expect(disabled({ ...stored, year: 1 })).toMatchObject({
      outcome: 'change',
      problems: [{ column: 'email', code: 'accountDisabled' }],
    });
    expect(disabled(stored)).toMatchObject({ outcome: 'same', problems: [] });
  });
});
