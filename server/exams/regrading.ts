import { createHash } from 'node:crypto';
import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { concernedSittings } from '#server/scopes/relatives.ts';
import { fittedSettlements, insertSettlements, type NewSettlement } from './new-settlements.ts';
import { regradingNotes } from './regrading-notes.ts';
import { mapCohort } from './scoring.ts';
import { type BankChange, bankChanges, writeSettledKeys } from './settled-keys.ts';
import {
  asStored,
  closeGates,
  lockExamSessions,
  reachedBy,
  type SettlementPreview,
  type StoredSettlement,
  settlementColumns,
} from './settlements.ts';

export type { NewSettlement } from './new-settlements.ts';
export type { BankChange } from './settled-keys.ts';

type Grading = {
  readonly oldScore: number;
  readonly newScore: number;
  readonly oldGrade: number;
  readonly newGrade: number;
};

/** An exam whose score or grade changes. */
export type ChangedExam = Grading & {
  readonly examId: number;
  readonly userId: number;
  readonly studentId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly numarMatricol: string | null;
};

/** A histogram: the number of exams from each whole grade up to the next; the last includes 10. */
export type GradeCount = { readonly from: number; readonly before: number; readonly after: number };

export type Impact = {
  /**
   * Exams whose score or grade changes, by number. Annulled ones are rescored too, so that they are right if
   * they count again, but they are neither listed nor counted.
   */
  readonly exams: readonly ChangedExam[];
  /** The number of finished exams reached. */
  readonly reached: number;
  readonly changed: number;
  /** How many of them cross the pass grade, upwards and downwards. */
  readonly nowPassing: number;
  readonly nowFailing: number;
  /** The grades of all reached exams. */
  readonly grades: readonly (Pick<Grading, 'oldGrade' | 'newGrade'> & { readonly examId: number })[];
  readonly distribution: readonly GradeCount[];
  readonly bank: readonly BankChange[];
  /**
   * The fingerprint of everything above and of the counted late answers; settling with it is refused when
   * anything would differ.
   */
  readonly fingerprint: string;
};

export type Settled = Impact & { readonly settlementIds: readonly number[] };

type Person = Omit<ChangedExam, keyof Grading>;
type Reached = Person & {
  /** Identifies the end of the exam: a reopened exam ends again. */
  readonly finishedAt: string;
  readonly annulled: boolean;
  /** Known to nobody. */
  readonly seed: string;
};
type Regraded = Reached & Grading;

const selectReached = (sql: Queryable, settlements: readonly StoredSettlement[]): Promise<Reached[]> =>
  sql<Reached[]>`
    select e.id as "examId", e.user_id as "userId", g.student_id as "studentId", e.finished_at::text as "finishedAt",
           p.first_name as "firstName", p.last_name as "lastName", p.matricol as "numarMatricol",
           coalesce(a.annulled_at is not null, false) as annulled, g.seed
      from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
      left join appointments a on a.id = g.appointment_id
     where e.finished_at is not null and e.id in (${reachedBy(sql, settlements)}) order by e.id`;

/** Scores exams by the one rule, beside what they have; an exam that was reopened meanwhile is left out. */
async function regrade(
  sql: Queryable,
  exams: readonly Reached[],
  preview: SettlementPreview = asStored,
): Promise<Regraded[]> {
  const scorerOf = scorersByMode();
  const byId = new Map(exams.map((exam) => [exam.examId, exam]));
  const scored = await mapCohort(sql, [...byId.keys()], preview, (exam) => {
    const { score, grade } = scorerOf(exam.scoringMode).score(exam.questions);
    const reached = byId.get(exam.examId);
    return reached
      ? [{ ...reached, oldScore: exam.score, oldGrade: exam.grade, newScore: score, newGrade: grade }]
      : [];
  });
  return scored.flat();
}

const isChanged = ({ oldScore, newScore, oldGrade, newGrade }: Grading) =>
  oldScore !== newScore || oldGrade !== newGrade;

/** Whether a grade crosses the pass grade, and how. */
export function crossing({ oldGrade, newGrade }: Pick<Grading, 'oldGrade' | 'newGrade'>) {
  if (oldGrade >= passGrade === newGrade >= passGrade) return undefined;
  return newGrade >= passGrade ? 'passes' : 'fails';
}

export function distributionOf(grades: Impact['grades']): GradeCount[] {
  const counts = Array.from({ length: 9 }, (_, index) => ({ from: index + 1, before: 0, after: 0 }));
  const at = (grade: number) => counts[Math.min(9, Math.floor(grade)) - 1];
  for (const { oldGrade, newGrade } of grades) {
    const [before, after] = [at(oldGrade), at(newGrade)];
    if (before) before.before += 1;
    if (after) after.after += 1;
  }
  return counts;
}

