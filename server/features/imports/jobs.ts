import { writingImports } from './question-commit.ts';
import { importCleanUp } from './removing.ts';

export const importJobs = { repeated: [importCleanUp], queued: [writingImports] } as const;
