import type { Decision } from '#contract/contestation-desk.ts';
import { type DecisionKind, defaultReach, maySettle } from '#domain/contestations/contestation.ts';
import { type KeyCorrection, keyCorrection } from '#domain/contestations/key-correction.ts';
import { type Blocker, mayReach } from '#domain/contestations/resolving.ts';
import type { SettlementReach } from '#domain/contestations/settlement.ts';
import { type FieldProblem, problem, refuse, refuseProblems } from '#domain/errors.ts';
import { ticksOf } from '#domain/exam-taking/exam-ids.ts';
import type { KeyBits } from '#domain/question-bank/answer-key.ts';
import type { Queryable } from '#server/db/database.ts';
import { lateAnswers } from '#server/exams/late-answers.ts';
import type { NewSettlement } from '#server/exams/regrading.ts';
import { keysInForce, type Reached } from '#server/exams/settled-keys.ts';
import { type ContestViewer, resolvableQuestion } from '#server/scopes/contest-scope.ts';
import {
  blockerFor,
  type ContestBasis,
  type ContestQuestionRow,
  contestHead,
  contestQuestions,
  selectContest,
  unnamedQuestions,
  wireId,
} from './reading.ts';

/** A decision about one question of one contestation, ready to be written. */
export type Verdict = {
  readonly contestId: number;
  readonly position: number;
  readonly accepted: boolean;
  readonly reply: string | null;
  /** Undefined when it is rejected, and for a complaint as a whole. */
  readonly settle: { readonly kind: DecisionKind; readonly reach: SettlementReach } | undefined;
  /** The index of its settlement in `settlements`. */
  readonly settlement: number | undefined;
  /** A question of the exam that a technical complaint did not name. */
  readonly isAdded: boolean;
};

export type Verdicts = {
  readonly verdicts: readonly Verdict[];
  readonly settlements: readonly NewSettlement[];
};

export function refuseBlocker(blocker: Blocker, { resolveEnd }: ContestBasis): never {
  if (blocker === 'ended') refuse('contestation.ended', { endedAt: new Date(resolveEnd).toISOString() });
  refuse(`contestation.${blocker}`);
}

type SimilarContest = { readonly contestId: number; readonly position: number };

/**
 * Other waiting appeals of the session about the same version with the same ticks, as far as the viewer may resolve them; a
 * complaint and a case stand alone.
 */
export async function alikeContests(
  sql: Queryable,
  viewer: ContestViewer,
  { id, type, sessionId }: ContestBasis,
  { versionId, ticked }: ContestQuestionRow,
): Promise<SimilarContest[]> {
  if (versionId === null || type !== 'question') return [];
  return sql<SimilarContest[]>`
    select k.id as "contestId", q.position from exam_contest_questions q join exam_contests k on k.id = q.contest_id
      join exam_sessions s on s.id = k.exam_session_id
     where q.question_version_id = ${versionId} and q.ticked = ${ticked} and q.accepted is null
       and k.exam_session_id = ${sessionId} and k.type = 'question' and k.id <> ${id}
       and ${resolvableQuestion(sql, viewer)} order by k.id`;
}

/** The appeals decided together with a question: exactly those that were shown, or nothing is decided. */
async function decidedAlike(
  sql: Queryable,
  viewer: ContestViewer,
  head: ContestBasis,
  question: ContestQuestionRow,
  shown: readonly number[] | undefined,
): Promise<readonly SimilarContest[]> {
  if (shown === undefined) return [];
  const alike = await alikeContests(sql, viewer, head, question);
  const shownKeys = new Set(shown);
  if (alike.length !== shownKeys.size || alike.some(({ contestId }) => !shownKeys.has(contestId)))
    refuse('settlement.changedMeanwhile');
  return alike;
}

/** The chosen answers as bits of the bank's order; undefined when an id is not one of the question's. */
function bankBits(
  questionId: number,
  ids: readonly number[],
  answerOrder: readonly number[],
): number | undefined {
  const shown = ticksOf(questionId, ids, answerOrder.length);
  if (shown === undefined) return undefined;
  return answerOrder.reduce(
    (bits, bankIndex, shownAt) => ((shown & (1 << shownAt)) === 0 ? bits : bits | (1 << bankIndex)),
    0,
  );
}

/** The answers of a settlement among those shown, or the problem with them. */
function answersOf(
  head: ContestBasis,
  question: ContestQuestionRow,
  { settle, answerIds }: Decision,
  path: string,
): number | FieldProblem | undefined {
  if (settle !== 'removeAnswer' && settle !== 'changeKey') return undefined;
  // A new key may leave only answers correct that this student did not see.
  if (answerIds === undefined || (settle === 'removeAnswer' && answerIds.length === 0))
    return problem(`${path}.answerIds`, 'contestation.answersMissing');
  const bits = bankBits(wireId(head, question.position), answerIds, question.answerOrder ?? []);
  return bits ?? problem(`${path}.answerIds`, 'validation.reference');
}

/** The correction of the key by the answers chosen among those shown; undefined when no answer would be correct. */
async function correctionBy(
  sql: Queryable,
  { answerOrder, versionId }: ContestQuestionRow,
  chosen: KeyBits,
  reached: Reached,
): Promise<KeyCorrection | undefined> {
  const shown = (answerOrder ?? []).reduce((all, bankIndex) => all | (1 << bankIndex), 0);
  return keyCorrection({ shown, ...(await keysInForce(sql, versionId ?? 0, reached)) }, chosen);
}

