import type { BodyOfCall } from '#contract/call.ts';
import type { correctScoring as correctCall, ScoringCorrection } from '#contract/scoring-corrections.ts';
import type { ImpactPage, ImpactSummary } from '#contract/settlements.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import { noteChangedGrades } from '#server/exams/changed-grades.ts';
import { wholeSummary } from '#server/exams/impact-summary.ts';
import { impactOf, type NewSettlement, settle } from '#server/exams/regrading.ts';
import { lockExamSessions } from '#server/exams/settlements.ts';
import type { Services } from '#server/services.ts';

type ExamInSession = { readonly examCustomId: number; readonly sessionId: number };

/** The modes stored with the exams; refuses a cohort without papers, which still has the session's mode. */
async function givenModes(
  sql: Queryable,
  { examCustomId, sessionId }: ExamInSession,
): Promise<ScoringMode[]> {
  const rows = await sql<{ mode: ScoringMode }[]>`
    select distinct e.scoring_mode as mode from exams e join exam_groups g on g.id = e.group_id
     where g.kind = 'official' and g.custom_exam_id = ${examCustomId} and g.exam_session_id = ${sessionId} order by 1`;
  if (rows.length === 0) refuse('resource.notFound');
  return rows.map(({ mode }) => mode);
}

type ActiveCorrection = NonNullable<ScoringCorrection['correction']> & { readonly id: number };

/** The corrections in force; the last one counts. */
const selectActive = (sql: Queryable, { examCustomId, sessionId }: ExamInSession) => sql<ActiveCorrection[]>`
  select s.id, s.scoring_mode as mode, s.reason, s.made_at as "madeAt", u.name as "madeBy"
    from settlements s join users u on u.id = s.made_by
   where s.kind = 'scoringMode' and s.reach = 'session' and s.withdrawn_at is null
     and s.exam_session_id = ${sessionId} and s.custom_exam_id = ${examCustomId} order by s.id`;

/** The scoring modes of a cohort's exams, and their correction. */
export async function correctionOf(sql: Queryable, examInSession: ExamInSession): Promise<ScoringCorrection> {
  const given = await givenModes(sql, examInSession);
  const last = (await selectActive(sql, examInSession)).at(-1);
  if (!last) return { given, correction: null };
  const { id: _, ...correction } = last;
  return { given, correction };
}

type CorrectionRequest = ExamInSession & {
  readonly mode: ScoringMode | null;
  readonly reason?: string | undefined;
};
type Change = { readonly plus: readonly NewSettlement[]; readonly without: readonly number[] };

/** The settlements that set the wanted mode: a new correction replaces the previous one. */
async function changeOf(
  sql: Queryable,
  { mode, reason, ...examInSession }: CorrectionRequest,
): Promise<Change> {
  await givenModes(sql, examInSession);
  const before = await selectActive(sql, examInSession);
  if (mode === null && before.length === 0) refuse('settlement.withdrawn');
  const { examCustomId: customExamId, sessionId } = examInSession;
  return {
    plus:
      mode === null
        ? []
        : [
            {
              kind: 'scoringMode',
              reach: 'session',
              sessionId,
              customExamId,
              scoringMode: mode,
              ...(reason && { reason }),
            },
          ],
    without: before.map(({ id }) => id),
  };
}

/**
 * Corrects the scoring mode of a cohort by a settlement, or withdraws the correction. Rescores every exam of
 * the cohort, running ones when they end, and notifies students whose grade changed (CONT-4, CONT-10).
 */
export async function correctScoring(
  { database }: Services,
  author: Author,
  by: number,
  { preview, fingerprint, ...wanted }: BodyOfCall<typeof correctCall>,
  page: ImpactPage,
): Promise<ImpactSummary> {
  if (preview) {
    const { plus, without } = await changeOf(database.sql, wanted);
    return wholeSummary(
      database.sql,
      await impactOf(database.sql, plus, { by, without, previewed: page.previewed }),
      page,
    );
  }
  if (wanted.mode !== null && !wanted.reason) refuseProblems([problem('reason', 'validation.required')]);
  return database.transaction(author, async (tx) => {
    await lockExamSessions(tx, [wanted.sessionId]);
    const { plus, without } = await changeOf(tx, wanted);
    if (fingerprint === undefined) refuse('settlement.previewMissing');
    const settled = await settle(tx, plus, { by, without, fingerprint });
    await noteChangedGrades(tx, settled.exams);
    return wholeSummary(tx, settled, page);
  });
}
