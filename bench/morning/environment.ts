import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Database, openDatabase } from '#server/db/database.ts';
import { hashAtOnce } from '#server/hashing/password-hash.ts';
import { openTokens, type Tokens } from '#server/http/tokens.ts';
import { Candidates } from '../exam/candidates.ts';
import { papersDrawn } from '../exam/ending.ts';
import { newDatabase } from '../exam/new-database.ts';
import { benchSecret, type ServerProcess, startServer } from '../exam/server-process.ts';
import { loadBank, loadExams, loadStudents, settle } from '../exam/sittings-data.ts';
import { loadLargeUniversity } from '../large-university.ts';

export const password = 'the password of everybody here';

export type BenchEnvironment = {
  readonly database: Database;
  readonly server: ServerProcess;
  /** The server processes. */
  readonly workers: readonly number[];
  /** The process that started those of the database. */
  readonly postmaster: number;
  /** Students with running exams; their numbers follow those of the arriving students. */
  readonly early: Candidates;
  readonly staff: readonly string[];
};

type Size = {
  readonly students: number;
  readonly early: number;
  /** Students who use the product before the morning begins. */
  readonly visitors: number;
  readonly rows: number;
  readonly staff: number;
};

async function staffTokens(database: Database, tokens: Tokens, count: number): Promise<string[]> {
  const issued: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const jti = randomUUID();
    const email = `office${n}@exam.test`;
    const [row] = await database.sql<{ id: number; now: number }[]>`
      insert into users (email, name, is_admin) values (${email}, 'Office', true)
      returning id, extract(epoch from now())::int as now`;
    await database.sql`
      insert into sign_ins (id, user_id, expires_at) values (${jti}, ${row?.id ?? 0}, now() + interval '1 day')`;
    issued.push(
      await tokens.issue({
        sub: String(row?.id),
        jti,
        exp: (row?.now ?? 0) + 80_000,
        iat: row?.now ?? 0,
        Language: 'ro',
        Email: email,
        Year: 0,
        role: 'Admin',
        dean: false,
        pkStudent: null,
      }),
    );
  }
  return issued;
}

/** The processes that the main thread of a process started. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

/** A large university, students with password and appointment, students with running exams, and two server processes. */
export async function openEnvironment(
  clusterUrl: string,
  name: string,
  size: Size,
): Promise<BenchEnvironment> {
  const url = await newDatabase(clusterUrl, name);
  const database = openDatabase(url, { max: 4 });
  const candidates = size.students + size.early;
  const all = candidates + size.visitors;
  await loadBank(database);
  await loadStudents(database, 1, all);
  await loadExams(database, size.students + 1, size.early, 'running');
  await settle(database);
  await loadLargeUniversity(database, size.rows);
  await database.sql`
    update users set password_hash = ${await hashAtOnce(password)} where id <= ${all}`;
  await database.sql`delete from sign_ins where user_id <= ${size.students}`;
  await database.sql`vacuum analyze`;
  const tokens = await openTokens(database, benchSecret);
  const early = await Candidates.signedIn(tokens, candidates);
  const staff = await staffTokens(database, tokens, size.staff);
  const server = await startServer(url, { WORKERS: '2' });
  await papersDrawn(database);
  const [postmaster] = await database.sql<{ pid: number }[]>`
    select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`;
  const workers = await childrenOf(server.pid);
  return { database, server, workers, postmaster: postmaster?.pid ?? 0, early, staff };
}
