import { setTimeout as pause } from 'node:timers/promises';
import { pauseAfter } from '#domain/imports/beside-exams.ts';
import type { Database } from '#server/db/database.ts';
import { areExamsRunning } from '#server/exams/conditions.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import {
  type AuditServices,
  chainContains,
  type Head,
  type HeadProblem,
  headProblems,
  notesOf,
  readHeadState,
  type Signer,
  signerOf,
  writeHead,
} from './head.ts';

const batchSize = 2000;
/** While official exams run, their saves wait behind fewer entries; an import adds hundreds a second. */
const batchSizeBesideExams = 200;
/** A round of the job ends after this many batches, however many entries are pending; the next continues. */
const batchesOfRound = 20;
const maxNotes = 20;

/** The result of a round of sealing. */
export type SealResult = {
  readonly entries: number;
  readonly head: Head | undefined;
  readonly wrong: HeadProblem[];
};

type SealLimits = {
  /** The most batches; by default all pending entries are sealed. */
  readonly batches?: number;
  readonly stopping?: AbortSignal;
};

export type Sealer = {
  /** Seals pending entries in batches, to keep transactions short; while official exams run it pauses between them. */
  seal(limits?: SealLimits): Promise<SealResult>;
};

const sameNote = (one: HeadProblem) => (other: HeadProblem) =>
  one.kind === other.kind && one.count === other.count;

/**
 * Seals the audit log and signs its head. Before extending the chain it verifies the signed head, and that the chain still
 * contains the head this process saw last, which is kept outside the database. Problems are recorded under the new
 * signature and sealing continues: unsealed entries would be less protected.
 */
export function openSealer({ sql }: Database, sign: Signer): Sealer {
  let seen: Head | undefined;

  const sealBatch = (most: number): Promise<SealResult | undefined> =>
    sql.begin(async (tx) => {
      const [lock] = await tx<{ held: boolean }[]>`
        select pg_try_advisory_xact_lock(hashtext('audit_seal')) as held`;
      if (!lock?.held) return undefined;
      const state = await readHeadState(tx);
      const problems = headProblems(state, sign);
      if (seen && !(await chainContains(tx, seen))) problems.push({ kind: 'headCut', count: seen.count });
      const noted = notesOf(state, sign);
      const wrong = problems.filter((problem) => !noted.some(sameNote(problem)));
      const [row] = await tx<{ sealed: number }[]>`select audit_seal_next(${most}) as sealed`;
      const entries = row?.sealed ?? 0;
      const { last } = entries > 0 ? await readHeadState(tx) : state;
      const head = last ?? { count: 0, hash: '' };
      if (entries > 0 || problems.length > 0)
        await writeHead(tx, sign, head, [...noted, ...wrong].slice(0, maxNotes));
      return { entries, head, wrong };
    });

  return {
    seal: async ({ batches = Number.POSITIVE_INFINITY, stopping } = {}) => {
      let entries = 0;
      const wrong: HeadProblem[] = [];
      for (let batch = 0; batch < batches && !stopping?.aborted; batch += 1) {
        const since = performance.now();
        const isBeside = await areExamsRunning(sql);
        const most = isBeside ? batchSizeBesideExams : batchSize;
        const sealed = await sealBatch(most);
        // Remember it only after the commit.
        if (sealed) seen = sealed.head;
        entries += sealed?.entries ?? 0;
        wrong.push(...(sealed?.wrong ?? []));
        if ((sealed?.entries ?? 0) < most) break;
        await pause(pauseAfter(performance.now() - since, isBeside));
      }
      return { entries, head: seen, wrong };
    },
  };
}

/**
 * Seals the audit log every two seconds. Every process runs it; a lock lets one seal at a time.
 * The head is also written to the log file, out of reach of someone with database access only.
 */
export const auditSealing: RepeatedJob<AuditServices> = {
  start: ({ database, tokens }, log) => {
    const sealer = openSealer(database, signerOf(tokens));
    return repeat(2000, log, async (stopping) => {
      const { entries, head, wrong } = await sealer.seal({ batches: batchesOfRound, stopping });
      if (entries > 0 && head) log.info({ audit: head }, 'audit log sealed');
      for (const note of wrong)
        log.error({ audit: note }, 'the head of the audit log is not as it was signed');
    });
  },
};
