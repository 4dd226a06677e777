import { customExamErrors } from './custom-exam-errors.ts';
import { customExams } from './custom-exams.ts';

/** The French texts that come with custom exams. */
export const customExamPage = { customExams, errors: customExamErrors };
