import { customExams } from './custom-exams.ts';

/** The English texts that come with custom exams. */
export const customExamPage = { customExams };
