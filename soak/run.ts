import { setTimeout as pause } from 'node:timers/promises';
import { type Random, seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { checkRecords } from '#server/audit/check.ts';
import { describeFinding } from '#server/audit/finding.ts';
import { checkScores, describeProblem } from '#server/exams/rescoring.ts';
import { sit } from './candidate.ts';
import { openEnvironment, type SoakEnvironment } from './environment.ts';
import { type Fault, type FaultProxy, openFaultProxy } from './fault-proxy.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { type Office, type OfficeCounts, openOffice } from './office.ts';
import { sessionOf, settledSession } from './seed.ts';

const disruptionKinds = ['worker', 'database', 'server', 'restart', 'upgrade', 'failOver'] as const;
/**
 * What to kill: one server process, all of them, or PostgreSQL; a clean restart of PostgreSQL or of the server processes; or
 * PostgreSQL killed and its standby promoted.
 */
export type Disruption = (typeof disruptionKinds)[number];

export type Plan = {
  /** The duration with random disruptions; a given list of disruptions runs completely. */
  readonly seconds: number;
  readonly candidates: number;
  readonly students: number;
  /** The most saves of an exam; 80 when absent. */
  readonly longestExam?: number;
  /** Whether the office works too: bookings of as many students, imports, settlements. */
  readonly bookers?: number;
  /** Whether PostgreSQL has a synchronous standby. */
  readonly standby?: boolean;
  /** The disruptions in order; random when absent. */
  readonly disruptions?: readonly Disruption[];
  /** The shortest time between two disruptions; the longest is twice as long. */
  readonly secondsBetween?: number;
  readonly seed: string;
  readonly say: (line: string) => void;
  /** Ends the run early; the comparison still runs. */
  readonly stop?: AbortSignal;
  /** Whether enough happened to end when the time is over; a slow machine takes longer. */
  readonly enough?: (so: Pick<Report, 'counts' | 'faults'>) => boolean;
  /** The environment to use; a new one when absent. */
  readonly openEnvironment?: typeof openEnvironment;
};

export type Report = {
  readonly counts: Readonly<Record<'sent' | 'acknowledged' | 'ended' | 'left', number>>;
  /** What the office did and what the server confirmed. */
  readonly office: OfficeCounts;
  readonly faults: Readonly<Record<Fault, number>>;
  readonly disruptions: readonly Disruption[];
  readonly problems: readonly string[];
  /** Why the run ended early. */
  readonly endedBy: string | undefined;
};

async function disrupt(
  environment: SoakEnvironment,
  disruption: Disruption,
  chance: () => number,
): Promise<void> {
  if (disruption === 'worker') await environment.killWorker(chance);
  if (disruption === 'server') await environment.killServer();
  if (disruption === 'database') await environment.killDatabase();
  if (disruption === 'restart') await environment.restartDatabase();
  if (disruption === 'upgrade') await environment.restartServer();
  if (disruption === 'failOver') await environment.failOver();
}

/**
 * Declines every outage as an administrator does. When disruptions follow each other quickly nothing is served for more than a
 * minute, and the exams of that time stay open until somebody decides.
 */
async function declineOutages({ port, adminToken }: SoakEnvironment): Promise<void> {
  const call = (method: string, path: string) =>
    fetch(`http://127.0.0.1:${port}/api/umfst/administration/outages${path}`, {
      method,
      headers: { authorization: `Bearer ${adminToken}` },
    });
  const undecided = (await (await call('GET', '')).json()) as { id: number }[];
  for (const { id } of undecided) {
    const { status } = await call('POST', `/${id}/decline`);
    if (status !== 204) throw new Error(`an outage was not declined: ${status}`);
  }
}

/** Moves the deadlines of abandoned exams into the past and waits until all are closed. */
async function closeAbandoned(environment: SoakEnvironment, examIds: readonly number[]): Promise<void> {
  const { sql } = environment.database;
  await declineOutages(environment);
  await sql`update exams set deadline = now() - interval '70 seconds' where id = any(${[...examIds]}::int[]) and finished_at is null`;
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const open = await sql`
      select from exams where id = any(${[...examIds]}::int[]) and finished_at is null limit 1`;
    if (open.count === 0) return;
    await pause(200);
  }
}

