import type { listAbsentStudents, listStudentRows } from '#contract/student-imports.ts';
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
