import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { codes, row, stored, studentIndex, tree } from '#domain/testing/student-rows.ts';
import { judgeStudent } from './judge-student.ts';
import {
  cellsOf,
  headingOf,
  optionalStudentColumns,
  type StudentCells,
  type StudentFileColumn,
  studentColumns,
  studentLayout,
} from './student-columns.ts';

const isOptional = (column: StudentFileColumn) =>
  (optionalStudentColumns as readonly string[]).includes(column);

/** The row as read from a file without some columns. */
function withoutColumns(missing: readonly StudentFileColumn[]): StudentCells {
  const columns = studentColumns.filter((column) => !missing.includes(column));
  const layout = studentLayout([columns.map((column) => headingOf(column, 'ro'))]);
  return cellsOf(
    columns.map((column) => row[column]),
    layout,
  );
}

/** What an import of a row with a new first name changes and writes. */
function renamed(cells: StudentCells) {
  const { changes, draft } = judgeStudent({ ...cells, firstName: 'Ștefania' }, tree, studentIndex(stored));
  return { changed: changes.map(({ column }) => column), draft };
}

describe('[IMP-1] an empty cell of a student file', () => {
  test.each(optionalStudentColumns)('keeps the stored value of the optional column %s', (column) => {
    expect(stored[column]).not.toBeNull();
    const expected = { changed: ['firstName'], draft: { [column]: stored[column] } };
    expect(renamed({ ...row, [column]: '' })).toMatchObject(expected);
    expect(renamed(withoutColumns([column]))).toMatchObject(expected);
  });

  it('changes nothing beside other empty or missing columns, in any combination', () => {
    const some = fc.subarray([...optionalStudentColumns]);
    fc.assert(
      fc.property(some, some, fc.constantFrom('', ' ', '\u00a0'), (missing, empty, blank) => {
        const blanks = Object.fromEntries(empty.map((column) => [column, blank]));
        const kept = Object.fromEntries(optionalStudentColumns.map((column) => [column, stored[column]]));
        expect(renamed({ ...withoutColumns(missing), ...blanks })).toMatchObject({
          changed: ['firstName'],
          draft: kept,
        });
      }),
    );
  });

  const required = studentColumns.filter((column) => !isOptional(column));
  test.each(required)('is refused in the column %s', (column) => {
    expect(codes({ [column]: '' }, stored)).toEqual([`${column} empty`]);
  });
});
