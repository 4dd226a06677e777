import type { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type { CustomExamColumn, CustomExamItem, getExamCustom } from '#contract/custom-exams.ts';
import type { Actor } from '#domain/access/actor.ts';
import { crud as enWords } from '#i18n/en/crud.ts';
import { customExams as en } from '#i18n/en/custom-exams.ts';
import { screens as enScreens } from '#i18n/en/screens.ts';
import { crud as frWords } from '#i18n/fr/crud.ts';
import { customExams as fr } from '#i18n/fr/custom-exams.ts';
import { screens as frScreens } from '#i18n/fr/screens.ts';
import { crud as roWords } from '#i18n/ro/crud.ts';
import { customExams as ro } from '#i18n/ro/custom-exams.ts';
import { screens as roScreens } from '#i18n/ro/screens.ts';
import type { Services } from '#server/services.ts';
import { type Cell, numberCell, textCell } from '#server/spreadsheet/cell.ts';
import { allPages, listFile } from '#server/spreadsheet/list-file.ts';
import { selectCustomExams } from './reading.ts';

const labels = {
  ro: { ...ro, id: roWords.id, title: roScreens.CustomExams },
  en: { ...en, id: enWords.id, title: enScreens.CustomExams },
  fr: { ...fr, id: frWords.id, title: frScreens.CustomExams },
};

const headers = {
  id: 'id',
  examName: 'examName',
  collegeName: 'college',
  sectionName: 'section',
  seriesNames: 'series',
  year: 'year',
  questions: 'questions',
  credits: 'credits',
  examDuration: 'minutes',
  futureAppointmentsCount: 'appointments',
} as const satisfies Record<CustomExamColumn, string>;

function cellOf(exam: CustomExamItem, column: CustomExamColumn): Cell {
  const value = exam[column];
  if (typeof value === 'number') return numberCell(value);
  return textCell(typeof value === 'string' ? value : value.join(', '));
}

/** The custom exams of the list as a file. */
export function exportedCustomExams(
  services: Services,
  actor: Actor,
  { format, lang, columns, ...query }: QueryOfCall<typeof getExamCustom.exported>,
): Readable {
  const words = labels[lang];
  const shown = columns.map((name) => ({
    header: words[headers[name]],
    cell: (exam: CustomExamItem) => cellOf(exam, name),
  }));
  const rows = allPages((page) => selectCustomExams(services, actor, { ...query, ...page }));
  return listFile({ name: words.title, columns: shown, rows }, format);
}
