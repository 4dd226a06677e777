import type { Contest, ContestedQuestion, TechnicalFacts } from '#contract/contestations.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import type { ContestReason, ContestType, DecisionKind } from '#domain/contestations/contestation.ts';
import { type Blocker, blockerOf } from '#domain/contestations/resolving.ts';
import type { SettlementReach } from '#domain/contestations/settlement.ts';
import { refuse } from '#domain/errors.ts';
import { examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { type KindLetter, kindLetters } from '#domain/question-bank/question-kind.ts';
import { shownContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { isCountable } from '#server/exams/late-answers.ts';
import { type StoredQuestion, servedQuestion } from '#server/exams/serving.ts';
import {
  type ContestViewer,
  contestListScope,
  contestQuestionScope,
  contestScope,
  contestViewer,
  isOwn,
} from '#server/scopes/contest-scope.ts';
import { isKeyHiddenFrom } from '#server/scopes/exam-scope.ts';
import { holdsDiscipline } from '#server/scopes/holders.ts';
import { isRelative as isRelativeOf } from '#server/scopes/relatives.ts';
import type { Services } from '#server/services.ts';
import { contestRows, onceResolved } from './listing.ts';

/** A contestation with the data that decides who may resolve it. */
export type ContestBasis = {
  readonly id: number;
  readonly type: ContestType;
  readonly examId: number | null;
  readonly sessionId: number;
  /** The question of a case. */
  readonly versionId: number | null;
  readonly templateGroupId: number | null;
  readonly resolveEnd: number;
  readonly now: number;
  readonly isTaker: boolean;
  readonly isRelative: boolean;
};

export async function contestHead(
  sql: Queryable,
  actor: Actor,
  id: number,
): Promise<ContestBasis | undefined> {
  const [head] = await sql<ContestBasis[]>`
    select k.id, k.type, k.exam_id as "examId", k.exam_session_id as "sessionId",
           k.question_version_id as "versionId", (select g.template_group_id from exams e join exam_groups g on g.id = e.group_id where e.id = k.exam_id) as "templateGroupId",
           extract(epoch from s.contest_resolve_end_date)::float8 * 1000 as "resolveEnd",
           extract(epoch from now())::float8 * 1000 as now, ${isOwn(sql, actor)} as "isTaker",
           ${isRelativeOf(sql, actor.userId, sql`(select n.user_id from students n where n.id = k.student_id)`)} as "isRelative"
      from exam_contests k join exam_sessions s on s.id = k.exam_session_id where k.id = ${id}`;
  return head;
}

/** A contestation that staff may see; any other does not exist. */
export async function selectContest(sql: Queryable, actor: Actor, id: number): Promise<ContestBasis> {
  const found = await sql`select from exam_contests k where k.id = ${id} and ${contestScope(sql, actor)}`;
  const head = await contestHead(sql, actor, id);
  if (found.count === 0 || !head) refuse('resource.notFound');
  return head;
}

/** Whether the key of a contestation is hidden from a user who sat the exam, or takes one with the same questions (RESU-1). */
const isContestKeyHiddenFrom = (
  services: Services,
  actor: Actor,
  { examId, versionId, sessionId }: ContestBasis,
) => isKeyHiddenFrom(services, actor, examId ?? { versionId: versionId ?? 0, sessionId });

/**
 * Returns a contestation that staff may see; refuses it to those from whom its key is hidden because they sat the exam, or take
 * one with the same questions (RESU-1).
 */
export async function refuseHiddenKey(services: Services, actor: Actor, id: number): Promise<ContestBasis> {
  const head = await selectContest(services.database.sql, actor, id);
  if (await isContestKeyHiddenFrom(services, actor, head)) refuse('contestation.takesSame');
  return head;
}

/** A stored question of a contestation; `answerOrder`, `kind` and `ticks` are those of the exam, or the bank's order for a case. */
export type ContestQuestionRow = {
  readonly position: number;
  readonly versionId: number | null;
  readonly disciplineId: number | null;
  readonly discipline: string | null;
  readonly ticked: number;
  readonly reason: ContestReason | null;
  readonly comment: string | null;
  readonly accepted: boolean | null;
  readonly settle: DecisionKind | null;
  readonly reach: SettlementReach | null;
  readonly settlementId: number | null;
  readonly reply: string | null;
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
  readonly kind: KindLetter | null;
  readonly answerOrder: readonly number[] | null;
  readonly ticks: number | null;
  readonly isHeld: boolean;
};

/** The questions of a contestation; only those the staff member may see, unless `all`. */
export async function contestQuestions(
  sql: Queryable,
  actor: Actor,
  contestId: number,
  all: boolean,
): Promise<ContestQuestionRow[]> {
  return sql<ContestQuestionRow[]>`
    select q.position, q.question_version_id as "versionId", q.discipline_id as "disciplineId", d.description as discipline,
           q.ticked, q.reason, q.comment, q.accepted, q.settle, q.reach, q.settlement_id as "settlementId", q.reply,
           q.resolved_at as "resolvedAt", u.name as "resolvedBy", x.kind, x.ticks,
           coalesce(x.slots, array(select o.position from answer_options o where o.question_version_id = q.question_version_id
                                    order by o.position)) as "answerOrder",
           ${holdsDiscipline(sql, actor, sql`q.discipline_id`)} as "isHeld"
      from exam_contest_questions q join exam_contests k on k.id = q.contest_id
      left join exam_questions x on x.exam_id = k.exam_id and x.position = q.position
      left join disciplines d on d.id = q.discipline_id left join users u on u.id = q.resolved_by
     where q.contest_id = ${contestId} and ${all ? sql`true` : contestQuestionScope(sql, actor)} order by q.position`;
}

/** The questions of an exam with a late answer that can be counted. */
export const latePositions = async (sql: Queryable, { examId }: ContestBasis): Promise<number[]> =>
  (
    await sql<{ position: number }[]>`
      select distinct h.position from exam_events h where ${isCountable(sql, examId ?? 0)}`
  ).map(({ position }) => position);

/** Questions that a technical complaint does not name but can be settled with. */
export async function unnamedQuestions(
  sql: Queryable,
  { id, examId }: ContestBasis,
): Promise<ContestQuestionRow[]> {
  return sql<ContestQuestionRow[]>`
    select x.position, x.question_version_id as "versionId", c.discipline_id as "disciplineId", d.description as discipline,
           0 as ticked, null as reason, null as comment, null::boolean as accepted, null as settle, null as reach,
           null::int as "settlementId", null as reply, null as "resolvedAt", null as "resolvedBy", x.kind, x.ticks, x.slots as "answerOrder",
           false as "isHeld"
      from exam_questions x join question_versions v on v.id = x.question_version_id join questions b on b.id = v.question_id
      join chapters c on c.id = b.chapter_id join disciplines d on d.id = c.discipline_id
     where x.exam_id = ${examId}
       and not exists (select from exam_contest_questions q where q.contest_id = ${id} and q.position = x.position)
     order by x.position`;
}

/** The id of a question on the wire; a case has one question, number 1 of no exam. */
export const wireId = ({ examId }: Pick<ContestBasis, 'examId'>, position: number): number =>
  position === 0 ? 0 : examQuestionId({ examId: examId ?? 0, position });

/** Why the viewer cannot resolve a question. */
export const blockerFor = (
  { actor, teacherContests }: ContestViewer,
  head: ContestBasis,
  { isHeld }: Pick<ContestQuestionRow, 'isHeld'>,
): Blocker | undefined =>
  blockerOf(
    {
      isAdmin: isOf(actor, 'admin'),
      isHolder: isOf(actor, 'teacher') && isHeld,
      isTaker: head.isTaker,
      isRelative: head.isRelative,
    },
    { type: head.type, teacherContests, resolveEnd: head.resolveEnd },
    head.now,
  );

/** A contested question as served; a case shows all answers in the bank's order. */
export const asServed = ({ position, versionId, kind, answerOrder, ticks }: ContestQuestionRow) =>
  ({
    position,
    versionId: versionId ?? 0,
    kind: kind ?? kindLetters.multiple,
    answerOrder: answerOrder ?? [],
    ticks: ticks ?? 0,
  }) satisfies Omit<StoredQuestion, 'seq' | 'marks'>;

type Rest = {
  readonly comment: string | null;
  readonly facts: TechnicalFacts | null;
  readonly gradeBefore: number | null;
  readonly gradeAfter: number | null;
};

/** Others who marked the student of a contestation as a relative. */
const relativeOf = (sql: Queryable, actor: Actor, id: number): Promise<Contest['relativeOf']> =>
  sql<Contest['relativeOf']>`
    select distinct u.id as "userId", u.name from exam_contests k join students p on p.id = k.student_id
      join students marked on marked.user_id = p.user_id join relatives r on r.student_id = marked.id
      join users u on u.id = r.user_id where k.id = ${id} and u.id <> ${actor.userId} order by u.name, u.id`;

/**
 * One contestation: whole for its student, for staff the questions they may look into. A technical complaint is about the whole
 * exam: its text and facts are for those who resolve it, the administrators (CONT-3). How a question was settled says something
 * of its key, and so do the words of staff, of which its student reads the reply.
 */
export async function readContest(services: Services, actor: Actor, id: number): Promise<Contest> {
  const { sql } = services.database;
  const viewer = await contestViewer(services, actor);
  const condition = sql`k.id = ${id} and ${contestListScope(sql, actor)}`;
  const [[row], head] = await Promise.all([
    contestRows(sql, viewer, condition, sql``),
    contestHead(sql, actor, id),
  ]);
  if (!row || !head) refuse('resource.notFound');
  const { isTaker, isRelative } = head;
  const hidesSettling = await isContestKeyHiddenFrom(services, actor, head);
  const questions = await contestQuestions(sql, actor, id, isTaker);
  const contents = await shownContents(
    sql,
    questions.flatMap(({ versionId }) => (versionId === null ? [] : [versionId])),
  );
  const [rest] = await sql<Rest[]>`
    select k.comment, k.facts, k.grade_before::float8 as "gradeBefore", ${onceResolved(sql, sql`e.grade`)} as "gradeAfter"
      from exam_contests k left join exams e on e.id = k.exam_id where k.id = ${id}`;
  if (!rest) refuse('resource.notFound');
  const contestedQuestion = (question: ContestQuestionRow): ContestedQuestion => ({
    examQuestionId: wireId(head, question.position),
    index: question.position,
    served:
      question.versionId === null
        ? null
        : servedQuestion(head.examId ?? 0, asServed(question), contents.get(question.versionId)),
    discipline: question.discipline,
    reason: question.reason,
    comment: question.comment,
    accepted: question.accepted,
    settle: hidesSettling ? null : question.settle,
    // Students do not see its reach and who decided.
    reach: isTaker || hidesSettling ? null : question.reach,
    reply: hidesSettling && !isTaker ? null : question.reply,
    resolvedAt: question.resolvedAt,
    resolvedBy: isTaker ? null : question.resolvedBy,
  });
  const isPartly = row.scoreBefore === null;
  const seesWhole = isTaker || isOf(actor, 'admin') || head.type !== 'technical';
  const hidesComment = hidesSettling && head.type === 'case';
  return {
    ...row,
    ...rest,
    comment: seesWhole && !hidesComment ? rest.comment : null,
    facts: seesWhole ? rest.facts : null,
    gradeBefore: isPartly ? null : rest.gradeBefore,
    gradeAfter: isPartly ? null : rest.gradeAfter,
    questions: questions.map(contestedQuestion),
    isOwn: isTaker,
    mayReopen: questions.some(
      (question) => question.accepted !== null && blockerFor(viewer, head, question) === undefined,
    ),
    isRelative,
    relativeOf: isOf(actor, 'admin') ? await relativeOf(sql, actor, id) : [],
  };
}
