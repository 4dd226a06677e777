import type { Translation } from '#i18n/catalogue.ts';
import type { en } from '#i18n/en/en.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { crud } from './crud.ts';
import { dashboard } from './dashboard.ts';
import { entities } from './entities.ts';
import { entrances } from './entrances.ts';
import { errors } from './errors.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { examResult } from './exam-result.ts';
import { examStructure } from './exam-structure.ts';
import { importScreen } from './import-screen.ts';
import { messages } from './messages.ts';
import { notYet } from './not-yet.ts';
import { prepareExam } from './prepare-exam.ts';
import { questions } from './questions.ts';
import { rehearsal } from './rehearsal.ts';
import { screens } from './screens.ts';
import { shell } from './shell.ts';
import { signOut } from './sign-out.ts';
import { simulation } from './simulation.ts';
import { structure } from './structure.ts';
import { tour } from './tour.ts';

export const ro = {
  common,
  crud,
  entities,
  structure,
  examStructure,
  examResult,
  errors,
  exam,
  examEnd,
  messages,
  auth,
  dashboard,
  entrances,
  importScreen,
  notYet,
  prepareExam,
  questions,
  rehearsal,
  screens,
  shell,
  signOut,
  simulation,
  tour,
} satisfies Translation<typeof en, 'one' | 'few' | 'other'>;
