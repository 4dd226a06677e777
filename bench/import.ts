import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StudentImport } from '#contract/imports.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTokens } from '#server/http/tokens.ts';
import { buildIfNeeded } from '#tools/build.mjs';
import { Candidates } from './exam/candidates.ts';
import { residentMemory } from './exam/cpu-time.ts';
import { Figures } from './exam/figures.ts';
import { p99OfSaves } from './exam/save-load.ts';
import { benchSecret, type ServerProcess, startServer } from './exam/server-process.ts';
import { loadBank, loadExams, loadStudents, settle, signInOf } from './exam/sittings-data.ts';
import { percentile } from './percentile.ts';

/**
 * Imports 100,000 students from one file during exams, then the same file again with other phone numbers: rows per second,
 * memory and save latency.
 */
const ROWS = Number(process.env.ROWS ?? 100_000);
const EXAMS = Number(process.env.EXAMS ?? 1_000);
const RATE = Number(process.env.RATE ?? 100);
const SECONDS = Number(process.env.SECONDS ?? 20);
/** Saves are measured in windows of the same length alone and during an import. */
const windowSeconds = 5;
const admin = 9_000_000;

const print = (line: string) => console.log(line);
const digits = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** A personal id with a valid check digit. */
function cnpOf(number: number): string {
  const start = `5${String(number % 20).padStart(2, '0')}0101${String(number % 100_000).padStart(5, '0')}`;
  const sum = digits.reduce((all, weight, at) => all + weight * Number(start[at]), 0) % 11;
  return `${start}${sum === 10 ? 1 : sum}`;
}

const studentFile = (phone: string) =>
  Buffer.from(
    Array.from(
      { length: ROWS },
      (_, n) =>
        `M;U${n};Țepeș;Ana ${n};${cnpOf(n)};1;MG;1;${phone}${String(n).padStart(8, '0')};nou.${n}@exam.test;N${n}`,
    ).join('\r\n'),
  );

async function anAdministrator({ sql }: Database, tokens: Awaited<ReturnType<typeof openTokens>>) {
  await sql`insert into users (id, email, name, is_admin) overriding system value
            values (${admin}, 'admin@exam.test', 'Admin', true)`;
  await sql`insert into sign_ins (id, user_id, expires_at)
            values (${signInOf(admin)}::uuid, ${admin}, now() + interval '1 day')`;
  const iat = Math.floor(Date.now() / 1000);
  return tokens.issue({
    sub: String(admin),
    jti: signInOf(admin),
    exp: iat + 80_000,
    iat,
    Language: 'ro',
    Email: 'admin@exam.test',
    Year: 0,
    role: 'Admin',
    dean: false,
    pkStudent: null,
  });
}

function office({ port }: ServerProcess, token: string) {
  const ask = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/umfst/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    upload: async (content: Buffer) => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(content)], 'students.csv'));
      return ask<{ importId: number; rows: number }>('imports/students?background=true', {
        method: 'POST',
        body: form,
      });
    },
    commit: (id: number) => ask<StudentImport>(`imports/${id}/commit`, { method: 'POST' }),
    /** Asks every second, as the page does, until the import has left a state. */
    leaves: async (id: number, state: StudentImport['state']) => {
      for (;;) {
        const found = await ask<StudentImport>(`imports/${id}`);
        if (found.state !== state) return found;
        await pause(1000);
      }
    },
  };
}

/** Samples the server's memory until stopped. Returns the peak in MiB. */
function watchMemory({ pid }: ServerProcess) {
  let [peak, isOn] = [0, true];
  const watching = (async () => {
    while (isOn) {
      peak = Math.max(peak, await residentMemory(pid));
      await pause(100);
    }
  })();
  return async () => {
    isOn = false;
    await watching;
    return peak;
  };
}

process.exitCode = await (async () => {
  await buildIfNeeded();
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-import-'));
  const cluster = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
  const figures = new Figures();
  const database = openDatabase(cluster.url, { max: 4 });
  let server: ServerProcess | undefined;
  try {
    await migrate(cluster.url);
    await loadBank(database);
    await loadStudents(database, 1, EXAMS);
    await loadExams(database, 1, EXAMS, 'running');
    await settle(database);
    const tokens = await openTokens(database, benchSecret);
    const candidates = await Candidates.signedIn(tokens, EXAMS);
    const token = await anAdministrator(database, tokens);
    server = await startServer(cluster.url);
    const { upload, commit, leaves } = office(server, token);
    const saving = server;
    const savesFor = (seconds: number) =>
      p99OfSaves(saving, candidates, { students: EXAMS, perSecond: RATE, seconds });
    await savesFor(3);
    const windows: number[] = [];
    for (let second = 0; second < SECONDS; second += windowSeconds)
      windows.push(await savesFor(windowSeconds));
    const alone = percentile(windows, 0.5);
    print(`p99 of saves alone: ${windows.map((p99) => p99.toFixed(1)).join(', ')} ms`);

    /** The p99 of saves in every few seconds until some work is done. */
    const savesDuring = async (work: Promise<unknown>) => {
      const beside: number[] = [];
      let isDone = false;
      const ended = work.finally(() => {
        isDone = true;
      });
      while (!isDone) beside.push(await savesFor(windowSeconds));
      await ended;
      return beside;
    };
    /** Uploads and writes a file; `what` names its students in the figures. */
    const measured = async (what: string, phone: string) => {
      let since = performance.now();
      const seconds = () => (performance.now() - since) / 1000;
      let readIn = 0;
      const uploading = upload(studentFile(phone)).then(async ({ importId, rows }) => {
        const { counts } = await leaves(importId, 'checking');
        readIn = seconds();
        return { importId, rows, refused: counts.refused };
      });
      const besideReading = await savesDuring(uploading);
      const { importId, rows, refused } = await uploading;
      if (rows !== ROWS || refused > 0) throw new Error(`${rows} rows were read, ${refused} refused`);
      since = performance.now();
      await commit(importId);
      let [writtenIn, written] = [0, 0];
      const besideWriting = await savesDuring(
        (async () => {
          written = (await leaves(importId, 'writing')).written;
          writtenIn = seconds();
        })(),
      );
      if (written !== ROWS) throw new Error(`${written} of ${ROWS} students were written`);
      print(`${ROWS} ${what}: judged in ${readIn.toFixed(1)} s, written in ${writtenIn.toFixed(1)} s`);
      figures.add(`${what}: rows read and judged`, '/s', ROWS / readIn);
      figures.add(`${what}: rows written`, '/s', ROWS / writtenIn);
      for (const [stage, all] of [
        ['reading', besideReading],
        ['writing', besideWriting],
      ] as const)
        for (const p99 of all)
          figures.add(`${what}: p99 of saves beside ${stage} ÷ alone`, '×', p99 / alone, { atMost: 1.5 });
    };
    const memory = watchMemory(server);
    await measured('new students', '07');
    await measured('changed students', '03');
    figures.add('peak memory of the server', 'MiB', await memory(), { atMost: 600 });
    return figures.print() ? 0 : 1;
  } finally {
    await server?.stop();
    await database.close();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
})();
