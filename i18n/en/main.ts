import { crud } from './crud.ts';
import { dashboard } from './dashboard.ts';
import { entities } from './entities.ts';
import { examStructure } from './exam-structure.ts';
import { first } from './first.ts';
import { holidays } from './holidays.ts';
import { importScreen } from './import-screen.ts';
import { questions } from './questions.ts';
import { shortcuts } from './shortcuts.ts';
import { signOut } from './sign-out.ts';
import { structure } from './structure.ts';
import { tour } from './tour.ts';

/** The English texts that come with the main layout, for every screen in it. */
export const main = {
  ...first,
  crud,
  entities,
  structure,
  examStructure,
  dashboard,
  shortcuts,
  holidays,
  importScreen,
  questions,
  signOut,
  tour,
};
