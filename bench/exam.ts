import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { openTokens } from '#server/http/tokens.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { Candidates } from './exam/candidates.ts';
import { clusterTime, ownTime, residentMemory } from './exam/cpu-time.ts';
import { ending, papersDrawn } from './exam/ending.ts';
import { Figures } from './exam/figures.ts';
import { closedLoop, openLoop } from './exam/http-load.ts';
import { newDatabase } from './exam/new-database.ts';
import { type Competitor, createMinimalTables, hasPgbench, pgbench } from './exam/pgbench.ts';
import { rawDriver } from './exam/raw-driver.ts';
import { benchSecret, type ServerProcess, startServer } from './exam/server-process.ts';
import { loadBank, loadExams, loadStudents, questionsPerExam, settle } from './exam/sittings-data.ts';
import { percentile } from './percentile.ts';

/** Compares the exam engine with raw PostgreSQL in one run on one machine. See docs/performance.md for the figures. */
const EXAMS = Number(process.env.EXAMS ?? 3_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 8);
const LARGE_ROWS = Number(process.env.LARGE_ROWS ?? 10_000_000);
const CLIENTS = 64;

const print = (line: string) => console.log(line);
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

type BenchEnvironment = {
  readonly url: string;
  readonly database: Database;
  readonly candidates: Candidates;
  readonly server: ServerProcess;
};

/** A database with running, finished and waiting exams, and the product on it. */
async function openEnvironment(
  clusterUrl: string,
  name: string,
  rows: number,
  waiting: number,
): Promise<BenchEnvironment> {
  const began = performance.now();
  const url = await newDatabase(clusterUrl, name);
  const database = openDatabase(url, { max: 4 });
  await loadBank(database);
  await loadStudents(database, 1, EXAMS + waiting);
  await loadExams(database, 1, EXAMS, 'running');
  const more = Math.max(0, Math.floor(rows / questionsPerExam) - EXAMS);
  for (let from = 0; from < more; from += 20_000)
    await loadExams(database, 1_000_000 + from, Math.min(20_000, more - from), 'finished');
  await settle(database);
  await createMinimalTables(database.sql);
  const tokens = await openTokens(database, benchSecret);
  const candidates = await Candidates.signedIn(tokens, EXAMS + waiting);
  const server = await startServer(url);
  await papersDrawn(database);
  print(`${name}: ${EXAMS} running exams among ${rows} exam questions, loaded in ${seconds(began)}`);
  return { url, database, candidates, server };
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-exam-'));
  // Connections for 64 pgbench clients besides the product.
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
  const figures = new Figures();
  const worlds: BenchEnvironment[] = [];
  try {
    const usual = await openEnvironment(cluster.url, 'usual', EXAMS * questionsPerExam, EXAMS);
    worlds.push(usual);
    const large = LARGE_ROWS > 0 ? await openEnvironment(cluster.url, 'large', LARGE_ROWS, 0) : undefined;
    if (large) worlds.push(large);
    const [postmaster] = await usual.database.sql<{ pid: number }[]>`
      select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`;
    const databasePid = postmaster?.pid ?? 0;
    const real = await hasPgbench();
    const [version] = await usual.database.sql<{ server_version: string }[]>`show server_version`;
    print(
      `Machine: ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, PostgreSQL ${version?.server_version}, durable. ` +
        `Competitor: ${real ? 'pgbench' : 'the raw driver in a loop (no pgbench here)'}.`,
    );
    const competitor = real ? pgbench : rawDriver;

    // Keeps leftovers of this measurement out of the next one.
    const vacuum = async ({ database: { sql } }: BenchEnvironment) => {
      await sql`vacuum exam_questions, exam_events`;
      await sql`checkpoint`;
    };
    const saves = async (where: BenchEnvironment) => {
      const { server, candidates } = where;
      await vacuum(where);
      // Built in advance, so the load generator uses as little CPU as pgbench.
      const written = Array.from({ length: SECONDS * 8000 }, () => candidates.save(EXAMS));
      let sent = 0;
      const before = { server: await ownTime(server.pid), database: await clusterTime(databasePid) };
      const load = await closedLoop(server.port, {
        connections: CLIENTS,
        seconds: SECONDS,
        next: () => {
          sent += 1;
          return written[sent - 1] ?? candidates.save(EXAMS);
        },
      });
      if (load.failed > 0) throw new Error(`${load.failed} of ${load.count} saves failed`);
      const used =
        (await ownTime(server.pid)) - before.server + (await clusterTime(databasePid)) - before.database;
      return { perSecond: load.perSecond, p99: percentile(load.latencies, 0.99), cpu: used / load.count };
    };
    const compete = async (which: Competitor) => {
      await vacuum(usual);
      const before = await clusterTime(databasePid);
      const { perSecond, latencies } = await competitor(usual.url, which, {
        clients: CLIENTS,
        seconds: SECONDS,
        exams: EXAMS,
      });
      const used = (await clusterTime(databasePid)) - before;
      return { perSecond, p99: percentile(latencies, 0.99), cpu: used / latencies.length };
    };

    for (const { server, candidates } of worlds)
      await closedLoop(server.port, { connections: CLIENTS, seconds: 3, next: () => candidates.save(EXAMS) });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const own = await saves(usual);
      const same = await compete('same statement');
      const lean = await compete('lean pair');
      const among = large && (await saves(large));
      print(
        `round ${round}: saves ${own.perSecond.toFixed(0)}/s (p99 ${own.p99.toFixed(1)} ms), same statement ${same.perSecond.toFixed(0)}/s (p99 ${same.p99.toFixed(1)} ms), ` +
          `lean pair ${lean.perSecond.toFixed(0)}/s${among ? `, among ${LARGE_ROWS} rows ${among.perSecond.toFixed(0)}/s` : ''}`,
      );
      figures.add('saves/s', '/s', own.perSecond);
      figures.add('saves/s ÷ same statement, 64 clients', '×', own.perSecond / same.perSecond, {
        atLeast: 1.3,
      });
      figures.add('saves/s ÷ lean pair, 64 clients', '×', own.perSecond / lean.perSecond, { atLeast: 0.7 });
      figures.add('p99 of a save ÷ p99 of the same statement', '×', own.p99 / same.p99, { atMost: 1 });
      figures.add('server + database CPU per save ÷ same statement', '×', own.cpu / same.cpu, {
        atMost: 0.5,
      });
      if (among)
        figures.add(
          'saves/s among the large table ÷ among the usual one',
          '×',
          among.perSecond / own.perSecond,
          {
            atLeast: 0.85,
          },
        );
    }

    for (let round = 1; round <= ROUNDS; round += 1) {
      const requests = Array.from({ length: 1000 * 5 }, () => usual.candidates.save(EXAMS));
      const open = await openLoop(usual.server.port, { requests, seconds: 5, connections: 256 });
      if (open.failed > 0) throw new Error(`${open.failed} saves of the open loop failed`);
      figures.add('p99 of a save, open loop at 1,000 saves/s', 'ms', percentile(open.latencies, 0.99));
    }

    await ending(usual, figures, { exams: EXAMS, memoryOf: () => residentMemory(usual.server.pid) });
    print('');
    return figures.print() ? 0 : 1;
  } finally {
    for (const { server, database } of worlds) {
      await server.stop();
      await database.close();
    }
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
})();
