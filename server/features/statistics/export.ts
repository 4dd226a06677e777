import { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type { exportStatistics, QuestionStatistics } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { statistics as en } from '#i18n/en/statistics.ts';
import { statistics as fr } from '#i18n/fr/statistics.ts';
import { statistics as ro } from '#i18n/ro/statistics.ts';
import type { Queryable } from '#server/db/database.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import { statisticsOf } from './statistics.ts';

const labels = { ro, en, fr };
const figures = [
  'served',
  'omitted',
  'difficulty',
  'discrimination',
  'upperLower',
  'seconds',
  'exposure',
] as const satisfies readonly (keyof QuestionStatistics)[];

const rounded = (value: number | null): Cell =>
  value === null ? emptyCell : { kind: 'number', number: Math.round(value * 1000) / 1000 };

/** The figures of each question as a file, with what is said about it in words. */
export async function exportedStatistics(
  sql: Queryable,
  actor: Actor,
  { format, lang, ...wanted }: QueryOfCall<typeof exportStatistics>,
): Promise<Readable> {
  const words = labels[lang];
  const { questions } = await statisticsOf(sql, actor, wanted);
  const rows = questions.map((question) => [
    { kind: 'number', number: question.questionId } as const,
    { kind: 'number', number: question.version } as const,
    textCell(question.text),
    ...figures.map((name) => rounded(question[name])),
    textCell(
      question.flags
        .map(({ kind, answer }) =>
          words[`flag_${kind}`].replace(
            '{{answer}}',
            answer === null ? '' : String.fromCharCode(65 + answer),
          ),
        )
        .join(' '),
    ),
  ]);
  const table = {
    name: words.title,
    header: [
      words.questionId,
      words.version,
      words.question,
      ...figures.map((name) => words[name]),
      words.remarks,
    ],
    pages: (async function* () {
      yield rows;
    })(),
  };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}
