import { writingImports } from './question-commit.ts';
import { importCleanUp } from './removing.ts';
import { writingStudents } from './students/student-commit.ts';

export const importJobs = { repeated: [importCleanUp], queued: [writingImports, writingStudents] } as const;
