import { writingImports } from './question-commit.ts';
import { importCleanUp } from './removing.ts';
import { checkingStudents } from './students/student-check.ts';
import { writingStudents } from './students/student-commit.ts';

export const importJobs = {
  repeated: [importCleanUp],
  queued: [checkingStudents, writingImports, writingStudents],
} as const;
