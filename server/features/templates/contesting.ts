import type { BodyOfCall } from '#contract/call.ts';
import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import type {
  ContestedQuestion,
  contestTemplate as contestCall,
  TemplateContest,
} from '#contract/template-contests.ts';
import { correctedKey, keyCorrection } from '#domain/contestations/key-correction.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { isCorrectAt, type KeyBits } from '#domain/question-bank/answer-key.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { noteChangedGrades } from '#server/exams/changed-grades.ts';
import { wholeSummary } from '#server/exams/impact-summary.ts';
import { impactOf, type NewSettlement, settle } from '#server/exams/regrading.ts';
import { type KeysInForce, keysInForce } from '#server/exams/settled-keys.ts';
import {
  correctionOf,
  lockExamSessions,
  type StoredSettlement,
  settlementColumns,
} from '#server/exams/settlements.ts';
import type { Services } from '#server/services.ts';
import {
  type StoredTemplateQuestion,
  selectHead,
  selectTemplateQuestions,
  type TemplateIds,
} from './reading.ts';

const bitsOf = (numbers: readonly number[]): KeyBits =>
  numbers.reduce((bits, number) => bits | (1 << (number - 1)), 0);
const shownBits = ({ answerOrder }: StoredTemplateQuestion) =>
  bitsOf(answerOrder.map((bankIndex) => bankIndex + 1));
const bankNumbersIn = ({ answerOrder }: StoredTemplateQuestion, bits: KeyBits): number[] =>
  answerOrder.filter((bankIndex) => isCorrectAt(bits, bankIndex)).map((bankIndex) => bankIndex + 1);

/**
 * The settlements in force that were made for a template, or the others that reach it: those of its session
 * and of contestations, which are withdrawn there.
 */
const selectActive = (sql: Queryable, { groupId, sessionId }: TemplateIds, which: 'own' | 'others') =>
  sql<StoredSettlement[]>`
    select ${settlementColumns(sql)} from settlements s
     where s.withdrawn_at is null and s.exam_session_id = ${sessionId} and s.kind in ('removeAnswer', 'changeKey')
       and (s.reach = 'session' or (s.reach = 'template' and s.template_group_id = ${groupId}))
       and (s.reach = 'template' and not exists (select from exam_contest_questions q where q.settlement_id = s.id))
           = ${which === 'own'} order by s.id`;

type Contested = Pick<ContestedQuestion, 'removed' | 'correct'>;

const keysOf = (settlements: readonly StoredSettlement[], versionId: number) =>
  settlements.filter((one) => one.kind === 'changeKey' && one.versionId === versionId);

type KeyOf = (question: StoredTemplateQuestion) => KeyBits;

/** The keys of a template's questions as served. */
async function servedKeys(sql: Queryable, questions: readonly StoredTemplateQuestion[]): Promise<KeyOf> {
  const rows = await sql<{ id: number; key: number }[]>`
    select question_version_id as id, correct as key from question_keys
     where question_version_id = any(${questions.map(({ versionId }) => versionId)}::int[])`;
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  return ({ versionId }) => keys.get(versionId) ?? 0;
}

/** The key of a question under settlements. */
const keyUnder = (
  served: KeyBits,
  { versionId }: StoredTemplateQuestion,
  ...settlements: readonly StoredSettlement[]
): KeyBits =>
  correctedKey(
    served,
    keysOf(settlements, versionId)
      .sort((one, other) => one.id - other.id)
      .map(correctionOf),
  );

/** Whether a template's own key still decides a shown answer: one that newer others replaced counts again without them. */
function isOwnInForce(
  question: StoredTemplateQuestion,
  own: readonly StoredSettlement[],
  others: readonly StoredSettlement[],
): boolean {
  const { versionId } = question;
  return keysOf(own, versionId).some((one) => {
    const newer = keysOf(others, versionId).filter((other) => other.id > one.id);
    const replaced = newer.reduce((bits, other) => bits | correctionOf(other).decided, 0);
    return (correctionOf(one).decided & shownBits(question) & ~replaced) !== 0;
  });
}

const removedIn = (settlements: readonly StoredSettlement[], { versionId }: StoredTemplateQuestion) =>
  settlements.reduce(
    (bits, one) =>
      one.kind === 'removeAnswer' && one.versionId === versionId ? bits | (one.answers ?? 0) : bits,
    0,
  );

const contested = (question: StoredTemplateQuestion, removed: KeyBits, key: KeyBits | null) => {
  const { index, position } = question;
  const state: Contested = {
    removed: bankNumbersIn(question, removed),
    correct: key === null ? null : bankNumbersIn(question, key),
  };
  return state.removed.length > 0 || state.correct !== null ? [{ index, position, ...state }] : [];
};

/** The settled questions of a template. */
export async function contestOf(sql: Queryable, ids: TemplateIds): Promise<TemplateContest> {
  await selectHead(sql, ids);
  const questions = await selectTemplateQuestions(sql, ids.groupId);
  const served = await servedKeys(sql, questions);
  const own = await selectActive(sql, ids, 'own');
  const others = await selectActive(sql, ids, 'others');
  return {
    questions: questions.flatMap((question) =>
      contested(
        question,
        removedIn(own, question),
        isOwnInForce(question, own, others) ? keyUnder(served(question), question, ...own, ...others) : null,
      ),
    ),
    ofSession: questions.flatMap((question) =>
      contested(
        question,
        removedIn(others, question),
        keysOf(others, question.versionId).length === 0
          ? null
          : keyUnder(served(question), question, ...others),
      ),
    ),
  };
}

