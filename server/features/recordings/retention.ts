import type { Database, Fragment, Queryable } from '#server/db/database.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

/** Recordings are large: delete few per transaction. */
const batchSize = 20;

/** SQL: whether a contestation of a student in session `s` is not resolved yet, be it after the date set for that. */
export const hasOpenContestations = (sql: Queryable): Fragment => sql`
  exists (select from exam_contests k where k.exam_session_id = s.id and k.status = 'DP' and k.student_id is not null)`;

/**
 * Deletes recordings whose retention time is over: the configured number of days after the exam, or the fewer ones that the student
 * was told, and never
 * before the contestations of its session are resolved (REC-3). Returns how many parts it deleted.
 */
export async function deleteEndedRecordings({ sql }: Database, days: number): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await sql`
      with ended as (
        select r.exam_group_id, r.part
          from recordings r join exam_groups g on g.id = r.exam_group_id join exam_sessions s on s.id = g.exam_session_id
         where g.started_at <= now() - make_interval(hours => 24 * least(${days}::int, g.recording_days)) and s.contest_resolve_end_date <= now()
           and not ${hasOpenContestations(sql)}
         order by r.exam_group_id, r.part limit ${batchSize} for update of r skip locked)
      delete from recordings r using ended
       where r.exam_group_id = ended.exam_group_id and r.part = ended.part`;
    total += deleted.count;
    if (deleted.count === 0) return total;
  }
}

export const recordingRetention: RetentionRule = {
  kind: 'recordings',
  remove: async ({ database, settings }) =>
    deleteEndedRecordings(database, (await settings.current()).recordingRetentionDays),
};
