import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { insertAppointments, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { type Signer, signerOf } from '#server/audit/head.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { livePostmaster } from '#server/db/embedded-postmaster.ts';
import { freePort } from '#server/db/free-port.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTokens } from '#server/http/tokens.ts';
import { projectRoot } from '#server/project-root.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { buildIfNeeded } from '#tools/build.mjs';

export const questionsPerExam = 12;
const secret = 'a secret for fault tests only, as long as it has to be';

/** A durable database, server processes and students ready to begin an exam. Processes can be killed. */
export type World = {
  readonly port: number;
  readonly database: Database;
  readonly databaseUrl: string;
  tokenOf(student: number): string;
  /** Kills one server process. */
  killWorker(chance: () => number): Promise<void>;
  /** Kills and restarts the first server process. */
  killServer(): Promise<void>;
  /** Kills every PostgreSQL process. */
  breakDatabase(): Promise<void>;
  /** Kills every PostgreSQL process and restarts PostgreSQL. */
  killDatabase(): Promise<void>;
  /** Stops PostgreSQL like an administrator, while it is in use, and restarts it. */
  restartDatabase(): Promise<void>;
  /** Ends the running server processes. */
  stopServer(): Promise<void>;
  /** Restarts PostgreSQL if it is unreachable. */
  reviveDatabase(): Promise<void>;
  /** Signs like the server processes. */
  readonly sign: Signer;
  close(): Promise<void>;
};

const statOf = (name: string): string => {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8');
  } catch {
    return '';
  }
};
/** Synchronous: in a busy process, awaiting each file would take half a minute. */
const childrenOf = (parent: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = statOf(name);
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) === parent ? [Number(name)] : [];
  });
const kill = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited already.
  }
};

/** One custom exam with both question kinds, and the given number of students with open appointments. */
async function seed({ sql }: Database, students: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`
      insert into university_years (start_year, end_year) values (2026, 2027);
      insert into colleges (code, name) values ('M', 'Medicină');
      insert into sections (college_id, code, name) values (1, 'MG', 'Medicină generală');
      insert into series (section_id, code, name, year) values (1, 1, 'Seria 1', 1);
      insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
        values ('A', 'Anatomie', 1, 1, 1, 1, 1);
      insert into chapters (discipline_id, code, description) values (1, 'K1', 'Capitolul 1');
      insert into questions (chapter_id, text, search_text, search, answer_count, correct_count)
        select 1, 'Întrebarea ' || n, 'intrebarea ' || n, 'intrebarea ' || n, 10, 5 from generate_series(1, 60) n;
      insert into question_versions (question_id, number, text, incomplete, answer_count, points)
        select id, 1, text, false, 10, case when id % 3 = 0 then 7.5 else 10 end from questions order by id;
      insert into answer_options (question_version_id, position, text)
        select v.id, p, 'Varianta ' || p from question_versions v, generate_series(0, 9) p;
      insert into question_keys (question_version_id, correct) select id, 31 from question_versions;
      insert into discipline_structures (discipline_id, questions, duration_minutes, automatic) values (1, ${questionsPerExam}, 60, true);
      insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple) values (1, 1, ${questionsPerExam}, 40);
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date,
                                 exam_schedule_start, exam_schedule_end, scoring_mode)
        select 'Sesiunea ' || mode, current_date - 5, current_date + 5, now(), now() + interval '5 days', now() + interval '9 days',
               now() - interval '9 days', now() + interval '5 days', mode from unnest('{${scoringModes.join(',')}}'::text[]) mode;
      insert into rooms (name, building, seat_numbers, priority) values ('Aula', 'A', 30000, 1);
      insert into room_slots (room_id, start_hour, end_hour) values (1, '00:00', '23:59');
      insert into users (email, name) select 's' || n || '@exam.test', 'Student ' || n from generate_series(1, ${students}) n;
      insert into students (user_id, email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
        select id, email, 'Ana', 'Pop', '6020304123450', '0712345678', 1, 1, 1, 1, 'M' || id from users order by id`);
    const customExamId = await insertCustomExam(tx, {
      name: 'Anatomie',
      collegeId: 1,
      sectionId: 1,
      year: 1,
      seriesIds: [1],
      durationMinutes: 180,
      parts: [{ disciplines: [{ disciplineId: 1, questions: questionsPerExam }] }],
    });
    const times = await minutesFromNow(tx, -5, 12 * 60);
    const seats = Array.from({ length: students }, (_, index) => index + 1);
    await insertAppointments(
      tx,
      seats.map((seat) => ({
        studentId: seat,
        customExamId,
        examSessionId: 1 + (seat % scoringModes.length),
        roomId: 1,
        slotId: 1,
        row: 0,
        seat,
        ...times,
      })),
    );
  });
}

