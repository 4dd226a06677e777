import { refuse } from '#domain/errors.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { scorersByMode } from '#domain/statistics/cohort-scoring.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { concernedSittings } from '#server/scopes/relatives.ts';
import {
  type Change,
  coveredUntil,
  type Impact,
  impactIn,
  isChanged,
  type Reached,
  type Regraded,
} from './impact.ts';
import { fittedSettlements, insertSettlements, type NewSettlement } from './new-settlements.ts';
import { regradingNotes } from './regrading-notes.ts';
import { mapCohort } from './scoring.ts';
import { bankChanges, lockQuestions, writeSettledKeys } from './settled-keys.ts';
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

export type Settled = Impact & { readonly settlementIds: readonly number[] };

/** The end of exam `e` in microseconds, exact in JavaScript too. */
const endOf = (sql: Queryable): Fragment => sql`(extract(epoch from e.finished_at) * 1000000)::float8`;

const selectReached = (sql: Queryable, settlements: readonly StoredSettlement[]): Promise<Reached[]> =>
  sql<Reached[]>`
    select e.id as "examId", e.user_id as "userId", g.student_id as "studentId", ${endOf(sql)} as "finishedAt",
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

/** What a change gives every exam it reaches, and its impact as far as an earlier preview covered it. */
async function plan(sql: Queryable, { plus, minus }: Change, previewed?: string) {
  const preview = { plus, without: new Set(minus.map(({ id }) => id)) };
  const all = [...plus, ...minus];
  const reached = await selectReached(sql, all);
  const regraded = await regrade(sql, reached, preview);
  return {
    reached,
    regraded,
    impact: impactIn(regraded, await bankChanges(sql, all, preview), { plus, minus }, previewed),
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

type PreviewOptions = {
  readonly by: number;
  readonly without?: readonly number[];
  /** The fingerprint of an earlier preview; exams that ended since are left out. */
  readonly previewed?: string | undefined;
};

/** What settlements would change, if some others were withdrawn as well; writes nothing, and refuses like `settle`. */
export async function impactOf(
  sql: Queryable,
  settlements: readonly NewSettlement[],
  { by, without = [], previewed }: PreviewOptions,
): Promise<Impact> {
  const change = { plus: await fittedSettlements(sql, settlements), minus: await selectActive(sql, without) };
  await refuseConflict(sql, change, by);
  return (await plan(sql, change, previewed)).impact;
}

const writtenAtOnce = 500;

/**
 * Writes new scores, each with its event, and returns the exams without those that were reopened meanwhile: they are left to the
 * end of their new run.
 */
async function writeScores(
  tx: Transaction,
  exams: readonly Regraded[],
  noteOf: (examId: number) => Readonly<Record<string, unknown>>,
): Promise<readonly Regraded[]> {
  const changed = exams.filter(isChanged);
  const written = new Set<number>();
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
    const done = await tx<{ id: number }[]>`
      with result as (
        select * from jsonb_to_recordset(${tx.json(rows)})
          as r ("examId" int, "finishedAt" float8, "newScore" numeric, "newGrade" numeric, note jsonb)
      ), done as (
        update exams e set score = r."newScore", grade = r."newGrade"
          from result r where e.id = r."examId" and ${endOf(tx)} = r."finishedAt"
        returning e.id, e.score, e.grade, e.max_points, r.note
      )
      insert into exam_events (exam_id, save_id, kind, client)
      select id, gen_random_uuid(), ${eventLetters.regraded}::"char",
             jsonb_build_object('score', score, 'grade', grade, 'maxPoints', max_points) || note
        from done order by id
      returning exam_id as id`;
    for (const { id } of done) written.add(id);
  }
  return exams.filter((exam) => !isChanged(exam) || written.has(exam.examId));
}

/** Exams that ended, or ended again, since planning. */
function endedAfter(planned: readonly Reached[], now: readonly Reached[]): Reached[] {
  const known = new Map(planned.map(({ examId, finishedAt }) => [examId, finishedAt]));
  return now.filter(({ examId, finishedAt }) => known.get(examId) !== finishedAt);
}

type Options = {
  readonly by: number;
  readonly fingerprint?: string | undefined;
};

/** Exams may end between a preview and its confirmation; what ended longer ago has to be in the preview. */
const unseenMinutes = 60;

/** Whether a preview leaves out exams that change and had ended long before now. */
async function isOutdated(
  sql: Queryable,
  regraded: readonly Regraded[],
  fingerprint: string,
): Promise<boolean> {
  const until = coveredUntil(fingerprint);
  const unseen = regraded.filter((exam) => !exam.annulled && isChanged(exam) && !(exam.finishedAt <= until));
  const ended = await sql`
    select from exams where id = any(${unseen.map(({ examId }) => examId)}::int[])
       and finished_at < now() - make_interval(mins => ${unseenMinutes}) limit 1`;
  return ended.count > 0;
}

/**
 * Makes and withdraws settlements of sessions that this transaction has locked, and rescores every exam they
 * reach. Only the last step blocks exams of these sessions from ending; see `passGate`.
 */
async function change(
  tx: Transaction,
  requested: Change,
  reasons: readonly (string | undefined)[],
  { by, fingerprint }: Options,
): Promise<Settled> {
  const { plus, minus } = requested;
  await refuseConflict(tx, requested, by);
  await lockQuestions(tx, [...plus, ...minus]);
  const { reached, regraded, impact } = await plan(tx, requested, fingerprint);
  if (fingerprint !== undefined) {
    const isChangedSince =
      fingerprint !== impact.fingerprint || (await isOutdated(tx, regraded, fingerprint));
    if (isChangedSince) refuse('settlement.changedMeanwhile');
  }
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
  const notes = await regradingNotes(tx, made, minus, by);
  const written = await writeScores(tx, regraded, notes);
  await closeGates(
    tx,
    all.map(({ sessionId }) => sessionId),
  );
  const late = await regrade(tx, endedAfter(reached, await selectReached(tx, all)));
  const lateNotes = late.length === 0 ? notes : await regradingNotes(tx, made, minus, by);
  const lateWritten = await writeScores(tx, late, lateNotes);
  const lateIds = new Set(late.map(({ examId }) => examId));
  // The preview showed them with another end.
  if (fingerprint !== undefined && impact.exams.some(({ examId }) => lateIds.has(examId)))
    refuse('settlement.changedMeanwhile');
  const results = [...written.filter(({ examId }) => !lateIds.has(examId)), ...lateWritten];
  const settled = { ...impactIn(results, impact.bank, requested), settlementIds };
  if (fingerprint === undefined) return settled;
  const shown = new Set(impact.exams.map(({ examId }) => examId));
  const endedSince = settled.exams.filter(({ examId }) => !shown.has(examId)).length;
  return { ...settled, endedSince, fingerprint };
}

/**
 * Makes settlements, withdraws those in `without`, and scores every exam they reach again: all within the caller's
 * transaction, of which it should be the last large step. Exams that ended after the preview are scored like those that
 * end later. Refuses with `settlement.changedMeanwhile` when the fingerprint of a preview no longer matches the exams
 * it covered, with `settlement.unfit` a settlement that does not fit the question, and with `settlement.conflict` an
 * author whose own exam, or a relative's, would be scored again.
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
