import type { Translation } from '#i18n/catalogue.ts';
import type { en } from '#i18n/en/en.ts';
import { accountErrors } from './account-errors.ts';
import { administrationPage } from './administration-page.ts';
import { board } from './board.ts';
import { booking } from './booking.ts';
import { configurationPage } from './configuration-page.ts';
import { contestationErrors } from './contestation-errors.ts';
import { contestationPage } from './contestation-page.ts';
import { customExamErrors } from './custom-exam-errors.ts';
import { customExams } from './custom-exams.ts';
import { deskPage } from './desk-page.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { main } from './main.ts';
import { paperPage } from './paper-page.ts';
import { preparePage } from './prepare-page.ts';
import { recording } from './recording.ts';
import { results } from './results.ts';
import { settlementErrors } from './settlement-errors.ts';
import { staffResults } from './staff-results.ts';
import { studentImport } from './student-import.ts';
import { templateErrors } from './template-errors.ts';
import { tourPages } from './tour-pages.ts';
import { waitingErrors } from './waiting-errors.ts';
import { yearCopy } from './year-copy.ts';

export const ro = {
  ...main,
  ...results,
  ...staffResults,
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
  errors: {
    ...main.errors,
    ...accountErrors,
    ...contestationErrors,
    ...customExamErrors,
    ...settlementErrors,
    ...templateErrors,
    ...waitingErrors,
  },
} satisfies Translation<typeof en, 'one' | 'few' | 'other'>;
