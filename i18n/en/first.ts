import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { exam } from './exam.ts';
import { examQuestion } from './exam-question.ts';
import { messages } from './messages.ts';
import { notYet } from './not-yet.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';

/** The English texts that Login and an exam need; the rest follows with the main layout. */
export const first = {
  auth,
  common,
  errors,
  exam,
  messages,
  notYet,
  questions: examQuestion,
  screens,
  shell,
};
