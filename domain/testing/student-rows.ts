import { judgeStudent } from '#domain/imports/students/judge-student.ts';
import type { StudentCells } from '#domain/imports/students/student-columns.ts';
import { type StoredStudent, StudentIndex } from '#domain/imports/students/student-index.ts';
import type { StudyTree } from '#domain/imports/students/study-tree.ts';

export const tree: StudyTree = [
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

export const row: StudentCells = {
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
export const stored: StoredStudent = {
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
export const studentIndex = (...students: readonly StoredStudent[]) =>
  new StudentIndex('2026-11-16', students);
export const judged = (changed: Partial<StudentCells>, ...students: readonly StoredStudent[]) =>
  judgeStudent({ ...row, ...changed }, tree, studentIndex(...students));
export const codes = (changed: Partial<StudentCells>, ...students: readonly StoredStudent[]) =>
  judged(changed, ...students).problems.map(({ column, code }) => `${column} ${code}`);
