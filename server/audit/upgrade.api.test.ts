import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { openTokens } from '#server/http/tokens.ts';
import { projectRoot } from '#server/project-root.ts';
import { checkRecords } from './check.ts';
import { signerOf, signUpgradedLog } from './head.ts';
import { openSealer } from './sealing.ts';

const step = '0026_tamper_evidence.sql';
const secret = 'a secret for this test only, as long as it has to be';

/** Migrates an empty database to the schema before signed heads. */
async function migrateUntilThen({ sql }: Database): Promise<void> {
  const folder = join(projectRoot, 'server/db/migrations');
  await sql`create table schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  for (const name of (await readdir(folder)).sort().filter((file) => file < step)) {
    const text = await readFile(join(folder, name), 'utf8');
    await sql.unsafe(text);
    await sql`insert into schema_migrations (name, hash)
      values (${name}, ${createHash('sha256').update(text).digest('hex')})`;
  }
}

/** Exams finished before the upgrade: one with a score in its event, one without events. */
const oldExams = `
  set local session_replication_role = replica;
  insert into exam_groups (id, kind, user_id, discipline_id, name, duration_s, seed) overriding system value
    values (1, 'trial', 1, 1, 'Probă', 3600, 'seed');
  insert into exams (id, group_id, position, user_id, name, questions, scoring_mode, max_points, started_at, deadline,
                     finished_at, finish_cause, score, grade)
    select n, 1, n, 1, 'Probă', 1, 'FULL_MATCH', 10, now() - interval '2 hours', now() - interval '1 hour',
           now() - interval '1 hour', 'student', 7.5, 7.75 from generate_series(1, 2) n;
  insert into exam_events (exam_id, save_id, kind, client)
    values (1, gen_random_uuid(), 'f', '{"cause":"student","score":7.5,"grade":7.75}');
  insert into exam_seal_pending (exam_id) values (1);`;

it('[SAFE-20] the upgrade signs an older database, takes its results as the baseline, and gives no finding', async () => {
  const url = new URL(inject('postgresUrl'));
  const administration = openDatabase(url.href, { max: 1 });
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administration.sql.unsafe(`create database ${name}`);
  url.pathname = name;
  const database = openDatabase(url.href, { max: 2 });
  const { sql } = database;
  try {
    await migrateUntilThen(database);
    await sql`insert into users (email, name) values ('a@exam.test', 'Ana'), ('b@exam.test', 'Bogdan')`;
    await sql`insert into settings (key, value) values ('displayFullExam', 'true')`;
    await sql`update users set email = 'c@exam.test' where email = 'b@exam.test'`;
    await sql`select audit_seal(100)`;
    await sql`update settings set value = 'false'`;
    await sql.begin((tx) => tx.unsafe(oldExams));

    await migrate(url.href, { [step]: signUpgradedLog(url.href, secret) });
    const sign = signerOf(await openTokens(database, secret));
    const found = async () =>
      (await checkRecords(database, sign, { rest: async () => {} })).findings.map(
        ({ kind, exam, row }) => `${kind} ${exam ?? row}`,
      );
    const sealer = openSealer(database, sign);
    // New entries continue the old chain.
    await sql`update settings set value = 'true'`;
    expect(await found()).toEqual([]);
    await sealExamEvents(database);
    expect((await sealer.seal()).wrong).toEqual([]);
    expect(await found()).toEqual([]);

    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update exams set grade = 10`;
    });
    expect(new Set(await found())).toEqual(
      new Set(['rowChanged 1', 'rowChanged 2', 'scoreChanged 1', 'scoreChanged 2']),
    );
  } finally {
    await database.close();
    await administration.sql.unsafe(`drop database ${name} with (force)`);
    await administration.close();
  }
});
