import type { AbsentStudent, StudentImportRow } from '#contract/student-imports.ts';
import type { ListSource } from '#web/list/use-list.ts';

/** The rows of a student import; `stage` changes when they may have. */
export const studentRowSource = (id: number, stage: string): ListSource<StudentImportRow> => ({
  path: `imports/${id}/students`,
  cacheKey: ['imports', 'rows', id, stage],
});

/** The students whom the file does not name. */
export const absentSource = (id: number, stage: string): ListSource<AbsentStudent> => ({
  path: `imports/${id}/absent`,
  cacheKey: ['imports', 'absent', id, stage],
});
