import type { BodyOfCall } from '#contract/call.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type {
  ContestedQuestion,
  contestTemplate as contestCall,
  TemplateContest,
} from '#contract/templates.ts';
import { problem, Refusal, refuse } from '#domain/errors.ts';
import { isCorrectAt, type KeyBits } from '#domain/question-bank/answer-key.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { noteChangedGrades } from '#server/exams/changed-grades.ts';
import { wholeSummary } from '#server/exams/impact-summary.ts';
import { impactOf, type NewSettlement, settle } from '#server/exams/regrading.ts';
import { lockExamSessions, type StoredSettlement, settlementColumns } from '#server/exams/settlements.ts';
import type { Services } from '#server/services.ts';
import {
  type StoredTemplateQuestion,
  selectHead,
  selectTemplateQuestions,
  type TemplatePlace,
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
const selectActive = (sql: Queryable, { groupId, sessionId }: TemplatePlace, which: 'own' | 'others') =>
  sql<StoredSettlement[]>`
    select ${settlementColumns(sql)} from settlements s
     where s.withdrawn_at is null and s.exam_session_id = ${sessionId} and s.kind in ('removeAnswer', 'changeKey')
       and (s.reach = 'session' or (s.reach = 'template' and s.template_group_id = ${groupId}))
       and (s.reach = 'template' and not exists (select from exam_contest_questions q where q.settlement_id = s.id))
           = ${which === 'own'} order by s.id`;

type Contested = Pick<ContestedQuestion, 'removed' | 'correct'>;

const keysOf = (settlements: readonly StoredSettlement[], versionId: number) =>
  settlements.filter((one) => one.kind === 'changeKey' && one.versionId === versionId);

/** Without the corrections of the key that a newer one of the session or of a contestation replaced. */
const inForce = (own: readonly StoredSettlement[], others: readonly StoredSettlement[]) =>
  own.filter(
    ({ id, kind, versionId }) =>
      kind !== 'changeKey' || keysOf(others, versionId ?? 0).every((other) => other.id < id),
  );

/** The effect of settlements on a question of a template. */
function stateOf(question: StoredTemplateQuestion, settlements: readonly StoredSettlement[]): Contested {
  const own = settlements.filter(({ versionId }) => versionId === question.versionId);
  const removed = own.reduce(
    (bits, one) => (one.kind === 'removeAnswer' ? bits | (one.answers ?? 0) : bits),
    0,
  );
  const key = keysOf(own, question.versionId).at(-1)?.answers;
  return {
    removed: bankNumbersIn(question, removed),
    correct: key === undefined || key === null ? null : bankNumbersIn(question, key),
  };
}

function contestedIn(
  questions: readonly StoredTemplateQuestion[],
  settlements: readonly StoredSettlement[],
): ContestedQuestion[] {
  return questions.flatMap((question) => {
    const state = stateOf(question, settlements);
    const { index, position } = question;
    return state.removed.length > 0 || state.correct !== null ? [{ index, position, ...state }] : [];
  });
}

/** The settled questions of a template. */
export async function contestOf(sql: Queryable, place: TemplatePlace): Promise<TemplateContest> {
  await selectHead(sql, place);
  const questions = await selectTemplateQuestions(sql, place.groupId);
  const others = await selectActive(sql, place, 'others');
  return {
    questions: contestedIn(questions, inForce(await selectActive(sql, place, 'own'), others)),
    ofSession: contestedIn(questions, others),
  };
}

const unfit = () => new Refusal('validation.failed', {}, [problem('questions', 'validation.reference')]);

type Change = { readonly plus: NewSettlement[]; readonly without: number[] };

/**
 * The settlements that bring a question to the desired state: one per removed answer, so that each can be
 * withdrawn alone.
 */
function changeOf(
  groupId: number,
  question: StoredTemplateQuestion,
  otherKey: { readonly key: KeyBits; readonly settlementId: number },
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
  const kept = removals.filter(({ answers }) => ((answers ?? 0) & shown & ~removed) === 0);
  const missing = removed & ~kept.reduce((bits, { answers }) => bits | (answers ?? 0), 0);
  const added = bankNumbersIn(question, missing).map((number) => ({
    ...start,
    kind: 'removeAnswer' as const,
    answers: bitsOf([number]),
  }));

  const keys = keysOf(own, question.versionId);
  const newest = keys.at(-1);
  // Answers that this template does not show stay unchanged.
  const key = correct === null ? null : (otherKey.key & ~shown) | correct;
  // One that a newer correction replaced is not shown, and counts again when that one is withdrawn.
  const isReplaced = newest === undefined || newest.id < otherKey.settlementId;
  const isSame = key === null ? isReplaced : !isReplaced && newest.answers === key;
  return {
    plus: [
      ...added,
      ...(key !== null && !isSame ? [{ ...start, kind: 'changeKey' as const, answers: key }] : []),
    ],
    without: [...removals.filter((one) => !kept.includes(one)), ...(isSame ? [] : keys)].map(({ id }) => id),
  };
}

async function changesOf(
  sql: Queryable,
  place: TemplatePlace,
  wanted: readonly ContestedQuestion[],
): Promise<Change> {
  const questions = await selectTemplateQuestions(sql, place.groupId);
  const stored = await selectActive(sql, place, 'own');
  const others = await selectActive(sql, place, 'others');
  const keys = new Map(
    (
      await sql<{ id: number; key: number }[]>`
        select question_version_id as id, correct as key from question_keys
         where question_version_id = any(${questions.map(({ versionId }) => versionId)}::int[])`
    ).map(({ id, key }) => [id, key]),
  );
  const changes = wanted.map(({ index, position, ...state }) => {
    const question = questions.find((one) => one.index === index && one.position === position);
    if (!question) throw unfit();
    const { versionId } = question;
    const corrected = keysOf(others, versionId).at(-1);
    const otherKey = {
      key: corrected?.answers ?? keys.get(versionId) ?? 0,
      settlementId: corrected?.id ?? 0,
    };
    return changeOf(place.groupId, question, otherKey, stored, state);
  });
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
  place: TemplatePlace,
  { questions, preview, fingerprint, reason }: BodyOfCall<typeof contestCall>,
): Promise<ImpactSummary> {
  const { begun } = await selectHead(database.sql, place);
  if (begun === 0) refuse('template.notBegun');
  if (preview) {
    const { plus, without } = await changesOf(database.sql, place, questions);
    return wholeSummary(await impactOf(database.sql, plus, { by, without }));
  }
  return database.transaction(author, async (tx) => {
    await lockExamSessions(tx, [place.sessionId]);
    const { plus, without } = await changesOf(tx, place, questions);
    if (fingerprint === undefined) refuse('settlement.previewMissing');
    const settlements = plus.map((one) => ({ ...one, ...(reason && { reason }) }));
    const settled = await settle(tx, settlements, { by, without, fingerprint });
    await noteChangedGrades(tx, settled.exams);
    return wholeSummary(settled);
  });
}