/** Whether a settings change still reaches every process after all faults. */
async function settingsArrive({ database: { sql }, port }: SoakEnvironment): Promise<boolean> {
  await sql`insert into settings (key, value) values ('displayFullExam', 'true')
            on conflict (key) do update set value = excluded.value`;
  const read = async () => {
    // A new connection each time, so the processes alternate.
    const response = await fetch(`http://127.0.0.1:${port}/api/umfst/applicationUiSettings`, {
      headers: { connection: 'close' },
    });
    return ((await response.json()) as { displayFullExam: boolean }).displayFullExam;
  };
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await pause(100)) {
    const responses = await Promise.all(Array.from({ length: 8 }, read)).catch(() => [false]);
    if (responses.every(Boolean)) return true;
  }
  return false;
}

/** The findings of the record check, without those about rows loaded without audit entries. */
async function recordProblems({ database, sign }: SoakEnvironment): Promise<string[]> {
  const { findings } = await checkRecords(database, sign, { rest: async () => {} });
  return findings
    .filter(({ kind, table, entry }) => kind !== 'rowChanged' || table === 'exams' || entry !== undefined)
    .map((finding) => `the records: ${describeFinding(finding)}`);
}

/** The exams whose stored score is not that of their answers, key and settlements. */
async function scoreProblems({ database }: SoakEnvironment): Promise<string[]> {
  const { problems } = await checkScores(database, async () => {});
  return problems.map((problem) => `the scores: ${describeProblem(problem)}`);
}

