import { allAnswers } from '#domain/contestations/key-correction.ts';
import {
  type QuestionSettlement,
  type ServedAnswer,
  type SettlementKind,
  type SettlementReach,
  settledMode,
  settledQuestion,
} from '#domain/contestations/settlement.ts';
import { groupBy } from '#domain/group-by.ts';
import type { AnsweredQuestion } from '#domain/scoring/score-exam.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';

/** A settlement as stored, or as it would be. */
export type StoredSettlement = {
  /** Later ones have higher ids. */
  readonly id: number;
  readonly kind: SettlementKind;
  readonly reach: SettlementReach;
  readonly examId: number | null;
  readonly templateGroupId: number | null;
  readonly sessionId: number;
  readonly customExamId: number | null;
  readonly versionId: number | null;
  readonly answers: number | null;
  /** Of a corrected key: the answers it decides; null means all. */
  readonly decided: number | null;
  readonly ticks: number | null;
  readonly lateSaveId: string | null;
  readonly scoringMode: ScoringMode | null;
};

export const settlementColumns = (sql: Queryable): Fragment => sql`
  s.id, s.kind, s.reach, s.exam_id as "examId", s.template_group_id as "templateGroupId", s.exam_session_id as "sessionId",
  s.custom_exam_id as "customExamId", s.question_version_id as "versionId", s.answers, s.decided, s.ticks,
  s.late_save_id as "lateSaveId", s.scoring_mode as "scoringMode"`;

/** Settlements to add to those in force or to leave out, for a preview. */
export type SettlementPreview = {
  readonly plus: readonly StoredSettlement[];
  readonly without: ReadonlySet<number>;
};
export const asStored: SettlementPreview = { plus: [], without: new Set() };

/** An exam with everything that decides which settlements reach it. Practice has no session and none reach it. */
type SettledExam = {
  readonly examId: number;
  readonly scoringMode: ScoringMode;
  readonly sessionId: number | null;
  readonly templateGroupId: number | null;
  readonly customExamId: number | null;
};

/** The effect of the settlements in force on one exam. */
export type Overlay = {
  readonly scoringMode: ScoringMode;
  /** Whether a settlement concerns a version. */
  readonly reaches: (versionId: number) => boolean;
  readonly settled: <Q extends ServedAnswer & { readonly versionId: number }>(
    question: Q,
  ) => Q & AnsweredQuestion;
};

/** The correction of a key as it counts. */
export const correctionOf = ({ answers, decided }: StoredSettlement) => ({
  answers: answers ?? 0,
  decided: decided ?? allAnswers,
});

function questionSettlement(settlement: StoredSettlement): QuestionSettlement {
  const { kind, answers, ticks } = settlement;
  switch (kind) {
    case 'fullPoints':
      return { kind };
    case 'countLate':
      return { kind, ticks: ticks ?? 0 };
    case 'changeKey':
      return { kind, ...correctionOf(settlement) };
    case 'removeAnswer':
      return { kind, answers: answers ?? 0 };
    case 'scoringMode':
      throw new Error('a scoring mode settles no question');
    default:
      return kind satisfies never;
  }
}

const targetOf = ({ reach, examId, templateGroupId, sessionId }: StoredSettlement): string =>
  `${reach} ${reach === 'student' ? examId : reach === 'template' ? templateGroupId : sessionId}`;

/** What most exams of a cohort share. */
const unsettled: Pick<Overlay, 'reaches' | 'settled'> = {
  reaches: () => false,
  settled: (question) => settledQuestion(question, []),
};

function overlayOf(exam: SettledExam, reaching: readonly StoredSettlement[]): Overlay {
  if (reaching.length === 0) return { scoringMode: exam.scoringMode, ...unsettled };
  const byVersion = new Map<number, QuestionSettlement[]>();
  const modes: ScoringMode[] = [];
  for (const settlement of reaching) {
    const { versionId, scoringMode, reach, customExamId } = settlement;
    if (versionId !== null)
      byVersion.set(versionId, [...(byVersion.get(versionId) ?? []), questionSettlement(settlement)]);
    else if (scoringMode !== null && (reach !== 'session' || customExamId === exam.customExamId))
      modes.push(scoringMode);
  }
  return {
    scoringMode: settledMode(exam.scoringMode, modes),
    reaches: (versionId) => byVersion.has(versionId),
    settled: (question) => settledQuestion(question, byVersion.get(question.versionId) ?? []),
  };
}

/** The effect of the settlements in force on exams, including running ones for when they end. */
export async function overlaysOf(
  sql: Queryable,
  examIds: readonly number[],
  { plus, without }: SettlementPreview = asStored,
): Promise<ReadonlyMap<number, Overlay>> {
  const exams = await sql<SettledExam[]>`
    select e.id as "examId", e.scoring_mode as "scoringMode", g.template_group_id as "templateGroupId",
           g.custom_exam_id as "customExamId", case when g.kind = 'official' then g.exam_session_id end as "sessionId"
      from exams e join exam_groups g on g.id = e.group_id where e.id = any(${[...examIds]}::int[])`;
  const sessions = [...new Set(exams.flatMap(({ sessionId }) => sessionId ?? []))];
  const stored =
    sessions.length === 0
      ? []
      : await sql<StoredSettlement[]>`
          select ${settlementColumns(sql)} from settlements s
           where s.withdrawn_at is null and s.exam_session_id = any(${sessions}::int[])
             and (s.reach <> 'student' or s.exam_id = any(${[...examIds]}::int[])) order by s.id`;
  const active = [...stored.filter(({ id }) => !without.has(id)), ...plus];
  const byTarget = groupBy(active, targetOf);
  return new Map(
    exams.map((exam) => {
      const { examId, sessionId, templateGroupId } = exam;
      const targets =
        sessionId === null
          ? []
          : [`student ${examId}`, `template ${templateGroupId}`, `session ${sessionId}`];
      const reaching = targets.flatMap((target) => byTarget.get(target) ?? []).sort((a, b) => a.id - b.id);
      return [examId, overlayOf(exam, reaching)] as const;
    }),
  );
}

