import { customExams } from './custom-exams.ts';

/** The Romanian texts that come with custom exams. */
export const customExamPage = { customExams };
