import type { listAbsentStudents, listNotImported, listStudentRows } from '#contract/student-imports.ts';
import type { ListSource } from '#web/list/use-list.ts';

/** The rows of a student import; `stage` is part of the key because rows may change with it. */
export const studentRowSource = (id: number, stage: string): ListSource<typeof listStudentRows> => ({
  path: `imports/${id}/students`,
  cacheKey: ['imports', 'rows', id, stage],
});

/** The students that the file does not list. */
export const absentSource = (id: number, stage: string): ListSource<typeof listAbsentStudents> => ({
  path: `imports/${id}/absent`,
  cacheKey: ['imports', 'absent', id, stage],
});

/** The rows in scope that were not imported, of one import or of all. */
export const notImportedSource = (importId: number | undefined): ListSource<typeof listNotImported> => ({
  path: 'notImportedStudents',
  cacheKey: ['imports', 'notImported'],
  params: { importId },
});
