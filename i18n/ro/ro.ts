import type { Translation } from '#i18n/catalogue.ts';
import type { en } from '#i18n/en/en.ts';
import { booking } from './booking.ts';
import { customExamErrors } from './custom-exam-errors.ts';
import { exam } from './exam.ts';
import { examEnd } from './exam-end.ts';
import { main } from './main.ts';
import { results } from './results.ts';

export const ro = {
  ...main,
  ...results,
  ...booking,
  exam,
  examEnd,
  errors: { ...main.errors, ...customExamErrors },
} satisfies Translation<typeof en, 'one' | 'few' | 'other'>;
