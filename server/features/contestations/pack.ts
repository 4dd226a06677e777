import { type EvidenceContent, type EvidencePack, evidenceFormat } from '#contract/evidence-pack.ts';
import type { Actor } from '#domain/access/actor.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { letterOf, tickLetters } from '#domain/exam-taking/ticks.ts';
import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import { sealedEvidence } from '#server/audit/evidence-file.ts';
import { signerOf } from '#server/audit/head.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { settlementReaches } from '#server/exams/settlements.ts';
import { scoringModeScope } from '#server/scopes/contest-scope.ts';
import type { Services } from '#server/services.ts';
import { contestEvidence, type Evidence } from './evidence.ts';
import { type ContestBasis, contestHead, readContest } from './reading.ts';

type PackedSettlement = EvidenceContent['settlements'][number];
type ContestedExam = Pick<ContestBasis, 'examId' | 'sessionId' | 'templateGroupId'>;
type Row = Omit<PackedSettlement, 'answers' | 'wrong' | 'letters' | 'late' | 'impact'> & {
  readonly answers: number | null;
  readonly decided: number | null;
  /** The shown answers by their position in the bank. */
  readonly slots: readonly number[] | null;
  readonly ticks: number | null;
};

const indicesIn = (bits: number): number[] =>
  Array.from({ length: 31 }, (_, index) => index).filter((index) => (bits & (1 << index)) !== 0);

/**
 * The effect of settlements when written, from the events of the changed exams that they reach; exams annulled
 * before do not count.
 */
async function impactsOf(
  sql: Queryable,
  rows: readonly Row[],
  sessionId: number,
): Promise<ReadonlyMap<number, PackedSettlement['impact']>> {
  const hasMode = rows.some(({ versionId }) => versionId === null);
  const counted = await sql<(PackedSettlement['impact'] & { id: number })[]>`
    select c.id, count(*)::int as changed,
           count(*) filter (where c.before < ${passGrade} and c.after >= ${passGrade})::int as "newlyPassed",
           count(*) filter (where c.before >= ${passGrade} and c.after < ${passGrade})::int as "newlyFailed"
      from (
        select t.id, (v.client ->> 'grade')::numeric as after,
               (select (p.client ->> 'grade')::numeric from exam_events p
                 where p.exam_id = v.exam_id and p.at < v.at and exam_event_carries_score(p.kind)
                 order by p.at desc limit 1) as before
          from (select distinct exam_id, question_version_id from exam_questions
                 where question_version_id = any(${rows.flatMap(({ versionId }) => versionId ?? [])}::int[])
                union all
                select e.id, null from exams e join exam_groups g on g.id = e.group_id
                 where ${hasMode} and g.exam_session_id = ${sessionId}) x
          join exam_events v on v.exam_id = x.exam_id and v.kind = ${eventLetters.regraded}
          join exams e on e.id = x.exam_id join exam_groups g on g.id = e.group_id
          join appointments a on a.id = g.appointment_id and (a.annulled_at is null or a.annulled_at > v.at)
          cross join lateral jsonb_array_elements_text(coalesce(v.client -> 'settlements', '[]')) as s (id)
          join settlements t on t.id = s.id::int and t.question_version_id is not distinct from x.question_version_id
           and ${settlementReaches(sql)}
         where t.id = any(${rows.map(({ id }) => id)}::int[])) c
     group by c.id`;
  return new Map(counted.map(({ id, ...impact }) => [id, impact]));
}

/** The exams whose corrected scoring mode concerns a contestation, with their parts: its own, or those that asked the case. */
const concernedExams = (
  sql: Queryable,
  { examId, sessionId }: ContestedExam,
  versionIds: readonly number[],
): Fragment =>
  examId === null
    ? sql`select g.custom_exam_id, e.part_id from exam_questions q join exams e on e.id = q.exam_id join exam_groups g on g.id = e.group_id
           where q.question_version_id = any(${[...versionIds]}::int[]) and g.exam_session_id = ${sessionId}`
    : sql`select g.custom_exam_id, e.part_id from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}`;

/**
 * Every settlement that reaches the exam, in force or withdrawn: of the given versions, or of the scoring mode if the actor sees
 * the whole exam (ROLE-5). For a case, those of its session.
 */
