import { exam } from './exam.ts';
import { examQuestion } from './exam-question.ts';

/** The French texts an exam needs beyond the first ones. */
export const examPage = { exam, questions: examQuestion };
