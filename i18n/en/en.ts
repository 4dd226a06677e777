import { booking } from './booking.ts';
import { customExamErrors } from './custom-exam-errors.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { main } from './main.ts';
import { results } from './results.ts';

/** The English texts, by area; the shape every other language has to match. */
export const en = {
  ...main,
  ...results,
  ...booking,
  exam,
  examEnd,
  errors: { ...main.errors, ...customExamErrors },
};
