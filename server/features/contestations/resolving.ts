import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type {
  reopenContest as reopenCall,
  resolveContest as resolveCall,
} from '#contract/contestation-desk.ts';
import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import type { Actor } from '#domain/access/actor.ts';
import { statusOf } from '#domain/contestations/contestation.ts';
import { refuse } from '#domain/errors.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import type { Author, Queryable, Transaction } from '#server/db/database.ts';
import { noteChangedGrades } from '#server/exams/changed-grades.ts';
import type { Impact } from '#server/exams/impact.ts';
import { impactSummary } from '#server/exams/impact-summary.ts';
import { impactOf, settle, withdraw } from '#server/exams/regrading.ts';
import { lockExamSessions } from '#server/exams/settlements.ts';
import { type ContestViewer, contestViewer } from '#server/scopes/contest-scope.ts';
import type { Services } from '#server/services.ts';
import { refuseBlocker, type Verdict, verdictsOf } from './decisions.ts';
import { insertQuestions } from './filing.ts';
import { ifSeesScore, onceResolved } from './listing.ts';
import { noteContestMail } from './mails.ts';
import { blockerFor, contestHead, contestQuestions, refuseHiddenKey, selectContest } from './reading.ts';

type Body = BodyOfCall<typeof resolveCall>;
type Resolved = ResponseOfCall<typeof resolveCall>;

const noImpact: Impact = {
  exams: [],
  reached: 0,
  changed: 0,
  nowPassing: 0,
  nowFailing: 0,
  grades: [],
  bank: [],
  endedSince: 0,
  fingerprint: '',
};

/** Refuses a preview that changed something when nothing is left to change. */
function refuseOutdated(fingerprint: string | undefined): void {
  if (fingerprint) refuse('settlement.changedMeanwhile');
}

/** The impact of decisions on scores and grades; writes nothing (CONT-4). */
export async function contestImpact(
  services: Services,
  actor: Actor,
  id: number,
  { questions }: Body,
  page: ImpactPage,
): Promise<ImpactSummary> {
  const { sql } = services.database;
  await refuseHiddenKey(services, actor, id);
  const viewer = await contestViewer(services, actor);
  const { settlements } = await verdictsOf(sql, viewer, id, questions);
  const impact =
    settlements.length === 0
      ? noImpact
      : await impactOf(sql, settlements, { by: actor.userId, previewed: page.previewed });
  return impactSummary(sql, actor, impact, page);
}

/** Locks contestations, always in the same order. */
const lockById = (tx: Transaction, ids: Iterable<number>) =>
  tx`select from exam_contests where id = any(${[...ids]}::int[]) order by id for update`;

/**
 * Locks a contestation and those to decide together with it; with settlements to make, also the settlements of the
 * session, so that a new key starts from the one in force.
 */
async function lockContests(
  tx: Transaction,
  { actor }: ContestViewer,
  id: number,
  questions: Body['questions'],
): Promise<void> {
  const head = await contestHead(tx, actor, id);
  await lockById(tx, new Set([id, ...questions.flatMap(({ together = [] }) => together)]));
  if (head && questions.some(({ accepted }) => accepted)) await lockExamSessions(tx, [head.sessionId]);
}

async function writeVerdict(
  tx: Transaction,
  actor: Actor,
  { contestId, position, accepted, reply, settle: how, isAdded }: Verdict,
  settlementId: number | null,
): Promise<void> {
  if (isAdded) {
    const [contest] = await tx<{ examId: number }[]>`
      select exam_id as "examId" from exam_contests where id = ${contestId}`;
    await insertQuestions(tx, contestId, contest?.examId ?? 0, [{ position, reason: null, comment: null }]);
  }
  const written = await tx`
    update exam_contest_questions set accepted = ${accepted}, reply = ${reply}, settle = ${how?.kind ?? null},
           reach = ${how?.reach ?? null}, settlement_id = ${settlementId}, resolved_by = ${actor.userId}, resolved_at = now()
     where contest_id = ${contestId} and position = ${position} and accepted is null`;
  if (written.count !== 1) refuse('contestation.resolved');
}

