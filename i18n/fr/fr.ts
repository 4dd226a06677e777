import type { Translation } from '#i18n/catalogue.ts';
import type { en } from '#i18n/en/en.ts';
import { administrationPage } from './administration-page.ts';
import { board } from './board.ts';
import { booking } from './booking.ts';
import { configurationPage } from './configuration-page.ts';
import { contestationPage } from './contestation-page.ts';
import { customExams } from './custom-exams.ts';
import { deskPage } from './desk-page.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { main } from './main.ts';
import { paperPage } from './paper-page.ts';
import { preparePage } from './prepare-page.ts';
import { recording } from './recording.ts';
import { results } from './results.ts';
import { screenErrors } from './screen-errors.ts';
import { studentImport } from './student-import.ts';
import { studentsExamsPage } from './students-exams-page.ts';
import { tourPages } from './tour-pages.ts';
import { yearCopy } from './year-copy.ts';

export const fr = {
  ...main,
  ...results,
  ...studentsExamsPage,
  ...configurationPage,
  ...contestationPage,
  ...preparePage,
  ...administrationPage,
  board,
  ...paperPage,
  ...deskPage,
  ...booking,
  customExams,
  exam,
  examEnd,
  tourPages,
  recording,
  studentImport,
  yearCopy,
  errors: { ...main.errors, ...screenErrors },
} satisfies Translation<typeof en, 'one' | 'many' | 'other'>;
