import { questionCheck } from './question-check.ts';
import { writingImports } from './question-commit.ts';
import { importCleanUp } from './removing.ts';
import { studentCheck } from './students/student-check.ts';
import { writingStudents } from './students/student-commit.ts';

export const importJobs = {
  repeated: [importCleanUp],
  queued: [questionCheck.job, studentCheck.job, writingImports, writingStudents],
} as const;
