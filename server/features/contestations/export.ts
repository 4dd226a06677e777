import type { Readable } from 'node:stream';
import type { QueryOfCall } from '#contract/call.ts';
import type { ContestRow, exportContestSummary, exportContests } from '#contract/contestation-list.ts';
import type { Actor } from '#domain/access/actor.ts';
import type { ContestExportColumn } from '#domain/contestations/columns.ts';
import { contestationColumns as en } from '#i18n/en/contestation-columns.ts';
import { contestationColumns as fr } from '#i18n/fr/contestation-columns.ts';
import { contestationColumns as ro } from '#i18n/ro/contestation-columns.ts';
import type { Sql } from '#server/db/database.ts';
import type { ContestViewer } from '#server/scopes/contest-scope.ts';
import { type Cell, emptyCell, momentCell, textCell } from '#server/spreadsheet/cell.ts';
import { fileOf } from '#server/spreadsheet/file.ts';
import { allPages, listFile } from '#server/spreadsheet/list-file.ts';
import { pageOfContests } from './listing.ts';
import { contestSummary } from './summary.ts';

const labels = { ro, en, fr };
type Words = typeof en;

const text = (value: string | null | undefined): Cell => (value ? textCell(value) : emptyCell);
const number = (value: number | null | undefined): Cell =>
  value === null || value === undefined ? emptyCell : { kind: 'number', number: value };

const columns: Record<ContestExportColumn, (row: ContestRow, words: Words) => Cell> = {
  id: ({ id }) => number(id),
  examId: ({ exam }) => number(exam?.id),
  examDate: ({ exam }) => (exam ? { kind: 'day', day: exam.date } : emptyCell),
  type: ({ type }, words) => textCell(words[`type_${type}`]),
  status: ({ status }, words) => textCell(words[`status_${status}`]),
  lastName: ({ student }) => text(student && `${student.lastName} ${student.firstName}`),
  numarMatricol: ({ student }) => text(student?.numarMatricol),
  examName: ({ examName }) => text(examName),
  disciplines: ({ disciplines }) => text(disciplines.join(', ')),
  examSession: ({ examSession }) => text(examSession),
  questions: ({ questions }) => number(questions),
  filedAt: ({ filedAt }) => momentCell(filedAt),
  resolveUntil: ({ resolveUntil }) => momentCell(resolveUntil),
  scoreBefore: ({ scoreBefore }) => number(scoreBefore),
  scoreAfter: ({ scoreAfter }) => number(scoreAfter),
};

/** The filtered contestations as a file, read in batches while it is sent. */
export function exportedContests(
  sql: Sql,
  viewer: ContestViewer,
  query: QueryOfCall<typeof exportContests>,
): Readable {
  const words = labels[query.lang];
  const shown = query.columns.map((name) => ({
    header: words[name],
    cell: (row: ContestRow) => columns[name](row, words),
  }));
  const rows = allPages(async (page) => (await pageOfContests(sql, viewer, { ...query, ...page })).items);
  return listFile({ name: words.title, columns: shown, rows }, query.format);
}

/** The numbers by discipline as a file. */
export async function exportedSummary(
  sql: Sql,
  actor: Actor,
  { sessionId, format, lang }: QueryOfCall<typeof exportContestSummary>,
): Promise<Readable> {
  const words = labels[lang];
  const { lines } = await contestSummary(sql, actor, { sessionId });
  const header = [
    words.discipline,
    words.status_DP,
    words.status_RS,
    words.status_AC,
    words.status_PAC,
    words.upToOne,
    words.upToThree,
    words.upToSeven,
    words.older,
    words.overdue,
    words.nextDeadline,
  ];
  const rows = lines.map(({ discipline, statuses, ages, overdue, nextDeadline }): Cell[] => [
    textCell(discipline ?? words.technicalOnes),
    ...[statuses.DP, statuses.RS, statuses.AC, statuses.PAC].map(number),
    ...[ages.upToOne, ages.upToThree, ages.upToSeven, ages.older, overdue].map(number),
    momentCell(nextDeadline),
  ]);
  async function* pages() {
    yield rows;
  }
  return fileOf({ name: words.summary, header, pages: pages() }, format);
}
