import { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type { exportSessionStatistics } from '#contract/session-statistics.ts';
import type { exportStatistics, exportWhatIf, StatisticsTable } from '#contract/statistics.ts';
import type { Actor } from '#domain/access/actor.ts';
import { emptyCell, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';
import type { CohortQuery, DisciplineQuery } from './cohort.ts';
import { labels, rounded, sessionTableOf, type Table, tableOf, yearTable } from './export-tables.ts';
import type { ComputedStatistics } from './tasks.ts';

type Format = Pick<QueryOfCall<typeof exportStatistics>, 'format' | 'lang'>;
function fileOf({ header, rows }: Table, { format, lang }: Format): Readable {
  const pages = (async function* () {
    yield rows;
  })();
  const table = { name: labels[lang].title, header: [...header], pages };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}

/** A table of an exam or a discipline as a file. */
export async function exportedStatistics(
  computed: ComputedStatistics,
  actor: Actor,
  wanted: CohortQuery | DisciplineQuery,
  { table, ...format }: Format & { readonly table: StatisticsTable },
): Promise<Readable> {
  const statistics = await computed.statistics(actor, wanted);
  return fileOf(tableOf[table](labels[format.lang], statistics), format);
}

/** A table of a session as a file. */
export async function exportedSession(
  computed: ComputedStatistics,
  actor: Actor,
  sessionId: number,
  { table, format, lang, ...wanted }: QueryOfCall<typeof exportSessionStatistics>,
): Promise<Readable> {
  const statistics = await computed.session(actor, { sessionId, ...wanted });
  return fileOf(sessionTableOf[table](labels[lang], statistics), { format, lang });
}

/** A question over the university years as a file. */
export async function exportedYears(
  computed: ComputedStatistics,
  actor: Actor,
  questionId: number,
  format: Format,
): Promise<Readable> {
  const { years, fewest } = await computed.questionYears(actor, questionId);
  return fileOf(yearTable(labels[format.lang], years, fewest), format);
}

/** Scores and grades before and after, as a file. */
export async function exportedWhatIf(
  computed: ComputedStatistics,
  actor: Actor,
  { format, lang, ...wanted }: QueryOfCall<typeof exportWhatIf>,
): Promise<Readable> {
  const words = labels[lang];
  const { exams } = await computed.whatIf(actor, wanted);
  const columns = ['oldScore', 'newScore', 'oldGrade', 'newGrade'] as const;
  const table = {
    header: [words.matricol, words.student, ...columns.map((name) => words[name])],
    rows: exams.map((exam) => [
      exam.numarMatricol === null ? emptyCell : textCell(exam.numarMatricol),
      textCell(`${exam.lastName} ${exam.firstName}`),
      ...columns.map((name) => rounded(exam[name])),
    ]),
  };
  return fileOf(table, { format, lang });
}
