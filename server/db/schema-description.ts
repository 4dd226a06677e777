import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import type { Queryable, Sql } from './database.ts';

type Named = { readonly table: string; readonly text: string };

const columns = (sql: Sql) => sql<Named[]>`
  select c.relname as table,
    a.attname || ' ' || format_type(a.atttypid, a.atttypmod) ||
    case when a.attnotnull then ' not null' else '' end ||
    case when a.attidentity <> '' then ' identity' else '' end ||
    coalesce(case when a.attgenerated <> '' then ' generated as ' else ' default ' end ||
      regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g'), '') as text
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where n.nspname = 'public' and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`;

// Not-null constraints are left out: their names differ between PostgreSQL versions.
const constraints = (sql: Sql) => sql<Named[]>`
  select conrelid::regclass::text as table, 'constraint ' || conname || ' ' || pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
   where n.nspname = 'public' and conrelid <> 0 and contype <> 'n' order by 1, contype, conname`;

const indexes = (sql: Sql) => sql<Named[]>`
  select tablename as table, indexdef as text from pg_indexes i
   where schemaname = 'public' and not exists (select from pg_constraint k where k.conname = i.indexname)
   order by 1, indexname`;

/** The triggers with their definitions, and whether each is enabled. */
export const describeTriggers = (sql: Queryable) => sql<(Named & { name: string; isOn: boolean })[]>`
  select tgrelid::regclass::text as table, tgname::text as name, pg_get_triggerdef(t.oid) as text,
         tgenabled in ('O', 'A') as "isOn" from pg_trigger t
    join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and not tgisinternal order by 1, tgname`;

/** The functions with a hash of their whole definitions: arguments, language, properties, settings and text. */
export const describeFunctions = (sql: Queryable) => sql<{ name: string; text: string }[]>`
  select proname::text as name, 'function ' || p.oid::regprocedure || ' ' || md5(pg_get_functiondef(p.oid)) as text from pg_proc p
    join pg_namespace n on n.oid = pronamespace
   where n.nspname = 'public' and prokind <> 'a'
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 2`;

/** Describes the schema of a migrated database from its catalogs, table by table; equal schemas give equal text. */
export async function describeSchema(sql: Sql): Promise<string> {
  const parts = [await columns(sql), await constraints(sql), await indexes(sql), await describeTriggers(sql)];
  const tables = [...new Set(parts[0]?.map((row) => row.table))];
  const described = tables.map((table) =>
    [
      table,
      ...parts.flatMap((rows) => rows.filter((row) => row.table === table).map((row) => `  ${row.text}`)),
    ].join('\n'),
  );
  const routines = (await describeFunctions(sql)).map((row) => row.text).join('\n');
  return `${[...described, routines].join('\n\n')}\n`;
}

/** The committed description, which a test keeps equal to what the migrations make. */
export const readCommittedSchema = (): Promise<string> =>
  readFile(join(projectRoot, 'server/db/schema.snapshot.txt'), 'utf8');
