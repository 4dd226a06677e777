import type { ResponseOfCall } from '#contract/call.ts';
import type { ContestEvidence, contestEvidence as evidenceCall } from '#contract/contestation-desk.ts';
import type { ScoredQuestion } from '#contract/exam-results.ts';
import type { QuestionVersion } from '#contract/questions.ts';
import { type Actor, isOf } from '#domain/access/actor.ts';
import { nameOfPart } from '#domain/exam-taking/recording-name.ts';
import { tickLetters } from '#domain/exam-taking/ticks.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { pointsToWrongKey } from '#domain/statistics/item-flags.ts';
import { fullContents } from '#server/bank/stored-content.ts';
import type { Queryable } from '#server/db/database.ts';
import { historiesOf } from '#server/exams/history.ts';
import { lateAnswers } from '#server/exams/late-answers.ts';
import { scoredQuestions } from '#server/exams/scored-questions.ts';
import { servedQuestion } from '#server/exams/serving.ts';
import { keysInForce } from '#server/exams/settled-keys.ts';
import { overlaysOf } from '#server/exams/settlements.ts';
import { contestViewer } from '#server/scopes/contest-scope.ts';
import { fullyVisibleExams, wholeExamScope } from '#server/scopes/exam-scope.ts';
import type { Services } from '#server/services.ts';
import { alikeContests } from './decisions.ts';
import { technicalFacts } from './facts.ts';
import { versionStatistics } from './item-figures.ts';
import {
  asServed,
  blockerFor,
  type ContestBasis,
  type ContestQuestionRow,
  contestQuestions,
  latePositions,
  refuseHiddenKey,
  unnamedQuestions,
  wireId,
} from './reading.ts';

export type Evidence = ResponseOfCall<typeof evidenceCall>;

type StoredVersion = {
  readonly versionId: number;
  readonly questionId: number;
  readonly number: number;
  readonly writtenAt: string;
  readonly writtenBy: string | null;
  readonly removed: boolean;
  readonly currentId: number;
};

