import { customExams } from './custom-exams.ts';

/** The French texts that come with custom exams. */
export const customExamPage = { customExams };
