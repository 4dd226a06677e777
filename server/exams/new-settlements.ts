import { reachesOf, type SettlementKind, type SettlementReach } from '#domain/contestations/settlement.ts';
import { refuse } from '#domain/errors.ts';
import type { KeyBits } from '#domain/question-bank/answer-key.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { type LateAnswer, lateAnswers } from './late-answers.ts';
import type { StoredSettlement } from './settlements.ts';

/** A settlement to make. It starts from an exam, or names the template or the session it reaches. */
export type NewSettlement = {
  readonly kind: SettlementKind;
  readonly reach: SettlementReach;
  /** Required for a settlement with reach `student`. */
  readonly examId?: number;
  /** The question: its number in that exam, or its version. A scoring mode needs none. */
  readonly position?: number;
  readonly questionVersionId?: number;
  /** Its target, when there is no exam to start from. */
  readonly templateGroupId?: number;
  readonly sessionId?: number;
  /** The custom exam whose exams in the session get another scoring mode, when there is no exam to start from. */
  readonly customExamId?: number;
  /** Bits of the bank's positions: the removed answers, or the correct ones of the new key. */
  readonly answers?: KeyBits;
  /** The answers that a new key decides; all when absent. */
  readonly decided?: KeyBits;
  /** The event of the late answer that counts; the newest one of the question that can be counted when absent. */
  readonly lateSaveId?: string;
  readonly scoringMode?: ScoringMode;
  readonly reason?: string;
};

type Start = {
  readonly sessionId: number;
  readonly templateGroupId: number | null;
  readonly customExamId: number | null;
};

/** The session, template and custom exam that a settlement starts from. */
async function startOf(sql: Queryable, { examId, templateGroupId, ...given }: NewSettlement): Promise<Start> {
  if (examId !== undefined) {
    const [exam] = await sql<Start[]>`
      select g.exam_session_id as "sessionId", g.template_group_id as "templateGroupId", g.custom_exam_id as "customExamId"
        from exams e join exam_groups g on g.id = e.group_id
       where e.id = ${examId} and g.kind = 'official' and e.started_at is not null`;
    return exam ?? refuse('settlement.unfit');
  }
  if (templateGroupId !== undefined) {
    const [template] = await sql<Start[]>`
      select exam_session_id as "sessionId", id as "templateGroupId", custom_exam_id as "customExamId"
        from template_groups where id = ${templateGroupId}`;
    return template ?? refuse('settlement.unfit');
  }
  const { sessionId, customExamId = null } = given;
  if (sessionId === undefined) refuse('settlement.unfit');
  return { sessionId, templateGroupId: null, customExamId };
}

type SettledQuestion = {
  readonly versionId: number;
  readonly answers: number;
  readonly position: number | null;
};

/** The question that is settled, with its position in the exam it starts from. */
async function selectSettledQuestion(
  sql: Queryable,
  { examId, position, questionVersionId }: NewSettlement,
): Promise<SettledQuestion> {
  if (position === undefined && questionVersionId === undefined) refuse('settlement.unfit');
  const [question] = await sql<SettledQuestion[]>`
    select v.id as "versionId", v.answer_count as answers, q.position
      from question_versions v
      left join exam_questions q on q.question_version_id = v.id and q.exam_id = ${examId ?? null}::int
     where ${position === undefined ? sql`v.id = ${questionVersionId ?? 0}` : sql`q.position = ${position}`}`;
  if (!question || (examId !== undefined && question.position === null)) refuse('settlement.unfit');
  if (questionVersionId !== undefined && question.versionId !== questionVersionId) refuse('settlement.unfit');
  return question;
}

/** A late answer to the question as received. */
async function lateAnswer(
  sql: Queryable,
  { examId, lateSaveId }: NewSettlement,
  { position }: SettledQuestion,
): Promise<LateAnswer> {
  const late = (await lateAnswers(sql, examId ?? 0)).findLast(
    (one) => one.position === position && (lateSaveId === undefined || one.saveId === lateSaveId),
  );
  return late ?? refuse('settlement.unfit');
}

/** A settlement as it would be stored; refuses what does not fit the question, the exam or the reach. */
async function fitted(sql: Queryable, settlement: NewSettlement, id: number): Promise<StoredSettlement> {
  const { kind, reach, examId } = settlement;
  if (!reachesOf(kind).includes(reach)) refuse('settlement.unfit');
  const start = await startOf(sql, settlement);
  if (reach === 'student' && examId === undefined) refuse('settlement.unfit');
  if (reach === 'template' && start.templateGroupId === null) refuse('settlement.unfit');
  const target = {
    id,
    kind,
    reach,
    sessionId: start.sessionId,
    examId: reach === 'student' ? (examId ?? null) : null,
    templateGroupId: reach === 'template' ? start.templateGroupId : null,
    customExamId: null,
    versionId: null,
    answers: null,
    decided: null,
    ticks: null,
    lateSaveId: null,
    scoringMode: null,
  };
  if (kind === 'scoringMode') {
    const { scoringMode } = settlement;
    if (scoringMode === undefined || (reach === 'session' && start.customExamId === null))
      refuse('settlement.unfit');
    return { ...target, scoringMode, customExamId: reach === 'session' ? start.customExamId : null };
  }
  const question = await selectSettledQuestion(sql, settlement);
  const { versionId } = question;
  switch (kind) {
    case 'fullPoints':
      return { ...target, versionId };
    case 'countLate': {
      const { ticks, saveId } = await lateAnswer(sql, settlement, question);
      return { ...target, versionId, ticks, lateSaveId: saveId };
    }
    case 'removeAnswer':
    case 'changeKey': {
      const every = 2 ** question.answers - 1;
      const { answers = 0, decided = every } = settlement;
      const isFitting = (bits: number) => Number.isInteger(bits) && bits > 0 && bits <= every;
      if (!isFitting(answers) || !isFitting(decided)) refuse('settlement.unfit');
      return { ...target, versionId, answers, decided: kind === 'changeKey' ? decided : null };
    }
    default:
      return kind satisfies never;
  }
}

/** Higher than every stored id. */
const firstPreviewId = 2 ** 31;

/** Settlements as they would be stored, in order, after all others. */
export async function fittedSettlements(
  sql: Queryable,
  settlements: readonly NewSettlement[],
): Promise<StoredSettlement[]> {
  const stored: StoredSettlement[] = [];
  for (const [index, settlement] of settlements.entries())
    stored.push(await fitted(sql, settlement, firstPreviewId + index));
  return stored;
}

/** Stores settlements; returns their ids in the same order. */
export async function insertSettlements(
  tx: Transaction,
  settlements: readonly (StoredSettlement & { readonly reason?: string | undefined })[],
  by: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (const one of settlements) {
    const rows = await tx<{ id: number }[]>`
      insert into settlements (kind, reach, exam_id, template_group_id, exam_session_id, custom_exam_id, question_version_id,
        answers, decided, ticks, late_save_id, scoring_mode, reason, made_by)
      values (${one.kind}, ${one.reach}, ${one.examId}, ${one.templateGroupId}, ${one.sessionId}, ${one.customExamId},
        ${one.versionId}, ${one.answers}, ${one.decided}, ${one.ticks}, ${one.lateSaveId}, ${one.scoringMode}, ${one.reason ?? null}, ${by})
      returning id`;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