/** Updates the status of contestations from their questions. */
async function writeStatus(tx: Transaction, contestIds: readonly number[]): Promise<number[]> {
  const rows = await tx<{ id: number; decisions: (boolean | null)[] }[]>`
    select contest_id as id, array_agg(accepted order by position) as decisions
      from exam_contest_questions where contest_id = any(${[...contestIds]}::int[]) group by contest_id`;
  const decided: number[] = [];
  for (const { id, decisions } of rows) {
    const status = statusOf(decisions.map((accepted) => accepted ?? undefined));
    if (status !== 'DP') decided.push(id);
    await tx`
      update exam_contests set status = ${status}, resolved_at = case when ${status} <> 'DP' then now() end
       where id = ${id}`;
  }
  return decided;
}

const examsOf = async (tx: Transaction, contestIds: readonly number[]): Promise<Set<number>> =>
  new Set(
    (
      await tx<{ examId: number }[]>`
        select exam_id as "examId" from exam_contests where id = any(${[...contestIds]}::int[]) and exam_id is not null`
    ).map(({ examId }) => examId),
  );

/**
 * Decides about questions of a contestation, settles the accepted ones and rescores the exams they reach, in one
 * transaction (CONT-3, CONT-4). What reaches exams of others is written only as previewed. Notifies students with an
 * outcome and all whose grade changed.
 */
export async function resolveContest(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
  { questions, fingerprint }: Body,
): Promise<Resolved> {
  await refuseHiddenKey(services, actor, id);
  const viewer = await contestViewer(services, actor);
  return services.database.transaction(author, async (tx) => {
    await lockContests(tx, viewer, id, questions);
    const { verdicts, settlements } = await verdictsOf(tx, viewer, id, questions);
    if (settlements.length === 0) refuseOutdated(fingerprint);
    await nameChanges(tx, 'resolved');
    const settled =
      settlements.length === 0
        ? undefined
        : await settle(tx, settlements, {
            by: actor.userId,
            fingerprint,
          });
    for (const verdict of verdicts) {
      const index = verdict.settlement;
      await writeVerdict(
        tx,
        actor,
        verdict,
        index === undefined ? null : (settled?.settlementIds[index] ?? null),
      );
    }
    const contestIds = [...new Set(verdicts.map(({ contestId }) => contestId))];
    const decided = await writeStatus(tx, contestIds);
    await noteContestMail(tx, 'outcome', decided);
    await noteChangedGrades(tx, settled?.exams ?? [], await examsOf(tx, decided));
    const [contest] = await tx<Omit<Resolved, 'together' | 'endedSince'>[]>`
      select k.status, ${ifSeesScore(tx, viewer, tx`k.score_before::float8`)} as "scoreBefore",
             ${ifSeesScore(tx, viewer, onceResolved(tx, tx`e.score`))} as "scoreAfter"
        from exam_contests k left join exams e on e.id = k.exam_id where k.id = ${id}`;
    if (!contest) refuse('resource.notFound');
    return {
      ...contest,
      together: contestIds.filter((other) => other !== id),
      endedSince: settled?.endedSince ?? 0,
    };
  });
}

/** The contestations that share a settlement with this one. */
const sharersOf = async (tx: Transaction, id: number): Promise<number[]> =>
  (
    await tx<{ id: number }[]>`
      select distinct o.contest_id as id from exam_contest_questions q
        join exam_contest_questions o on o.settlement_id = q.settlement_id where q.contest_id = ${id}`
  ).map(({ id: sharer }) => sharer);

/** Refuses to reopen when a contestation that shares a settlement is a relative's or the viewer's own. */
async function refuseSharedBlocker(
  sql: Queryable,
  viewer: ContestViewer,
  contestIds: readonly number[],
): Promise<void> {
  for (const id of contestIds) {
    const head = await contestHead(sql, viewer.actor, id);
    // They share a question, so the viewer holds its discipline.
    const blocker = head && blockerFor(viewer, head, { isHeld: true });
    if (blocker) refuseBlocker(blocker, head);
  }
}

/** The contestations that have an outcome. */
const selectResolved = async (tx: Transaction, contestIds: readonly number[]): Promise<number[]> =>
  (
    await tx<{ id: number }[]>`
      select id from exam_contests where id = any(${[...contestIds]}::int[]) and status <> 'DP' order by id`
  ).map(({ id }) => id);

/** Drops the questions that administrators added to technical complaints when they decided; those of the student have a reason. */
const dropAdded = (tx: Transaction, contestIds: readonly number[]) => tx`
  delete from exam_contest_questions q using exam_contests k
   where k.id = q.contest_id and k.id = any(${[...contestIds]}::int[]) and k.type = 'technical'
     and q.position > 0 and q.reason is null`;

