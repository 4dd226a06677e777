import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { sit } from './candidate.ts';
import { type Fault, openFaultProxy } from './fault-proxy.ts';
import { openLedger } from './ledger.ts';
import { openWorld, type World } from './world.ts';

export const blows = ['worker', 'database', 'server', 'restart'] as const;
/** What is ended without warning: one server process, all of them, PostgreSQL; or PostgreSQL stopped politely. */
export type Blow = (typeof blows)[number];

export type Plan = {
  /** How long it lasts, where blows are chosen by chance; those that are named are all struck. */
  readonly seconds: number;
  readonly candidates: number;
  readonly students: number;
  /** The blows in order; chosen by chance when absent. */
  readonly blows?: readonly Blow[];
  readonly seed: string;
  readonly say: (line: string) => void;
};

export type Report = {
  readonly counts: Readonly<Record<'sent' | 'acknowledged' | 'ended' | 'left', number>>;
  readonly faults: Readonly<Record<Fault, number>>;
  readonly blows: readonly Blow[];
  readonly problems: readonly string[];
};

async function strike(world: World, blow: Blow, chance: () => number): Promise<void> {
  if (blow === 'worker') await world.killWorker(chance);
  if (blow === 'server') await world.killServer();
  if (blow === 'database') await world.killDatabase();
  if (blow === 'restart') await world.restartDatabase();
}

/** Lets the database close what candidates left, as if its time were over, and waits until none is open. */
async function closeLeft({ database: { sql } }: World, examIds: readonly number[]): Promise<void> {
  await sql`update exams set deadline = now() - interval '70 seconds' where id = any(${[...examIds]}::int[]) and finished_at is null`;
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const open = await sql`
      select from exams where id = any(${[...examIds]}::int[]) and finished_at is null limit 1`;
    if (open.count === 0) return;
    await pause(200);
  }
}

/** Whether a change of the settings is still heard by every process, whatever happened to its connections. */
async function settingsArrive({ database: { sql }, port }: World): Promise<boolean> {
  await sql`insert into settings (key, value) values ('displayFullExam', 'true')
            on conflict (key) do update set value = excluded.value`;
  const read = async () => {
    // A connection of its own for each, so that the processes take turns.
    const answer = await fetch(`http://127.0.0.1:${port}/api/umfst/applicationUiSettings`, {
      headers: { connection: 'close' },
    });
    return ((await answer.json()) as { displayFullExam: boolean }).displayFullExam;
  };
  for (const deadline = performance.now() + 30_000; performance.now() < deadline; await pause(250)) {
    const told = await Promise.all(Array.from({ length: 8 }, read)).catch(() => [false]);
    if (told.every(Boolean)) return true;
  }
  return false;
}

/**
 * Candidates sit exams through a network that drops, delays and repeats, while server processes and the database are
 * killed; afterwards the ledger of what they were told is compared with the tables.
 */
export async function run(plan: Plan): Promise<Report> {
  const random = seededRandom(plan.seed);
  const chance = () => random.below(1_000_000) / 1_000_000;
  const world = await openWorld({ students: plan.students });
  try {
    const ledger = openLedger();
    const proxy = await openFaultProxy(world.port, chance);
    const base = `http://127.0.0.1:${proxy.port}/api/umfst/`;
    const end = performance.now() + plan.seconds * 1000;
    const struck: Blow[] = [];
    const next = () => (plan.blows ? plan.blows[struck.length] : blows[random.below(blows.length)]);
    const over = () => performance.now() > end && struck.length >= (plan.blows?.length ?? 0);
    let saving = Promise.resolve();
    const turn = () => saving;
    /**
     * Before the database is killed only saves are made for a while: any other commit would carry those before it to the
     * disk, and hide that they were acknowledged too early.
     */
    const strikeAmongSaves = async (blow: Blow) => {
      let goOn = () => {};
      saving = new Promise((resolve) => {
        goOn = resolve;
      });
      await pause(700);
      await strike(world, blow, chance).finally(goOn);
    };
    let student = 0;
    const left: number[] = [];
    const candidates = Array.from({ length: plan.candidates }, async () => {
      while (!over() && student < plan.students) {
        student += 1;
        const candidate = { token: world.tokenOf(student), base, ledger, chance, turn, over };
        const examId = await sit(candidate, { saves: 20 + random.below(60), ends: chance() < 0.8 });
        if (examId !== undefined) left.push(examId);
      }
    });

    while (!over()) {
      await pause(1500 + chance() * 1500);
      const blow = next();
      if (!blow || over()) continue;
      plan.say(`${blow}: ${JSON.stringify(ledger.counts())}`);
      await (blow === 'database' ? strikeAmongSaves(blow) : strike(world, blow, chance));
      struck.push(blow);
    }
    await Promise.all(candidates);
    await proxy.calm();
    for (const examId of left) ledger.left(examId);
    await closeLeft(world, left);
    if (!(await settingsArrive(world)))
      ledger.wrong('a changed setting does not reach every process any more');
    const problems = await ledger.compare(world.database.sql);
    await proxy.close();
    return { counts: ledger.counts(), faults: proxy.counts, blows: struck, problems };
  } finally {
    await world.close();
  }
}
