import type { Database } from '#server/db/database.ts';
import type { Pause } from '#server/jobs/batches.ts';
import type { Finding } from './finding.ts';

const entriesPerBatch = 2000;
const blocksPerBatch = 100;
/** Entries unsealed for longer than this are a finding. */
const waitMinutes = 5;

const examOf = (table: string, row: string | null): Pick<Finding, 'exam'> =>
  table === 'exams' && row !== null ? { exam: Number(row) } : {};

/** Every entry is sealed or queued, and every queued number is an entry. */
async function checkQueue(
  { sql }: Database,
  above: number,
  upto: number,
  report: (finding: Finding) => void,
): Promise<void> {
  const rows = await sql<{ id: number; entity: string; row: string | null }[]>`
    select a.id, a.entity, a.entity_id as row from audit_log a
     where a.id > ${above} and a.id <= ${upto} and not exists (select from audit_seal s where s.audit_id = a.id)
       and (a.at < now() - make_interval(mins => ${waitMinutes})
            or not exists (select from audit_pending p where p.audit_id = a.id))
     order by a.id`;
  for (const { id, entity, row } of rows)
    report({
      kind: 'entryUnsealed',
      entry: id,
      table: entity,
      ...(row !== null && { row }),
      ...examOf(entity, row),
    });
}

/** Checks the log in order: each entry is sealed and continues from the previous entry of its row. */
export async function checkHistory(
  database: Database,
  report: (finding: Finding) => void,
  rest: Pause,
): Promise<void> {
  const { sql } = database;
  const lost = await sql<{ id: number }[]>`
    select p.audit_id as id from audit_pending p
     where not exists (select from audit_log a where a.id = p.audit_id) order by 1 limit 1000`;
  for (const { id } of lost) report({ kind: 'entryMissing', entry: id });

  const known = new Set(
    (await sql<{ name: string }[]>`select name from audited_tables()`).map((t) => t.name),
  );
  for (let above = 0; ; ) {
    const startedAt = performance.now();
    const [next] = await sql<{ upto: number | null; tables: string[] | null }[]>`
      select max(id) as upto, array_agg(distinct entity) as tables
        from (select id, entity from audit_log where id > ${above} order by id limit ${entriesPerBatch}) a`;
    if (!next?.upto) return;
    await checkQueue(database, above, next.upto, report);
    for (const table of (next.tables ?? []).filter((name) => known.has(name))) {
      const breaks = await sql<{ entry: number; row: string; what: 'history' | 'row' }[]>`
        select entry, row_key as row, what from audit_history_breaks(${table}, ${above}, ${next.upto}) order by 1`;
      for (const { entry, row, what } of breaks)
        report({
          kind: what === 'row' ? 'rowMissing' : 'historyBroken',
          table,
          row,
          entry,
          ...examOf(table, row),
        });
    }
    above = next.upto;
    await rest(startedAt);
  }
}

/** Checks the rows: each equals its newest entry. */
export async function checkRows(
  { sql }: Database,
  report: (finding: Finding) => void,
  rest: Pause,
): Promise<void> {
  const tables = await sql<{ name: string; blocks: number }[]>`
    select name, pg_relation_size(name::regclass) / current_setting('block_size')::bigint as blocks
      from audited_tables() order by 1`;
  for (const { name, blocks } of tables)
    for (let first = 0; first < blocks; first += blocksPerBatch) {
      const startedAt = performance.now();
      const rows = await sql<{ row: string; entry: number | null }[]>`
        select row_key as row, entry from audit_rows_unlike_log(${name}, ${first}, ${blocksPerBatch}) order by 1`;
      for (const { row, entry } of rows)
        report({
          kind: 'rowChanged',
          table: name,
          row,
          ...(entry !== null && { entry }),
          ...examOf(name, row),
        });
      await rest(startedAt);
    }
}
