import type { Sql } from '#server/db/database.ts';

/** The tables with any of the values anywhere in a row, as text or bytes; includes the job queue. */
export async function tablesHolding(sql: Sql, values: readonly string[]): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'jobs') and c.relkind = 'r' order by 1`;
  const patterns = values.flatMap((value) => [`%${value}%`, `%${Buffer.from(value).toString('hex')}%`]);
  const holding: string[] = [];
  for (const { name } of tables) {
    const rows = await sql.unsafe(`select from ${name} t where t::text ilike any($1::text[]) limit 1`, [
      patterns,
    ]);
    if (rows.length > 0) holding.push(name);
  }
  return holding;
}
