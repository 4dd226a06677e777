import { nameChanges } from '#server/db/audit-entry.ts';
import { type Database, type Fragment, type Queryable, systemAuthor } from '#server/db/database.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

/** Rows per transaction. */
const portion = 500;
/** Where a text must not be missing. */
const deletedText = '–';

/** SQL: whether a session `s` ended, with its contestations, more than the given number of days ago. */
const isLongOver = (sql: Queryable, days: number): Fragment =>
  sql`s.contest_resolve_end_date < now() - make_interval(days => ${days})`;

type Removal = (sql: Queryable, days: number) => Fragment;

/** Texts and replies go one by one: the database lets a filed row change in its text alone. */
const ofQuestions =
  (column: 'comment' | 'reply'): Removal =>
  (sql, days) =>
    sql`
    update exam_contest_questions set ${sql(column)} = ${deletedText}
     where id in (select q.id from exam_contest_questions q join exam_contests c on c.id = q.contest_id
                    join exam_sessions s on s.id = c.exam_session_id
                   where q.${sql(column)} <> ${deletedText}
                     and c.student_id is not null and c.status <> 'DP' and ${isLongOver(sql, days)}
                   order by q.id limit ${portion} for update of q skip locked)`;

const removals: readonly Removal[] = [
  (sql, days) => sql`
    update appointments set extra_reason = null, annulled_reason = case when annulled_at is not null then ${deletedText} end
     where id in (select a.id from appointments a join exam_sessions s on s.id = a.exam_session_id
                   where (a.extra_reason is not null or a.annulled_reason <> ${deletedText})
                     and a.ends_at < now() and ${isLongOver(sql, days)}
                   order by a.id limit ${portion} for update of a skip locked)`,
  (sql, days) => sql`
    update exam_contests set comment = ${deletedText}
     where id in (select c.id from exam_contests c join exam_sessions s on s.id = c.exam_session_id
                   where c.comment <> ${deletedText} and c.student_id is not null and c.status <> 'DP' and ${isLongOver(sql, days)}
                   order by c.id limit ${portion} for update of c skip locked)`,
  ofQuestions('comment'),
  ofQuestions('reply'),
  (sql, days) => sql`
    update event_reasons set reason = ${deletedText}
     where id in (select r.id from event_reasons r join exams e on e.id = r.exam_id join exam_groups g on g.id = e.group_id
                    join exam_sessions s on s.id = g.exam_session_id
                   where r.reason <> ${deletedText} and e.finished_at is not null and ${isLongOver(sql, days)}
                   order by r.id limit ${portion} for update of r skip locked)`,
];

/**
 * Deletes the reasons for extra time, annulment, ending and reopening, and the texts of resolved contestations, some
 * time after the contestations of their session. Returns how many changes it made.
 */
async function deleteOldReasons(database: Database, days: number): Promise<number> {
  let total = 0;
  for (const removal of removals) {
    let changed: number;
    do {
      changed = await database.transaction(systemAuthor, async (tx) => {
        await nameChanges(tx, 'retention');
        return (await removal(tx, days)).count;
      });
      total += changed;
    } while (changed === portion);
  }
  return total;
}

export const reasonRetention: RetentionRule = {
  kind: 'reasons',
  remove: async ({ database, settings }) =>
    deleteOldReasons(database, (await settings.current()).reasonRetentionDays),
};