/** Always compares the ledger with the tables, and restarts the database if needed. */
async function verdict(environment: SoakEnvironment, ledger: Ledger, office: Office): Promise<string[]> {
  try {
    await environment.reviveDatabase();
    const { sql } = environment.database;
    return [
      ...(await ledger.compare(sql)),
      ...(await office.compare(sql)),
      ...(await recordProblems(environment)),
      ...(await scoreProblems(environment)),
      ...(environment.unexpectedExits() > 0
        ? [`the server exited by itself ${environment.unexpectedExits()} times`]
        : []),
    ];
  } catch (error) {
    return [`nothing could be compared: ${reasonOf(error)}`];
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Candidates sit exams through a network that drops, delays and repeats calls, and the office works, while server processes and
 * the database are killed. Then the ledger is compared with the tables. A failed restart, a failed candidate or an interruption
 * ends the run early, and the comparison still runs.
 */
export async function run(plan: Plan): Promise<Report> {
  const random = seededRandom(plan.seed);
  const chance = () => random.below(1_000_000) / 1_000_000;
  const { students, bookers = 0, standby = false } = plan;
  const environment = await (plan.openEnvironment ?? openEnvironment)({ students, bookers, standby });
  const ledger = openLedger();
  const proxy = await openFaultProxy(environment.port, chance);
  const office = openOffice(environment, { port: proxy.port, students, bookers, chance, say: plan.say });
  const disruptions: Disruption[] = [];
  const early = new AbortController();
  let endedBy: string | undefined;
  const abandon = (why: unknown) => {
    endedBy ??= reasonOf(why);
    early.abort();
  };
  plan.stop?.addEventListener('abort', () => abandon('an interruption'));
  try {
    const left = await exams(
      { plan, environment, ledger, office, random, chance, disruptions, early: early.signal, abandon },
      proxy,
    );
    await proxy.calm();
    if (endedBy === undefined) {
      for (const examId of left) ledger.left(examId);
      await closeAbandoned(environment, left);
      if (!(await settingsArrive(environment)))
        ledger.wrong('a changed setting does not reach every process any more');
    }
  } catch (error) {
    abandon(error);
  }
  if (endedBy !== undefined) {
    plan.say(`ended by ${endedBy}; comparing what was reported until then`);
    await environment.stopServer();
  }
  const problems = await verdict(environment, ledger, office);
  await proxy.close();
  await environment
    .close()
    .catch((error: unknown) => plan.say(`could not be cleared away: ${reasonOf(error)}`));
  return {
    counts: ledger.counts(),
    office: office.counts(),
    faults: proxy.counts,
    disruptions,
    problems,
    endedBy,
  };
}

type RunContext = {
  readonly plan: Plan;
  readonly environment: SoakEnvironment;
  readonly ledger: Ledger;
  readonly office: Office;
  readonly random: Random;
  readonly chance: () => number;
  readonly disruptions: Disruption[];
  /** Aborted when the run is aborted. */
  readonly early: AbortSignal;
  readonly abandon: (why: unknown) => void;
};

/** Runs candidates and disruptions until the time is over. Returns the exams left open. */
async function exams(
  { plan, environment, ledger, office, random, chance, disruptions, early, abandon }: RunContext,
  proxy: FaultProxy,
): Promise<number[]> {
  const base = `http://127.0.0.1:${proxy.port}/api/umfst/`;
  const end = performance.now() + plan.seconds * 1000;
  const possible = disruptionKinds.filter((disruption) => plan.standby === true || disruption !== 'failOver');
  const next = () =>
    plan.disruptions ? plan.disruptions[disruptions.length] : possible[random.below(possible.length)];
  const abandoned = () => early.aborted;
  const enough = () => plan.enough?.({ counts: ledger.counts(), faults: proxy.counts }) ?? true;
  const over = () =>
    abandoned() ||
    (performance.now() > end && disruptions.length >= (plan.disruptions?.length ?? 0) && enough());
  let saving = Promise.resolve();
  const turn = () => saving;
  /**
   * Allows only saves for a while before the database is killed. Any other commit would flush earlier ones to disk
   * and hide saves that were acknowledged too early.
   */
  const disruptAmongSaves = async (disruption: Disruption) => {
    let resume = () => {};
    saving = new Promise((resolve) => {
      resume = resolve;
    });
    await pause(700);
    await disrupt(environment, disruption, chance).finally(resume);
  };
  const { secondsBetween = 1.5, longestExam = 80 } = plan;
  let student = 0;
  const left: number[] = [];
  const takeExams = async () => {
    while (!over() && student < plan.students) {
      student += 1;
      const token = environment.tokenOf(student);
      const isSettled = plan.bookers !== undefined && sessionOf(student) === settledSession;
      const candidate = { token, base, ledger, chance, turn, over, abandoned, isSettled };
      const examId = await sit(candidate, {
        saves: 20 + random.below(longestExam - 20),
        ends: chance() < 0.8,
      });
      if (examId !== undefined) left.push(examId);
    }
  };
  const candidates = Array.from({ length: plan.candidates }, () => takeExams().catch(abandon));
  const working = office.work({ over, abandoned, turn }).catch(abandon);
  const disruptRepeatedly = async () => {
    while (!over()) {
      const wait = Math.min(secondsBetween * 1000 * (1 + chance()), Math.max(end - performance.now(), 100));
      await pause(wait, undefined, { signal: early }).catch(() => {});
      const disruption = next();
      if (!disruption || over()) continue;
      plan.say(`${disruption}: ${JSON.stringify(ledger.counts())}`);
      const isSudden = disruption === 'database' || disruption === 'failOver';
      await (isSudden ? disruptAmongSaves(disruption) : disrupt(environment, disruption, chance));
      disruptions.push(disruption);
    }
  };
  await disruptRepeatedly().catch(abandon);
  await Promise.all([...candidates, working]);
  return left;
}