const unfit = () => new Refusal('validation.failed', {}, [problem('questions', 'validation.reference')]);

type Change = { readonly plus: NewSettlement[]; readonly without: number[] };

/** The keys of a question: in force for its template, and in force without the template's own correction. */
type Keys = { readonly now: KeyBits; readonly others: KeysInForce; readonly isOwnInForce: boolean };

/**
 * The settlements that bring a question to the desired state: one per removed answer, so that each can be
 * withdrawn alone.
 */
function changeOf(
  groupId: number,
  question: StoredTemplateQuestion,
  { now, others, isOwnInForce: hasOwn }: Keys,
  stored: readonly StoredSettlement[],
  wanted: Contested,
): Change {
  const shown = shownBits(question);
  const removed = bitsOf(wanted.removed);
  const correct = wanted.correct === null ? null : bitsOf(wanted.correct);
  if ((removed & ~shown) !== 0 || ((correct ?? 0) & ~shown) !== 0) throw unfit();
  const start = {
    reach: 'template',
    templateGroupId: groupId,
    questionVersionId: question.versionId,
  } as const;
  const own = stored.filter(({ versionId }) => versionId === question.versionId);

  const removals = own.filter(({ kind }) => kind === 'removeAnswer');
  const unchanged = removals.filter(({ answers }) => ((answers ?? 0) & shown & ~removed) === 0);
  const missing = removed & ~unchanged.reduce((bits, { answers }) => bits | (answers ?? 0), 0);
  const added = bankNumbersIn(question, missing).map((number) => ({
    ...start,
    kind: 'removeAnswer' as const,
    answers: bitsOf([number]),
  }));

  const keys = keysOf(own, question.versionId);
  // One that newer corrections replaced is not shown, and counts again when they are withdrawn.
  const isSame = correct === null ? !hasOwn : hasOwn && (now & shown) === correct;
  const corrected = isSame || correct === null ? undefined : keyCorrection({ shown, ...others }, correct);
  if (!isSame && correct !== null && !corrected) throw unfit();
  return {
    plus: [...added, ...(corrected ? [{ ...start, kind: 'changeKey' as const, ...corrected }] : [])],
    without: [...removals.filter((one) => !unchanged.includes(one)), ...(isSame ? [] : keys)].map(
      ({ id }) => id,
    ),
  };
}

async function changesOf(
  sql: Queryable,
  ids: TemplateIds,
  wanted: readonly ContestedQuestion[],
): Promise<Change> {
  const { groupId, sessionId } = ids;
  const questions = await selectTemplateQuestions(sql, groupId);
  const stored = await selectActive(sql, ids, 'own');
  const settledElsewhere = await selectActive(sql, ids, 'others');
  const changes: Change[] = [];
  for (const { index, position, ...state } of wanted) {
    const question = questions.find((one) => one.index === index && one.position === position);
    if (!question) throw unfit();
    const { versionId } = question;
    const reached = { reach: 'template', examId: null, templateGroupId: groupId, sessionId } as const;
    const own = keysOf(stored, versionId).map(({ id }) => id);
    const { inForce: now } = await keysInForce(sql, versionId, reached);
    const others = await keysInForce(sql, versionId, reached, own);
    const keys = { now, others, isOwnInForce: isOwnInForce(question, stored, settledElsewhere) };
    changes.push(changeOf(groupId, question, keys, stored, state));
  }
  return {
    plus: changes.flatMap(({ plus }) => plus),
    without: changes.flatMap(({ without }) => without),
  };
}

/**
 * Removes answers of a template, corrects its key, or withdraws that. Rescores all exams made from it
 * (TMPL-2), and notifies students whose grade changed (CONT-10).
 */
export async function contestTemplate(
  { database }: Services,
  author: Author,
  by: number,
  ids: TemplateIds,
  { questions, preview, fingerprint, reason }: BodyOfCall<typeof contestCall>,
  page: ImpactPage,
): Promise<ImpactSummary> {
  const { begun } = await selectHead(database.sql, ids);
  if (begun === 0) refuse('template.notBegun');
  if (preview) {
    const { plus, without } = await changesOf(database.sql, ids, questions);
    return wholeSummary(
      database.sql,
      await impactOf(database.sql, plus, { by, without, previewed: page.previewed }),
      page,
    );
  }
  return database.transaction(author, async (tx) => {
    await lockExamSessions(tx, [ids.sessionId]);
    const { plus, without } = await changesOf(tx, ids, questions);
    if (fingerprint === undefined) refuse('settlement.previewMissing');
    const settlements = plus.map((one) => ({ ...one, ...(reason && { reason }) }));
    const settled = await settle(tx, settlements, { by, without, fingerprint });
    await noteChangedGrades(tx, settled.exams);
    return wholeSummary(tx, settled, page);
  });
}