/** What reopening a contestation opens again, and the settlements in force that it withdraws. */
async function reopeningOf(sql: Queryable, viewer: ContestViewer, id: number) {
  const { actor } = viewer;
  const head = await selectContest(sql, actor, id);
  const questions = await contestQuestions(sql, actor, id, true);
  const decided = questions.filter(({ accepted }) => accepted !== null);
  if (decided.length === 0) refuse('contestation.notResolved');
  const own = decided.filter((question) => blockerFor(viewer, head, question) === undefined);
  const [first] = decided;
  if (own.length === 0 && first) refuseBlocker(blockerFor(viewer, head, first) ?? 'notHolder', head);
  const settlementIds = own.flatMap(({ settlementId }) => (settlementId === null ? [] : [settlementId]));
  const shared = await sql<{ contestId: number; position: number }[]>`
    select q.contest_id as "contestId", q.position from exam_contest_questions q
     where q.settlement_id = any(${settlementIds}::int[]) and q.contest_id <> ${id}`;
  const reopened = [...own.map(({ position }) => ({ contestId: id, position })), ...shared];
  const contestIds = [...new Set(reopened.map(({ contestId }) => contestId))];
  await refuseSharedBlocker(sql, viewer, contestIds);
  const active = await sql<{ id: number }[]>`
    select id from settlements where id = any(${settlementIds}::int[]) and withdrawn_at is null`;
  return { head, reopened, contestIds, settlementIds: active.map((one) => one.id) };
}

/** The impact of reopening on scores and grades; writes nothing (CONT-7). */
export async function reopenImpact(
  services: Services,
  actor: Actor,
  id: number,
  page: ImpactPage,
): Promise<ImpactSummary> {
  const { sql } = services.database;
  await refuseHiddenKey(services, actor, id);
  const viewer = await contestViewer(services, actor);
  const { settlementIds: without } = await reopeningOf(sql, viewer, id);
  const impact =
    without.length === 0
      ? noImpact
      : await impactOf(sql, [], { by: actor.userId, without, previewed: page.previewed });
  return impactSummary(sql, actor, impact, page);
}

/**
 * Reopens the questions a holder may resolve, or all for an administrator, and withdraws their settlements in
 * every exam they reached (CONT-7); what reaches exams of others only as previewed. Also reopens contestations that share a
 * settlement. Students with an outcome read the result that is valid now in the mail about it, others whose grade changes in
 * another one.
 */
export async function reopenContest(
  services: Services,
  actor: Actor,
  author: Author,
  id: number,
  { fingerprint }: NonNullable<BodyOfCall<typeof reopenCall>>,
): Promise<ResponseOfCall<typeof reopenCall>> {
  await refuseHiddenKey(services, actor, id);
  const viewer = await contestViewer(services, actor);
  return services.database.transaction(author, async (tx) => {
    const locked = new Set([id, ...(await sharersOf(tx, id))]);
    await lockById(tx, locked);
    const before = await contestHead(tx, actor, id);
    if (before) await lockExamSessions(tx, [before.sessionId]);
    const { reopened, contestIds, settlementIds } = await reopeningOf(tx, viewer, id);
    // It was decided together with others since, whose rows are not locked.
    if (contestIds.some((one) => !locked.has(one))) refuse('settlement.changedMeanwhile');
    if (settlementIds.length === 0) refuseOutdated(fingerprint);
    await nameChanges(tx, 'reopened');
    const impact =
      settlementIds.length === 0
        ? undefined
        : await withdraw(tx, settlementIds, {
            by: actor.userId,
            fingerprint,
          });
    const resolved = await selectResolved(tx, contestIds);
    await dropAdded(tx, contestIds);
    await tx`
      update exam_contest_questions q set accepted = null, reply = null, settle = null, reach = null, settlement_id = null,
             resolved_by = null, resolved_at = null
        from unnest(${reopened.map(({ contestId }) => contestId)}::int[], ${reopened.map(({ position }) => position)}::int[])
             as r (contest_id, position)
       where q.contest_id = r.contest_id and q.position = r.position`;
    await writeStatus(tx, contestIds);
    const changed = impact?.exams ?? [];
    await noteContestMail(tx, 'reopened', resolved, changed);
    await noteChangedGrades(tx, changed, await examsOf(tx, resolved));
    return {
      status: 'DP',
      together: contestIds.filter((other) => other !== id),
      endedSince: impact?.endedSince ?? 0,
    };
  });
}