async function signIn(database: Database, students: number): Promise<readonly string[]> {
  const tokens = await openTokens(database, secret);
  const signIns = Array.from({ length: students }, () => randomUUID());
  await database.sql`insert into sign_ins (id, user_id, student_id, expires_at)
    select id, n, n, now() + interval '1 day' from unnest(${signIns}::uuid[]) with ordinality as s (id, n)`;
  const iat = Math.floor(Date.now() / 1000);
  return Promise.all(
    signIns.map((jti, index) =>
      tokens.issue({
        sub: String(index + 1),
        jti,
        exp: iat + 80_000,
        iat,
        Language: 'ro',
        Email: `s${index + 1}@exam.test`,
        Year: 1,
        role: 'Studenti',
        dean: false,
        pkStudent: index + 1,
      }),
    ),
  );
}

export async function openWorld({ students }: { readonly students: number }): Promise<World> {
  await buildIfNeeded();
  const dataDir = await temporaryFolder('exam-soak-');
  const settings = {
    port: String(await freePort()),
    max_connections: '120',
    // Delay background writes, so a kill reveals commits that did not flush to disk.
    wal_writer_delay: '10s',
  };
  const startDatabase = () => startEmbeddedPostgres({ dataDir, settings });
  let cluster: EmbeddedPostgres = await startDatabase();
  const clusterFolder = () => join(cluster.dataDir, 'cluster');
  const databaseUrl = cluster.url;
  await migrate(databaseUrl);
  const database = openDatabase(databaseUrl, { max: 4 });
  await seed(database, students);
  const tokens = await signIn(database, students);
  const sign = signerOf(await openTokens(database, secret));
  const port = await freePort();

  /** Two server processes behind one port, as the product is deployed. */
  const startServer = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [join(projectRoot, 'dist/server/main.js')], {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        TOKEN_SECRET: secret,
        PORT: String(port),
        WORKERS: '2',
        DEMO: '0',
        LOG_LEVEL: process.env.SOAK_LOG ?? 'silent',
      },
      stdio: ['ignore', 'pipe', process.env.SOAK_LOG ? 'inherit' : 'ignore'],
    });
    await new Promise<void>((ready, fail) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (process.env.SOAK_LOG) console.log(line);
        if (line.startsWith('Ready:')) ready();
      });
      child.once('exit', (code) => fail(new Error(`the server ended while starting (${code})`)));
    });
    return child;
  };
  let server = await startServer();
  const workers = () => childrenOf(server.pid ?? 0);
  const isRunning = () => server.exitCode === null && server.signalCode === null;

  const stopServer = async (): Promise<void> => {
    if (!isRunning()) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    const orphans = workers();
    await Promise.race([gone, pause(10_000).then(() => kill(server.pid ?? 0))]);
    for (const orphan of orphans) kill(orphan);
  };
  const breakDatabase = async (): Promise<void> => {
    const postmaster = await livePostmaster(clusterFolder());
    if (!postmaster) throw new Error('there is no database to kill');
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) kill(pid);
    while (await livePostmaster(clusterFolder())) await pause(10);
  };
  const restart = async (): Promise<void> => {
    await cluster.stop();
    cluster = await startDatabase();
  };
  return {
    port,
    database,
    databaseUrl,
    tokenOf: (student) => tokens[student - 1] ?? '',
    killWorker: async (chance) => {
      const running = workers();
      const chosen = running[Math.floor(chance() * running.length)];
      if (chosen) kill(chosen);
    },
    killServer: async () => {
      const orphans = workers();
      const gone = isRunning() ? once(server, 'exit') : undefined;
      kill(server.pid ?? 0);
      await gone;
      for (const orphan of orphans) kill(orphan);
      server = await startServer();
    },
    breakDatabase,
    killDatabase: async () => {
      await breakDatabase();
      await restart();
    },
    restartDatabase: restart,
    stopServer,
    reviveDatabase: async () => {
      if (!(await livePostmaster(clusterFolder()))?.ready) await restart();
      await database.sql`select 1`;
    },
    sign,
    close: async () => {
      await stopServer();
      await database.close();
      await cluster.stop();
      await rm(cluster.dataDir, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
