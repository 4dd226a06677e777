import { importFindings, questionTypes } from './import-findings.ts';
import { studentImport } from './student-import.ts';

/** The French texts that come with the imports screen. */
export const importTexts = {
  importFindings: { texts: importFindings, types: questionTypes },
  studentImport,
};
