import { describe, expect, it, test } from 'vitest';
import { codes, judged, row, stored, studentIndex, tree } from '#domain/testing/student-rows.ts';
import { judgeStudent } from './judge-student.ts';
import { RowsBefore } from './rows-before.ts';
import type { StudentCells } from './student-columns.ts';
import type { StoredStudent } from './student-index.ts';

describe('[IMP-1] a row of a student file', () => {
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
      const [one, two] = [first, second].map((cells) => judgeStudent(cells, tree, studentIndex(...students)));
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
