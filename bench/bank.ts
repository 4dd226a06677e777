import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { openTokens } from '#server/http/tokens.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import type { Services } from '#server/services.ts';
import { openSettings } from '#server/settings/settings-cache.ts';
import { loadLargeBank, paperQuestions } from './large-bank.ts';

/** How quickly a bank of fifty thousand questions lists, searches, warns of duplicates and draws; goals at the 95th percentile. */
const QUESTIONS = Number(process.env.QUESTIONS ?? 50_000);
const ASKED = Number(process.env.ASKED ?? 100);
const WARM_UP = 10;

const people = {
  administrator: { email: 'admin@exam.test', role: 'Admin', isAdmin: true },
  teacher: { email: 'teacher@exam.test', role: 'Profesori', isAdmin: false },
} as const;
type Person = keyof typeof people;

const searches = [
  'atropin',
  'amoxicilină',
  'urgenta',
  'flexorul lung',
  'virusul rabic copil',
  'nimic nicăieri',
  'sulfoniluree sarcină',
  '(123',
  'în',
  'caracterizeaza',
];
const sorts = ['id', 'text', 'chapter', 'changedAt'];
const pick = <T>(from: readonly T[], n: number): T => from[n % from.length] as T;
const text = (words: string) => encodeURIComponent(words);

type Bank = Awaited<ReturnType<typeof loadLargeBank>>;
type Kind = {
  readonly name: string;
  readonly goal: number;
  readonly by: Person;
  path(n: number, bank: Bank): string;
};

const kinds: readonly Kind[] = (Object.keys(people) as Person[]).flatMap((by): Kind[] => [
  {
    name: 'list, any order and page',
    goal: 150,
    by,
    path: (n) => `questions?sort=${pick(sorts, n)}&desc=${n % 3 === 0}&skip=${(n * 331) % 15_000}`,
  },
  {
    name: 'search in texts and answers',
    goal: 300,
    by,
    path: (n) => `questions?search=${text(pick(searches, n))}`,
  },
  ...(['largest', 'usual'] as const).map((which) => ({
    name: `near duplicates in the ${which} discipline`,
    goal: which === 'largest' ? 500 : 150,
    by,
    path: (n: number, bank: Bank) =>
      `questions/similar?chapterId=${bank[which].chapterId}&text=${text(
        `Reacțiile adverse întâlnite la ${pick(['morfină', 'captopril', 'humerusul'], n)} și opioide la adult`,
      )}`,
  })),
  {
    name: `draw of ${paperQuestions} questions from ${QUESTIONS * 0.4}`,
    goal: 1000,
    by,
    path: (n, { largest }) => `disciplines/${largest.disciplineId}/samplePaper?seed=${n}`,
  },
  {
    name: `draw of ${paperQuestions} questions from ${QUESTIONS * 0.04}`,
    goal: 500,
    by,
    path: (n, { usual }) => `disciplines/${usual.disciplineId}/samplePaper?seed=${n}`,
  },
]);

async function tokenOf({ database, tokens }: Services, person: Person): Promise<string> {
  const { email, role, isAdmin } = people[person];
  const jti = randomUUID();
  const [row] = await database.sql<{ id: number }[]>`
    insert into users (email, name, is_admin, is_teacher) values (${email}, ${person}, ${isAdmin}, ${!isAdmin}) returning id`;
  await database.sql`insert into sign_ins (id, user_id, expires_at) values (${jti}, ${row?.id ?? 0}, now() + interval '1 day')`;
  return tokens.issue({
    sub: String(row?.id),
    jti,
    exp: Math.floor(Date.now() / 1000) + 86_400,
    Language: 'ro',
    Email: email,
    Year: 0,
    role,
    dean: false,
    pkStudent: null,
  });
}

async function timed(app: FastifyInstance, token: string, path: string): Promise<number> {
  const began = performance.now();
  const answer = await app.inject({
    url: `/api/umfst/${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`);
  return performance.now() - began;
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((left, right) => left - right)[
    Math.min(times.length - 1, Math.floor(times.length * share))
  ] ?? 0;

async function measure(app: FastifyInstance, tokens: Record<Person, string>, bank: Bank): Promise<boolean> {
  let reached = true;
  for (const { name, goal, by, path } of kinds) {
    const times: number[] = [];
    // The first answers warm the caches, as the first minutes of a working day do.
    for (let n = 0; n < ASKED + WARM_UP; n += 1) {
      const time = await timed(app, tokens[by], path(n, bank));
      if (n >= WARM_UP) times.push(time);
    }
    const p95 = percentile(times, 0.95);
    reached &&= p95 <= goal;
    const shown = (value: number) => `${value.toFixed(1).padStart(7)} ms`;
    console.log(
      `${by.padEnd(14)} ${name.padEnd(40)} median ${shown(percentile(times, 0.5))}   p95 ${shown(p95)}   goal ${goal} ms`,
    );
  }
  return reached;
}

async function main(): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-bench-bank-'));
  const cluster = await startEmbeddedPostgres({ dataDir });
  try {
    await migrate(cluster.url);
    const database = openDatabase(cluster.url);
    const settings = await openSettings(database);
    const services: Services = {
      database,
      process: readProcessSettings({ LOG_LEVEL: 'silent' }),
      queue: openQueue(cluster.url),
      settings,
      tokens: await openTokens(database, undefined),
      version: 'bench',
    };
    const tokens = {
      administrator: await tokenOf(services, 'administrator'),
      teacher: await tokenOf(services, 'teacher'),
    };
    const began = performance.now();
    const bank = await loadLargeBank(database, QUESTIONS, people.teacher.email);
    console.log(`${QUESTIONS} questions loaded in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const app = await buildApp(services);
    const reached = await measure(app, tokens, bank);
    console.log(reached ? 'Every p95 is within its goal.' : 'Some p95 is above its goal.');
    await app.close();
    await settings.close();
    await database.close();
    return reached ? 0 : 1;
  } finally {
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

process.exitCode = await main();