function impactIn(
  regraded: readonly Regraded[],
  bank: readonly BankChange[],
  { plus, minus }: Change,
): Impact {
  const counted = regraded.filter(({ annulled }) => !annulled);
  const exams = counted.filter(isChanged).map(({ finishedAt: _, annulled: __, seed: ___, ...exam }) => exam);
  const grades = counted.map(({ examId, oldGrade, newGrade }) => ({ examId, oldGrade, newGrade }));
  const impact = {
    exams,
    reached: counted.length,
    changed: exams.length,
    nowPassing: exams.filter((exam) => crossing(exam) === 'passes').length,
    nowFailing: exams.filter((exam) => crossing(exam) === 'fails').length,
    grades,
    distribution: distributionOf(grades),
    bank,
  };
  const restsOn = exams.map(({ examId, oldScore, newScore, oldGrade, newGrade }) => [
    examId,
    oldScore,
    newScore,
    oldGrade,
    newGrade,
  ]);
  // The seeds keep those who see only a part of an exam from trying scores until one gives the same hash.
  const seeds = counted.map(({ seed }) => seed);
  // Exams that finish later are scored by what is written, whatever it changes now.
  const made = plus.map(({ versionId, answers, decided, lateSaveId }) => [
    versionId,
    answers,
    decided,
    lateSaveId,
  ]);
  const withdrawn = minus.map(({ id }) => id);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([restsOn, impact.distribution, bank, made, withdrawn, seeds]))
    .digest('hex');
  return { ...impact, fingerprint };
}

/** What to change: settlements to make and settlements to withdraw. */
type Change = { readonly plus: readonly StoredSettlement[]; readonly minus: readonly StoredSettlement[] };

async function plan(sql: Queryable, { plus, minus }: Change) {
  const preview = { plus, without: new Set(minus.map(({ id }) => id)) };
  const all = [...plus, ...minus];
  const reached = await selectReached(sql, all);
  const regraded = await regrade(sql, reached, preview);
  return {
    reached,
    regraded,
    impact: impactIn(regraded, await bankChanges(sql, all, preview), { plus, minus }),
  };
}

/** Settlements in force by id; refuses when one is not in force. */
async function selectActive(sql: Queryable, ids: readonly number[]): Promise<StoredSettlement[]> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return [];
  const found = await sql<StoredSettlement[]>`
    select ${settlementColumns(sql)} from settlements s
     where s.id = any(${uniqueIds}::int[]) and s.withdrawn_at is null order by s.id`;
  if (found.length !== uniqueIds.length) refuse('settlement.withdrawn');
  return found;
}

/** Refuses to somebody what would score their own exam again, or a relative's, also one that still runs (ROLE-5). */
async function refuseConflict(sql: Queryable, { plus, minus }: Change, by: number): Promise<void> {
  const concerned = await sql`
    select from exams e where e.group_id in (${concernedSittings(sql, by)})
       and e.id in (${reachedBy(sql, [...plus, ...minus])}) limit 1`;
  if (concerned.count > 0) refuse('settlement.conflict');
}

/** What settlements would change, if some others were withdrawn as well; writes nothing, and refuses like `settle`. */
export async function impactOf(
  sql: Queryable,
  settlements: readonly NewSettlement[],
  { by, without = [] }: { readonly by: number; readonly without?: readonly number[] },
): Promise<Impact> {
  const change = { plus: await fittedSettlements(sql, settlements), minus: await selectActive(sql, without) };
  await refuseConflict(sql, change, by);
  return (await plan(sql, change)).impact;
}

const writtenAtOnce = 500;

/** Writes new scores, each with its event. An exam that was reopened meanwhile is left to the end of its new run. */
async function writeScores(
  tx: Transaction,
  exams: readonly Regraded[],
  noteOf: (examId: number) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const changed = exams.filter(isChanged);
  for (let start = 0; start < changed.length; start += writtenAtOnce) {
    const rows = changed
      .slice(start, start + writtenAtOnce)
      .map(({ examId, finishedAt, newScore, newGrade }) => ({
        examId,
        finishedAt,
        newScore,
        newGrade,
        note: noteOf(examId),
      }));
    await tx`
      with result as (
        select * from jsonb_to_recordset(${tx.json(rows)})
          as r ("examId" int, "finishedAt" timestamptz, "newScore" numeric, "newGrade" numeric, note jsonb)
      ), done as (
        update exams e set score = r."newScore", grade = r."newGrade"
          from result r where e.id = r."examId" and e.finished_at = r."finishedAt"
        returning e.id, e.score, e.grade, e.max_points, r.note
      )
      insert into exam_events (exam_id, save_id, kind, client)
      select id, gen_random_uuid(), ${eventLetters.regraded}::"char",
             jsonb_build_object('score', score, 'grade', grade, 'maxPoints', max_points) || note
        from done order by id`;
  }
}

