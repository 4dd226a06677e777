import { auth } from './auth.ts';
import { common } from './common.ts';
import { errors } from './errors.ts';
import { messages } from './messages.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';

/** The French texts that Login and an exam need; the rest follows with the exam or the main layout. */
export const first = { auth, common, errors, messages, screens, shell };
