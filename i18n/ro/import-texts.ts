import { importFindings, questionTypes } from './import-findings.ts';

/** The Romanian texts that come with the screen of imports. */
export const importTexts = { importFindings: { texts: importFindings, types: questionTypes } };