/** Exams that ended, or ended again, since planning. */
function endedSince(planned: readonly Reached[], now: readonly Reached[]): Reached[] {
  const known = new Map(planned.map(({ examId, finishedAt }) => [examId, finishedAt]));
  return now.filter(({ examId, finishedAt }) => known.get(examId) !== finishedAt);
}

type Options = {
  readonly by: number;
  readonly fingerprint?: string | undefined;
  /** The exams that may be reached without a preview; any when absent. */
  readonly unseen?: ReadonlySet<number> | undefined;
};

/**
 * Makes and withdraws settlements of sessions that this transaction has locked, and rescores every exam they
 * reach. Only the last step blocks exams of these sessions from ending; see `passGate`.
 */
async function change(
  tx: Transaction,
  requested: Change,
  reasons: readonly (string | undefined)[],
  { by, fingerprint, unseen }: Options,
): Promise<Settled> {
  const { plus, minus } = requested;
  await refuseConflict(tx, requested, by);
  const { reached, regraded, impact } = await plan(tx, requested);
  if (fingerprint === undefined && unseen && reached.some(({ examId }) => !unseen.has(examId)))
    refuse('settlement.previewMissing');
  if (fingerprint !== undefined && fingerprint !== impact.fingerprint) refuse('settlement.changedMeanwhile');
  const settlementIds = await insertSettlements(
    tx,
    plus.map((one, index) => ({ ...one, reason: reasons[index] })),
    by,
  );
  const withdrawn = minus.map(({ id }) => id);
  if (withdrawn.length > 0)
    await tx`
      update settlements set withdrawn_at = now(), withdrawn_by = ${by} where id = any(${withdrawn}::int[])`;
  const made = plus.map((one, index) => ({ ...one, id: settlementIds[index] ?? one.id }));
  const all = [...made, ...minus];
  await writeSettledKeys(tx, all, by);
  await writeScores(tx, regraded, await regradingNotes(tx, made, minus, by));
  await closeGates(
    tx,
    all.map(({ sessionId }) => sessionId),
  );
  const late = await regrade(tx, endedSince(reached, await selectReached(tx, all)));
  if (late.length > 0) await writeScores(tx, late, await regradingNotes(tx, made, minus, by));
  const lateIds = new Set(late.map(({ examId }) => examId));
  const written =
    late.length === 0
      ? impact
      : impactIn([...regraded.filter(({ examId }) => !lateIds.has(examId)), ...late], impact.bank, {
          plus,
          minus,
        });
  return { ...written, settlementIds };
}

/**
 * Makes settlements, withdraws those in `without`, and scores every exam they reach again: all within the caller's
 * transaction, of which it should be the last large step. Refuses with `settlement.changedMeanwhile` when the
 * fingerprint of a preview no longer matches, with `settlement.previewMissing` without one when it reaches exams outside
 * `unseen`, with `settlement.unfit` a settlement that does not fit the question, and
 * with `settlement.conflict` an author whose own exam, or a relative's, would be scored again.
 */
export async function settle(
  tx: Transaction,
  settlements: readonly NewSettlement[],
  { without = [], ...options }: Options & { readonly without?: readonly number[] },
): Promise<Settled> {
  const plus = await fittedSettlements(tx, settlements);
  const sessions = await sessionsOf(tx, without);
  await lockExamSessions(tx, [...sessions, ...plus.map(({ sessionId }) => sessionId)]);
  const reasons = settlements.map(({ reason }) => reason);
  return change(tx, { plus, minus: await selectActive(tx, without) }, reasons, options);
}

const sessionsOf = async (sql: Queryable, settlementIds: readonly number[]): Promise<number[]> => {
  if (settlementIds.length === 0) return [];
  const rows = await sql<{ id: number }[]>`
    select distinct exam_session_id as id from settlements where id = any(${[...settlementIds]}::int[])`;
  return rows.map(({ id }) => id);
};

/** Withdraws settlements: every exam they reached gets the score that the others in force give (CONT-7). */
export async function withdraw(
  tx: Transaction,
  settlementIds: readonly number[],
  options: Options,
): Promise<Impact> {
  const { settlementIds: _, ...impact } = await settle(tx, [], { ...options, without: settlementIds });
  return impact;
}
