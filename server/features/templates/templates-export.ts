import type { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type { exportTemplates, Template } from '#contract/templates.ts';
import { crud as enWords } from '#i18n/en/crud.ts';
import { templates as en } from '#i18n/en/templates.ts';
import { crud as frWords } from '#i18n/fr/crud.ts';
import { templates as fr } from '#i18n/fr/templates.ts';
import { crud as roWords } from '#i18n/ro/crud.ts';
import { templates as ro } from '#i18n/ro/templates.ts';
import type { Queryable } from '#server/db/database.ts';
import { type Cell, emptyCell, momentCell, numberCell, textCell } from '#server/spreadsheet/cell.ts';
import { allPages, type ListColumn, listFile } from '#server/spreadsheet/list-file.ts';
import { selectNames, templatesOf } from './reading.ts';

const labels = { ro, en, fr };
const answers = { ro: roWords, en: enWords, fr: frWords };

/** The list of templates of a custom exam in a session as a file. */
export async function exportedTemplates(
  sql: Queryable,
  { format, lang, ...query }: QueryOfCall<typeof exportTemplates>,
): Promise<Readable> {
  const words = labels[lang];
  const { yes, no } = answers[lang];
  // Refused before the file begins.
  await selectNames(sql, query);
  const nearestOf = ({ number, nearest }: Template): Cell => {
    if (!nearest) return emptyCell;
    const share = new Intl.NumberFormat(lang, { style: 'percent' }).format(nearest.share);
    const other = nearest.one === number ? nearest.other : nearest.one;
    return textCell(words.nearestValue.replace('{{share}}', share).replace('{{number}}', String(other)));
  };
  const columns: ListColumn<Template>[] = [
    { header: words.number, cell: ({ number }) => numberCell(number) },
    { header: words.questions, cell: ({ questions }) => numberCell(questions) },
    { header: words.begun, cell: ({ begun }) => numberCell(begun) },
    { header: words.waiting, cell: ({ waiting }) => numberCell(waiting) },
    { header: words.nearest, cell: nearestOf },
    { header: words.outdated, cell: ({ outdated }) => numberCell(outdated) },
    { header: words.order, cell: ({ randomize }) => textCell(randomize ? words.randomized : words.fixed) },
    { header: words.madeAt, cell: ({ madeAt }) => momentCell(madeAt) },
    { header: words.matchesExam, cell: ({ matchesExam }) => textCell(matchesExam ? yes : no) },
  ];
  const rows = allPages(async (page) => (await templatesOf(sql, { ...query, ...page })).items);
  return listFile({ name: words.heading, columns, rows }, format);
}
