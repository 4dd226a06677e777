import { examEnd } from './exam-end.ts';

/** The French texts an exam needs only after its first question. */
export const examLazy = { examEnd };
