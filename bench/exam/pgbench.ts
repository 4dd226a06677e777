import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sql } from '#server/db/database.ts';
import { saveStatement } from '#server/exams/save-statement.ts';
import { answersShown, questionsPerExam } from './sittings-data.ts';

const run = promisify(execFile);

/** The product's statement with one save instead of the batch. */
const oneRow = [
  'array[:e]::int[]',
  'array[:e]::int[]',
  "array[('00000000-0000-4000-8000-' || :u)::uuid]",
  "array[('00000000-0000-4000-9000-' || :u)::uuid]",
  'array[:p]::smallint[]',
  'array[0]::smallint[]',
  // Each save is newer than the last; the candidates' own sequences are far above.
  'array[null]::int[]',
  'array[:t]::int[]',
  'array[false]',
  'array[gen_random_uuid()]',
  'array[0]',
  `array['{"user":1,"clientTime":"2026-11-15T10:00:00.000Z","timeElapsed":12}']`,
  // The end of the token.
  "array[extract(epoch from now() + interval '1 day')]",
];
const parameter = /\$(\d+)(?:::\w+\[\])?/g;
const sameStatement = `${saveStatement.replace(parameter, (found, n) => {
  const value = oneRow[Number(n) - 1];
  if (value === undefined) throw new Error(`The script of pgbench has no value for ${found}.`);
  return value;
})};`;

/** The lean pair: an update and an insert without checks. */
const minimalPair = `with u as (update exam_question set ticks = :t, seq = seq + 1 where exam_id = :e and position = :p returning seq)
insert into exam_event (exam_id, save_id, seq, kind, position, ticks, sign_in) select :e, gen_random_uuid(), seq, 's', :p, :t, gen_random_uuid() from u;`;

const script = (exams: number, statement: string) => `\\set e random(1, ${exams})
\\set u 100000000000 + :e
\\set p random(1, ${questionsPerExam - 1})
\\set t random(1, ${2 ** answersShown - 1})
${statement}
`;

export type Competitor = 'same statement' | 'lean pair';
export type Measured = { readonly perSecond: number; readonly latencies: readonly number[] };

export async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs a script a number of times in each client. Returns the milliseconds it took, without connecting. */
export async function runScript(
  url: string,
  script: string,
  { clients, each }: { clients: number; each: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script);
    const counts = ['-c', String(clients), '-j', '2', '-t', String(each), '-D', 'n=0'];
    const { stdout } = await run('pgbench', ['-n', '-M', 'prepared', ...counts, '-f', file, url]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN);
    return (1000 * clients * each) / perSecond;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Views with the names of the lean pair over the product's tables. */
export async function createMinimalTables(sql: Sql): Promise<void> {
  await sql.unsafe(`create or replace view exam_question as select * from exam_questions;
    create or replace view exam_event as select * from exam_events`);
}

export async function pgbench(
  url: string,
  which: Competitor,
  { clients, seconds, exams }: { clients: number; seconds: number; exams: number },
): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'exam-pgbench-'));
  try {
    const file = join(folder, 'script.sql');
    await writeFile(file, script(exams, which === 'same statement' ? sameStatement : minimalPair));
    const { stdout } = await run(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '2',
        '-T',
        String(seconds),
        '-f',
        file,
        '-l',
        '--log-prefix',
        join(folder, 'log'),
        url,
      ],
      { env: { ...process.env, PGOPTIONS: '-c enable_seqscan=off' }, maxBuffer: 1 << 24 },
    );
    const logs = (await readdir(folder)).filter((name) => name.startsWith('log'));
    const lines = (await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8'))))
      .join('')
      .split('\n');
    return {
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1] ?? Number.NaN),
      latencies: lines.flatMap((line) => (line === '' ? [] : [Number(line.split(' ')[2]) / 1000])),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
