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
import { type Signer, signerOf, signUpgradedLog } from './head.ts';
import { openSealer } from './sealing.ts';

const step = '0026_tamper_evidence.sql';
const secret = 'a secret for this test only, as long as it has to be';

/** Migrates an empty database to the schema before a migration. */
async function migrateUntil({ sql }: Database, step: string): Promise<void> {
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

async function withEmptyDatabase(work: (database: Database, url: string) => Promise<void>): Promise<void> {
  const url = new URL(inject('postgresUrl'));
  const administration = openDatabase(url.href, { max: 1 });
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administration.sql.unsafe(`create database ${name}`);
  url.pathname = name;
  const database = openDatabase(url.href, { max: 2 });
  try {
    await work(database, url.href);
  } finally {
    await database.close();
    await administration.sql.unsafe(`drop database ${name} with (force)`);
    await administration.close();
  }
}

const findingsIn = async (database: Database, sign: Signer) =>
  (await checkRecords(database, sign, { rest: async () => {} })).findings.map(
    ({ kind, exam, row }) => `${kind} ${exam ?? row}`,
  );

it('[SAFE-20] the upgrade signs an older database, takes its results as the baseline, and gives no finding', async () => {
  await withEmptyDatabase(async (database, url) => {
    const { sql } = database;
    await migrateUntil(database, step);
    await sql`insert into users (email, name) values ('a@exam.test', 'Ana'), ('b@exam.test', 'Bogdan')`;
    await sql`insert into settings (key, value) values ('displayFullExam', 'true')`;
    await sql`update users set email = 'c@exam.test' where email = 'b@exam.test'`;
    await sql`select audit_seal(100)`;
    await sql`update settings set value = 'false'`;
    await sql.begin((tx) => tx.unsafe(oldExams));

    await migrate(url, { [step]: signUpgradedLog(url, secret) });
    const sign = signerOf(await openTokens(database, secret));
    const found = () => findingsIn(database, sign);
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
  });
});

it('[SAFE-14] [SAFE-20] values written in plain text before they were encrypted give no finding, also when they are erased', async () => {
  await withEmptyDatabase(async (database, url) => {
    const { sql } = database;
    await migrateUntil(database, '0075_audit_of_persons.sql');
    await sql`insert into users (email, name, is_teacher) values ('a@exam.test', 'Ana', true)`;
    await sql`insert into university_years (start_year, end_year) values (2026, 2027)`;
    await sql`insert into colleges (code, name) values ('MG', 'Medicină')`;
    await sql`insert into sections (college_id, code, name) values (1, 'MG', 'Medicină')`;
    await sql`insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
      values ('AN', 'Anatomie', 1, 1, 1, 1, 1)`;
    await sql`insert into discipline_teachers values (1, 'a@exam.test', 'holder')`;
    await sql`insert into secretaries (email, college_id, year) values ('a@exam.test', 1, 0)`;
    await migrate(url);
    const sign = signerOf(await openTokens(database, secret));
    await openSealer(database, sign).seal();
    expect(await findingsIn(database, sign)).toEqual([]);
    await sql`update users set email = 'c@exam.test', name = 'Ioana'`;
    await sql`update secretaries set year = 2`;
    expect(await findingsIn(database, sign)).toEqual([]);
    await sql`delete from discipline_teachers`;
    await sql`update users set audit_key = gen_random_bytes(32)`;
    await sql`update users set name = 'Maria'`;
    await sql`delete from secretaries`;
    expect(await findingsIn(database, sign)).toEqual([]);
    const [plain] = await sql`select count(*) as count from audit_log a where a::text like '%c@exam.test%'`;
    expect(plain).toEqual({ count: 0 });
  });
});