/** The effect on templates of the settlements in force that reach all their exams. */
export async function templateOverlays(
  sql: Queryable,
  templateIds: readonly number[],
): Promise<ReadonlyMap<number, Overlay>> {
  const exams = await sql<(SettledExam & { readonly settlements: StoredSettlement[] })[]>`
    select 0 as "examId", x.scoring_mode as "scoringMode", t.exam_session_id as "sessionId", t.id as "templateGroupId",
           t.custom_exam_id as "customExamId",
           (select coalesce(json_agg(s order by s.id), '[]') from (
              select ${settlementColumns(sql)} from settlements s
               where s.withdrawn_at is null and s.exam_session_id = t.exam_session_id
                 and (s.reach = 'session' or (s.reach = 'template' and s.template_group_id = t.id))) s) as settlements
      from template_groups t join exam_sessions x on x.id = t.exam_session_id where t.id = any(${[...templateIds]}::int[])`;
  return new Map(exams.map((exam) => [exam.templateGroupId ?? 0, overlayOf(exam, exam.settlements)]));
}

/** Whether settlement `t` reaches exam `e` of group `g`, as `overlaysOf` decides for scores. */
export const settlementReaches = (sql: Queryable): Fragment => sql`(
  t.exam_session_id = g.exam_session_id
    and case t.reach when 'student' then t.exam_id = e.id when 'template' then t.template_group_id = g.template_group_id
             else t.question_version_id is not null or t.custom_exam_id = g.custom_exam_id end
    and (t.question_version_id is null or exists (
           select from exam_questions q where q.exam_id = e.id and q.question_version_id = t.question_version_id)))`;

/** The scoring mode of exam `e` of group `g` that a correction in force gives it, or its own; as `settledMode`. */
export const modeInForce = (sql: Queryable): Fragment => sql`coalesce((
  select t.scoring_mode from settlements t
   where t.kind = 'scoringMode' and t.withdrawn_at is null and g.kind = 'official' and ${settlementReaches(sql)}
   order by t.id desc limit 1), e.scoring_mode)`;

/** The ids of the official exams that settlements reach, for `in (…)`. */
export function reachedBy(sql: Queryable, settlements: readonly StoredSettlement[]): Fragment {
  const ofOne = ({
    reach,
    examId,
    templateGroupId,
    sessionId,
    customExamId,
    versionId,
  }: StoredSettlement) => {
    const exams = {
      student: sql`x.id = ${examId}`,
      template: sql`g.template_group_id = ${templateGroupId}`,
      session: sql`g.exam_session_id = ${sessionId}`,
    }[reach];
    if (versionId === null)
      return sql`select x.id from exams x join exam_groups g on g.id = x.group_id
                  where g.kind = 'official' and ${exams}
                    ${reach === 'session' ? sql`and g.custom_exam_id = ${customExamId}` : sql``}`;
    return sql`select x.id from exam_questions q join exams x on x.id = q.exam_id join exam_groups g on g.id = x.group_id
                where g.kind = 'official' and q.question_version_id = ${versionId} and ${exams}`;
  };
  const [first, ...others] = settlements.map(ofOne);
  if (!first) return sql`select null::int where false`;
  return others.reduce((all, one) => sql`${all} union ${one}`, first);
}

/** Serializes making and withdrawing settlements of one session. */
export async function lockExamSessions(tx: Transaction, sessionIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(sessionIds)].sort((a, b) => a - b))
    await tx`select pg_advisory_xact_lock(hashtextextended(${`settlements: session ${id}`}, 0))`;
}

const gateOf = (sql: Queryable, session: Fragment): Fragment =>
  sql`hashtextextended('finishing: session ' || ${session}, 0)`;

/**
 * A shared lock for ending exams, an exclusive one for settling. An ending exam takes it before it reads the
 * settlements in force. Settling takes it as its last step before the commit, and then looks for exams that
 * ended meanwhile. So either the ending exam sees the settlement, or settling sees the ended exam, and
 * neither waits for more than that step.
 */
export async function passGate(tx: Transaction, examIds: readonly number[]): Promise<void> {
  await tx`
    select pg_advisory_xact_lock_shared(${gateOf(tx, tx`s.id`)}) from (
      select distinct g.exam_session_id as id from exams e join exam_groups g on g.id = e.group_id
       where e.id = any(${[...examIds]}::int[]) and g.kind = 'official' order by 1) s`;
}

export async function closeGates(tx: Transaction, sessionIds: readonly number[]): Promise<void> {
  for (const id of [...new Set(sessionIds)].sort((a, b) => a - b))
    await tx`select pg_advisory_xact_lock(${gateOf(tx, tx`${String(id)}`)})`;
}