async function hasLate(sql: Queryable, examId: number, position: number): Promise<boolean> {
  return (await lateAnswers(sql, examId)).some((late) => late.position === position);
}

/** Adds settlements without duplicates. */
function settlementList() {
  const settlements: NewSettlement[] = [];
  const indices = new Map<string, number>();
  return {
    settlements,
    add(settlement: NewSettlement): number {
      // Settlements for a session or a template are the same from every exam.
      const { examId, position, sessionId: _, ...shared } = settlement;
      const key = JSON.stringify(settlement.reach === 'student' ? { ...shared, examId, position } : shared);
      const known = indices.get(key);
      if (known !== undefined) return known;
      indices.set(key, settlements.length);
      return settlements.push(settlement) - 1;
    },
  };
}

/**
 * Checks decisions about a contestation and the right to make them, and derives their settlements. Appeals
 * decided together share the settlements that reach beyond one student.
 */
export async function verdictsOf(
  sql: Queryable,
  viewer: ContestViewer,
  contestId: number,
  decisions: readonly Decision[],
): Promise<Verdicts> {
  const { actor } = viewer;
  const head = await selectContest(sql, actor, contestId);
  const known = await contestQuestions(sql, actor, contestId, true);
  const others = head.type === 'technical' ? await unnamedQuestions(sql, head) : [];
  const list = settlementList();
  const verdicts: Verdict[] = [];
  const problems: FieldProblem[] = [];
  const seen = new Set<number>();
  for (const [index, decision] of decisions.entries()) {
    const path = `questions.${index}`;
    const isHere = ({ position }: ContestQuestionRow) => wireId(head, position) === decision.examQuestionId;
    const question = known.find(isHere) ?? others.find(isHere);
    if (!question || seen.has(decision.examQuestionId)) {
      const code = question ? 'contestation.questionTwice' : 'validation.reference';
      problems.push(problem(`${path}.examQuestionId`, code));
      continue;
    }
    seen.add(decision.examQuestionId);
    const blocker = blockerFor(viewer, head, question);
    if (blocker) refuseBlocker(blocker, head);
    if (question.accepted !== null) refuse('contestation.resolved');
    const verdict = {
      accepted: decision.accepted,
      reply: decision.reply || null,
      isAdded: others.includes(question),
    };
    const { position, versionId } = question;
    if (!decision.accepted || versionId === null) {
      verdicts.push({ ...verdict, contestId, position, settle: undefined, settlement: undefined });
      if (!decision.accepted)
        for (const other of await decidedAlike(sql, viewer, head, question, decision.together))
          verdicts.push({ ...verdict, ...other, settle: undefined, settlement: undefined });
      continue;
    }
    const kind = decision.settle ?? (head.type === 'case' ? undefined : 'fullPoints');
    if (kind === undefined) {
      problems.push(problem(`${path}.settle`, 'contestation.settleMissing'));
      continue;
    }
    if (!maySettle(head.type, kind)) {
      problems.push(problem(`${path}.settle`, 'contestation.settleUnfit'));
      continue;
    }
    const reach = decision.reach ?? defaultReach(kind);
    if (!mayReach(head.type, kind, reach) || (reach === 'template' && head.templateGroupId === null)) {
      problems.push(problem(`${path}.reach`, 'contestation.reach'));
      continue;
    }
    const answers = answersOf(head, question, { ...decision, settle: kind }, path);
    if (typeof answers === 'object') {
      problems.push(answers);
      continue;
    }
    if (kind === 'countLate' && !(await hasLate(sql, head.examId ?? 0, position))) {
      problems.push(problem(`${path}.settle`, 'contestation.noLateAnswer'));
      continue;
    }
    const settled = [
      { contestId, position },
      ...(await decidedAlike(sql, viewer, head, question, decision.together)),
    ];
    for (const one of settled) {
      const of = one.contestId === contestId ? head : await contestHead(sql, actor, one.contestId);
      if (!of) continue;
      // Appeals are settled together as shown, or not at all.
      if (reach === 'template' && of.templateGroupId === null) {
        problems.push(problem(`${path}.reach`, 'contestation.reach'));
        break;
      }
      const corrected =
        kind === 'changeKey' ? await correctionBy(sql, question, answers ?? 0, { ...of, reach }) : undefined;
      if (kind === 'changeKey' && !corrected) {
        problems.push(problem(`${path}.answerIds`, 'contestation.answersMissing'));
        break;
      }
      const settlement = list.add({
        kind,
        reach,
        questionVersionId: versionId,
        ...(of.examId ? { examId: of.examId, position: one.position } : { sessionId: head.sessionId }),
        ...(reach === 'template' && of.templateGroupId ? { templateGroupId: of.templateGroupId } : {}),
        ...(answers !== undefined && { answers }),
        ...corrected,
      });
      verdicts.push({ ...verdict, ...one, isAdded: verdict.isAdded, settle: { kind, reach }, settlement });
    }
  }
  refuseProblems(problems);
  return { verdicts, settlements: list.settlements };
}