async function settlementsOf(
  sql: Queryable,
  actor: Actor,
  contested: ContestedExam,
  versionIds: readonly number[],
): Promise<PackedSettlement[]> {
  const { examId, sessionId, templateGroupId } = contested;
  const concerned = concernedExams(sql, contested, versionIds);
  const rows = await sql<Row[]>`
    select s.id, s.question_version_id as "versionId", x.position as index, x.slots, s.kind, s.reach, s.answers, s.decided, s.ticks,
           s.scoring_mode as "scoringMode", s.reason, s.made_at as "madeAt", m.name as "madeBy",
           s.withdrawn_at as "withdrawnAt", w.name as "withdrawnBy"
      from settlements s join users m on m.id = s.made_by left join users w on w.id = s.withdrawn_by
      left join exam_questions x on x.exam_id = ${examId} and x.question_version_id = s.question_version_id
     where s.exam_session_id = ${sessionId}
       and (s.question_version_id = any(${[...versionIds]}::int[])
            or s.kind = 'scoringMode' and exists (
              select from (${concerned}) c where coalesce(s.custom_exam_id, c.custom_exam_id) = c.custom_exam_id
                 and ${scoringModeScope(sql, actor, sql`c.part_id`)}))
       and (s.reach = 'session'
            or s.exam_id = ${examId} and s.reach = 'student'
            or s.template_group_id = ${templateGroupId} and s.reach = 'template')
     order by s.id`;
  if (rows.length === 0) return [];
  const impacts = await impactsOf(sql, rows, sessionId);
  return rows.map(({ answers: key, decided, slots, ticks, ...row }) => {
    const answers = key === null || decided === null ? key : key & decided;
    return {
      ...row,
      answers: answers === null ? null : indicesIn(answers),
      wrong: decided === null ? null : indicesIn(decided & ~(answers ?? 0)),
      letters:
        answers === null || slots === null
          ? null
          : slots
              .flatMap((bankIndex, shown) => (isCorrectAt(answers, bankIndex) ? [letterOf(shown)] : []))
              .join(''),
      late: ticks === null ? null : tickLetters(ticks),
      impact: impacts.get(row.id) ?? { changed: 0, newlyPassed: 0, newlyFailed: 0 },
    };
  });
}

/**
 * The versions whose settlements belong to a contestation. With a technical complaint any question of the exam can be
 * settled, and no longer belongs to it once that is withdrawn.
 */
async function settledVersions(
  sql: Queryable,
  { type, examId }: ContestBasis,
  questions: Evidence['questions'],
): Promise<number[]> {
  if (type !== 'technical' || !questions.some(({ index }) => index === 0))
    return questions.flatMap(({ bank }) => (bank ? [bank.versionId] : []));
  const rows = await sql<{ id: number }[]>`
    select question_version_id as id from exam_questions where exam_id = ${examId}`;
  return rows.map(({ id }) => id);
}

async function chainOf(sql: Queryable, examId: number): Promise<EvidenceContent['chain']> {
  const [row] = await sql<NonNullable<EvidenceContent['chain']>[]>`
    select ${examId}::int as "examId", coalesce(l.number, 0) as number, encode(l.hash, 'hex') as hash,
           (select count(*) from exam_events where exam_id = ${examId})::int - coalesce(l.number, 0) as unsealed
      from (select) one left join lateral (
        select number, hash from exam_event_seals where exam_id = ${examId} order by number desc limit 1) l on true`;
  return row ?? null;
}

/** The evidence of a contestation as far as the actor may see it, sealed with the exam's chain of events (CONT-9). */
export async function evidencePack(services: Services, actor: Actor, id: number): Promise<EvidencePack> {
  const { sql } = services.database;
  // Refuses users who may not see it.
  const evidence = await contestEvidence(services, actor, id);
  const head = await contestHead(sql, actor, id);
  const { mine, waiting, isOwn, mayReopen, isRelative, relativeOf, ...contest } = await readContest(
    services,
    actor,
    id,
  );
  const [maker] = await sql<{ name: string; madeAt: string }[]>`
    select name, now() as "madeAt" from users where id = ${actor.userId}`;
  const content: EvidenceContent = {
    format: evidenceFormat,
    institution: services.process.INSTITUTION,
    madeAt: maker?.madeAt ?? '',
    madeBy: maker?.name ?? '',
    contest,
    scoringMode: evidence.scoringMode,
    facts: evidence.facts,
    questions: evidence.questions.map(({ hindrance, together, ...question }) => question),
    recorded: evidence.recorded,
    settlements: head
      ? await settlementsOf(sql, actor, head, await settledVersions(sql, head, evidence.questions))
      : [],
    chain: head?.examId ? await chainOf(sql, head.examId) : null,
  };
  return sealedEvidence(content, signerOf(services.tokens));
}
