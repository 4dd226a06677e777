import type { QuestionStatistics } from '#contract/statistics.ts';
import { ItemResponses } from '#domain/statistics/item-responses.ts';
import type { Queryable } from '#server/db/database.ts';
import { keysOf, type ServedVersion, statisticsOfVersion } from '#server/exams/item-statistics.ts';
import { measured } from '#server/exams/measured-exams.ts';
import { exposuresOf } from '#server/exams/question-exposure.ts';
import { selectStudied } from '#server/exams/scoring.ts';

/** The figures of question versions over all exams of a session that served them; annulled ones do not count. */
export async function versionStatistics(
  sql: Queryable,
  sessionId: number,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, QuestionStatistics>> {
  if (versionIds.length === 0) return new Map();
  const exams = await selectStudied(
    sql,
    sql`e.id in (
      select x.exam_id from exam_questions x join exams y on y.id = x.exam_id join exam_groups g on g.id = y.group_id
        join appointments a on a.id = g.appointment_id
       where x.question_version_id = any(${[...versionIds]}::int[]) and g.kind = 'official'
         and a.exam_session_id = ${sessionId} and a.annulled_at is null)`,
  );
  const versions = await sql<ServedVersion[]>`
    select v.id as "versionId", v.question_id as "questionId", v.number as version, v.text, k.correct as key,
           array(select a.text from answer_options a where a.question_version_id = v.id order by a.position) as answers
      from question_versions v join question_keys k on k.question_version_id = v.id
     where v.id = any(${[...versionIds]}::int[])`;
  const keys = await keysOf(exams);
  const exposures = await exposuresOf(sql, versionIds);
  const { responses, times } = await measured({ exams, isPartial: false, versionIds: new Set(versionIds) });
  return new Map(
    versions.map((version) => [
      version.versionId,
      statisticsOfVersion(
        { ...version, key: keys.get(version.versionId) ?? version.key },
        responses.get(version.versionId) ?? new ItemResponses(),
        times.get(version.versionId),
        exposures.get(version.versionId),
      ),
    ]),
  );
}
