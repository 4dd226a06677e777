import { auth } from './auth.ts';
import { common } from './common.ts';
import { crud } from './crud.ts';
import { dashboard } from './dashboard.ts';
import { entities } from './entities.ts';
import { entrances } from './entrances.ts';
import { errors } from './errors.ts';
import { examStructure } from './exam-structure.ts';
import { importScreen } from './import-screen.ts';
import { messages } from './messages.ts';
import { notYet } from './not-yet.ts';
import { prepareExam } from './prepare-exam.ts';
import { questions } from './questions.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';
import { signOut } from './sign-out.ts';
import { structure } from './structure.ts';
import { tour } from './tour.ts';

/** The Romanian texts that come with the main layout, for every screen in it. */
export const main = {
  common,
  crud,
  entities,
  structure,
  examStructure,
  errors,
  messages,
  auth,
  dashboard,
  entrances,
  importScreen,
  notYet,
  prepareExam,
  questions,
  screens,
  shell,
  signOut,
  tour,
};
