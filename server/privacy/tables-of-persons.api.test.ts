import { expect, it } from 'vitest';
import type { Queryable } from '#server/db/database.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, aSession } from '#server/testing/exams.ts';
import {
  aPlantedPerson,
  everyValue,
  finished,
  insertRareRecords,
  planted,
} from '#server/testing/planted-person.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { useTestServer } from '#server/testing/server.ts';
import { tablesOfPersons } from '#server/testing/tables-of-persons.ts';
import { sealAll } from '#server/testing/tampering.ts';
import type { DataKind, PersonData } from './person-data.ts';

const server = useTestServer();

it('[SAFE-14] export and erasure cover every table that refers to a person or could describe one', async () => {
  const rows = await server.database.sql<{ name: string }[]>`
    select c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid::regclass::text = any(${['users', 'students', 'appointments', 'exam_groups', 'exams']})
    union
    -- Without a foreign key: columns named after a person, and columns that hold anything.
    select c.table_name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
       and (c.column_name ~ '^(email|cnp|phone_number|first_name|last_name|address|user_id|student_id|actor_id|exam_id|exam_group_id|sign_in)$'
            or (c.column_name ~ '_by$' and c.data_type = 'integer') or c.data_type = 'jsonb')
     order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tablesOfPersons));
});

/** How a table refers to a person, by column. */
const references: Readonly<Record<string, string>> = {
  user_id: 'user_id = $1',
  email: 'email = (select email from users where id = $1)',
  student_id: 'student_id in (select id from students where user_id = $1)',
  exam_id: 'exam_id in (select id from exams where user_id = $1)',
  exam_group_id: 'exam_group_id in (select id from exam_groups where user_id = $1)',
  contest_id:
    'contest_id in (select c.id from exam_contests c join students s on s.id = c.student_id where s.user_id = $1)',
  cells: `cells::text like '%${planted.cnp}%'`,
};

/** The number of rows of a person in each table. */
async function rowsOf(sql: Queryable, userId: number): Promise<Map<string, number>> {
  const columns = await sql<{ table: string; name: string }[]>`
    select table_name as "table", column_name as name from information_schema.columns
     where table_schema = 'public' and column_name = any(${Object.keys(references)}) order by 1, 2`;
  const counts = new Map<string, number>();
  for (const table of Object.keys(tablesOfPersons)) {
    const conditions = columns.flatMap((column) =>
      column.table === table ? (references[column.name] ?? []) : [],
    );
    if (conditions.length === 0) continue;
    const text = `select count(*)::int as count from ${table} where $1::int > 0 and (${conditions.join(' or ')})`;
    const [row] = await sql.unsafe<{ count: number }[]>(text, [userId]);
    counts.set(table, row?.count ?? 0);
  }
  return counts;
}

const ofStaff = ['discipline_teachers', 'secretaries', 'settings'];

it('[SAFE-14] a person with a row in each of these tables is exported from all and erased as decided', async () => {
  const { sql } = server.database;
  const admin = await signedInAs(server, 'admin');
  const custom = await aCustomExam(server, { questions: 2 });
  const ground = { server, admin, custom, sessionId: await aSession(server) };
  const person = await aPlantedPerson(ground, planted);
  await finished(ground, person);
  await insertRareRecords(ground, person);
  await sealAll(server);
  const { userId } = person;

  const before = await rowsOf(sql, userId);
  const ofStudents = Object.entries(tablesOfPersons).filter(
    ([table, { exported }]) =>
      exported !== 'holdsNoPerson' &&
      !exported.every((kind) => kind === 'entriesBy') &&
      !ofStaff.includes(table),
  );
  expect(ofStudents.filter(([table]) => before.get(table) === 0).map(([table]) => table)).toEqual([]);
  const { data } = (await admin.get(`users/${userId}/export?format=json`)).json<PersonData>();
  const missing = ofStudents.flatMap(([table, { exported }]) =>
    [exported]
      .flat()
      .filter((kind) => kind !== 'entriesBy' && data[kind as DataKind].length === 0)
      .map(() => table),
  );
  expect(missing).toEqual([]);

  await sql`update exam_sessions set contest_resolve_end_date = now() - interval '1 day',
              contest_end_date = now() - interval '2 days', contest_start_date = now() - interval '3 days' where id = ${ground.sessionId}`;
  await server.set({ identityRetentionDays: 0 });
  const erased = await admin.post(`users/${userId}/erasure`, { email: planted.email });
  expect(erased.statusCode, erased.body).toBe(204);
  const after = await rowsOf(sql, userId);
  const decided = ofStudents.filter(([, { erasure }]) => erasure === 'deleted').map(([table]) => table);
  const emptied = ofStudents.filter(([table]) => after.get(table) === 0).map(([table]) => table);
  expect(emptied).toEqual(decided);
  expect(await tablesHolding(sql, everyValue)).toEqual([]);
});
