import { customExamErrors } from './custom-exam-errors.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { main } from './main.ts';
import { results } from './results.ts';
import { studentImport } from './student-import.ts';

/** The English texts, by area; the shape every other language has to match. */
export const en = {
  ...main,
  ...results,
  exam,
  examEnd,
  studentImport,
  errors: { ...main.errors, ...customExamErrors },
};
