import { Readable } from 'node:stream';
import type { exportLog, LogEntry, searchLog } from '#contract/administration.ts';
import type { QueryOfCall } from '#contract/call.ts';
import { maxEntries } from '#domain/audit/log-search.ts';
import { toTheMinute } from '#domain/calendar/moment.ts';
import type { Language } from '#i18n/languages.ts';
import { logCatalogues, logTextIn } from '#i18n/log-catalogues.ts';
import { countEntries, logCondition, selectEntries } from '#server/audit/log-entries.ts';
import type { Sql } from '#server/db/database.ts';
import { type Cell, emptyCell, textCell } from '#server/spreadsheet/cell.ts';
import { csvOf } from '#server/spreadsheet/csv.ts';
import { xlsxOf } from '#server/spreadsheet/xlsx.ts';

/** A page of the log. There are no pages beyond the maximum count. */
export async function pageOfLog(sql: Sql, { skip, take, ...filter }: QueryOfCall<typeof searchLog>) {
  const { condition } = logCondition(sql, filter);
  const within = Math.max(0, Math.min(take, maxEntries - skip));
  const [items, total] = await Promise.all([
    within === 0 ? [] : selectEntries(sql, condition, { skip, take: within }),
    countEntries(sql, condition, maxEntries),
  ]);
  return { items, total };
}

function cellsOf(entry: LogEntry, language: Language): readonly Cell[] {
  const text = logTextIn(language);
  const subject = text.subject(entry);
  return [
    { kind: 'moment', moment: toTheMinute(entry.at) },
    entry.actor ? textCell(entry.actor.name) : emptyCell,
    entry.actor ? textCell(entry.actor.email) : emptyCell,
    textCell(text.action(entry.action)),
    textCell(text.table(entry.entity)),
    entry.entityId === null ? emptyCell : textCell(entry.entityId),
    subject === null ? emptyCell : textCell(subject),
    textCell(entry.changes.map((change) => text.change(entry.entity, change)).join('\n')),
  ];
}

/**
 * The newest matching entries as a file, read page by page while it is sent. Each page continues below the last id, so
 * new entries shift nothing; a last line says when older ones are left out.
 */
export function exportedLog(
  sql: Sql,
  { format, lang, ...filter }: QueryOfCall<typeof exportLog>,
  { most = maxEntries, atOnce = 500 } = {},
): Readable {
  const labels = logCatalogues[lang].auditWords;
  const { condition } = logCondition(sql, filter);
  const below = (id: number | undefined) =>
    id === undefined ? condition : sql`(${condition}) and a.id < ${id}`;
  async function* pages(): AsyncGenerator<ReadonlyArray<readonly Cell[]>> {
    let last: number | undefined;
    for (let left = most; left > 0; left -= atOnce) {
      const rows = await selectEntries(sql, below(last), { take: Math.min(atOnce, left) });
      yield rows.map((row) => cellsOf(row, lang));
      last = rows.at(-1)?.id;
      if (rows.length < Math.min(atOnce, left)) return;
    }
    if ((await countEntries(sql, below(last), 1)) > 0)
      yield [[textCell(labels['note.cut'].replace('{{count}}', new Intl.NumberFormat(lang).format(most)))]];
  }
  const header = ['at', 'who', 'address', 'what', 'table', 'row', 'name', 'changes'] as const;
  const table = {
    name: labels['column.title'],
    header: header.map((name) => labels[`column.${name}`]),
    pages: pages(),
  };
  return Readable.from(format === 'csv' ? csvOf(table) : xlsxOf(table), { objectMode: false });
}