/** The served version of each question, and the bank's current one. */
async function bankOf(
  sql: Queryable,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<ContestEvidence['bank']>>> {
  const rows = await sql<StoredVersion[]>`
    select v.id as "versionId", v.question_id as "questionId", v.number, v.written_at as "writtenAt", u.name as "writtenBy",
           b.removed_at is not null as removed, n.id as "currentId"
      from question_versions w join questions b on b.id = w.question_id
      join question_versions n on n.question_id = b.id and n.number = b.version
      join question_versions v on v.id in (w.id, n.id) left join users u on u.id = v.written_by
     where w.id = any(${[...versionIds]}::int[])`;
  const contents = await fullContents(
    sql,
    rows.map(({ versionId }) => versionId),
  );
  const byId = new Map(rows.map((row) => [row.versionId, row]));
  const written = (versionId: number): QuestionVersion => {
    const [row, content] = [byId.get(versionId), contents.get(versionId)];
    if (!row || !content) throw new Error(`version ${versionId} of a question has no content`);
    const { number, writtenAt, writtenBy } = row;
    return { number, writtenAt, writtenBy, ...content, answers: [...content.answers] };
  };
  return new Map(
    versionIds.flatMap((versionId) => {
      const row = byId.get(versionId);
      if (!row) return [];
      const { questionId, removed, currentId } = row;
      const current = currentId === versionId ? null : written(currentId);
      return [[versionId, { questionId, versionId, removed, served: written(versionId), current }]];
    }),
  );
}

/** A case in the bank's order: every answer with the key in force, nothing ticked. */
async function caseQuestion(
  sql: Queryable,
  head: ContestBasis,
  question: ContestQuestionRow,
): Promise<ScoredQuestion | null> {
  const versionId = question.versionId ?? 0;
  const content = (await fullContents(sql, [versionId])).get(versionId);
  if (!content) return null;
  const { inForce } = await keysInForce(sql, versionId, { ...head, reach: 'session' });
  const { answerExams, ...served } = servedQuestion(0, asServed(question), content);
  return {
    ...served,
    haveAnyAnswer: false,
    points: 0,
    answerExams: answerExams.map((shown, index) => ({
      ...shown,
      answer: {
        ...shown.answer,
        isCorrect: isCorrectAt(inForce, index),
        referenceTitle: content.answers[index]?.referenceTitle ?? null,
        referencePage: content.answers[index]?.referencePage ?? null,
      },
    })),
  };
}

type RecordedPart = { readonly part: number; readonly from: number | null; readonly to: number | null };

type Recorded = { readonly parts: readonly RecordedPart[]; readonly recorded: Evidence['recorded'] };
const notRecorded: Recorded = { parts: [], recorded: 'no' };

/**
 * The parts of a sitting's recording, for those who see the whole sitting. It shows every question, and a keyframe shows the page
 * as it was before the question, so that it cannot be cut to the questions of one discipline (CONT-5).
 */
async function recordedSitting(services: Services, actor: Actor, groupId: number): Promise<Recorded> {
  const parts = await services.database.sql<RecordedPart[]>`
    select part, (outline ->> 'from')::float8 as from, (outline ->> 'to')::float8 as to
      from recordings where exam_group_id = ${groupId} order by part`;
  if (parts.length === 0) return notRecorded;
  if ((await fullyVisibleExams(services, actor, groupId)).length > 0) return { parts, recorded: 'shown' };
  const { sql } = services.database;
  const partly = await sql`
    select from exams e where e.group_id = ${groupId}
       and not (${wholeExamScope(sql, { actor, assignments: [] }, sql`e.part_id`)}) limit 1`;
  return { parts: [], recorded: partly.count > 0 ? 'ofOthers' : 'closed' };
}

/** The part that contains a moment, or the last one that began before it. */
function partAt(parts: readonly RecordedPart[], moment: number): RecordedPart | undefined {
  return (
    parts.find(({ from, to }) => from !== null && to !== null && from <= moment && moment <= to) ??
    parts.findLast(({ from }) => from !== null && from <= moment) ??
    parts[0]
  );
}

/** The contested questions staff may see, each with its evidence (CONT-5). */
export async function contestEvidence(services: Services, actor: Actor, id: number): Promise<Evidence> {
  const { sql } = services.database;
  const viewer = await contestViewer(services, actor);
  const head = await refuseHiddenKey(services, actor, id);
  const named = await contestQuestions(sql, actor, id, false);
  const isTechnical = head.type === 'technical' && isOf(actor, 'admin');
  const unnamed = isTechnical ? await unnamedQuestions(sql, head) : [];
  const lateAt = new Set(isTechnical ? await latePositions(sql, head) : []);
  const questions = [...named, ...unnamed.filter(({ position }) => lateAt.has(position))];
  const versionIds = questions.flatMap(({ versionId }) => (versionId === null ? [] : [versionId]));
  const [exam] = await sql<{ id: number; groupId: number }[]>`
    select id, group_id as "groupId" from exams where id = ${head.examId}`;
  const positions = new Set(questions.map(({ position }) => position));
  const [bank, statistics, scored, histories, late, recorded] = await Promise.all([
    bankOf(sql, versionIds),
    versionStatistics(sql, head.sessionId, versionIds),
    exam ? scoredQuestions(sql, exam, positions) : [],
    exam ? historiesOf(sql, [exam.id]) : undefined,
    exam ? lateAnswers(sql, exam.id) : [],
    exam ? recordedSitting(services, actor, exam.groupId) : notRecorded,
  ]);
  const history = exam ? (histories?.of(exam.id) ?? []) : [];
  const evidenceOf = async (question: ContestQuestionRow): Promise<ContestEvidence> => {
    const { position, versionId } = question;
    const own =
      position === 0
        ? history.filter(({ questionIndex }) => questionIndex === null)
        : history.filter(({ questionIndex }) => questionIndex === position);
    const figures = versionId === null ? undefined : statistics.get(versionId);
    const answered = own.findLast(({ event }) => event === 'saved' || event === 'skipped') ?? own.at(-1);
    const part = answered && partAt(recorded.parts, Date.parse(answered.at));
    return {
      examQuestionId: wireId(head, position),
      index: position,
      disciplineId: question.disciplineId,
      hindrance: blockerFor(viewer, head, question) ?? null,
      scored:
        versionId === null
          ? null
          : exam
            ? (scored.find(({ index }) => index === position) ?? null)
            : await caseQuestion(sql, head, question),
      bank: versionId === null ? null : (bank.get(versionId) ?? null),
      history: own,
      late: late
        .filter((one) => one.position === position)
        .map(({ at, ticks }) => ({ at, answers: tickLetters(ticks) })),
      statistics: figures ?? null,
      likelyWrongKey: figures?.flags.some(pointsToWrongKey) ?? false,
      recording:
        part && answered && exam
          ? { fileName: nameOfPart({ groupId: exam.groupId, part: part.part }), at: answered.at }
          : null,
      together: (await alikeContests(sql, viewer, head, question)).map(({ contestId }) => contestId),
    };
  };
  const evidence: ContestEvidence[] = [];
  for (const question of questions) evidence.push(await evidenceOf(question));
  return {
    scoringMode: exam ? ((await overlaysOf(sql, [exam.id])).get(exam.id)?.scoringMode ?? null) : null,
    fromTemplate: head.templateGroupId !== null,
    facts: exam && isOf(actor, 'admin') ? await technicalFacts(sql, exam.id) : null,
    questions: evidence,
    otherQuestions: unnamed
      .filter(({ position }) => !lateAt.has(position))
      .map(({ position }) => ({ examQuestionId: wireId(head, position), index: position })),
    recorded: recorded.recorded,
  };
}
