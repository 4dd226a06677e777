import { prepareExam } from './prepare-exam.ts';

/** The texts that come with the page before an exam. */
export const preparePage = { prepareExam };
