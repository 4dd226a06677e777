import type { Fragment, Queryable } from '#server/db/database.ts';

/** Whether image `f` is used by a version of a question or by one of its answers; every version counts. */
export const isUsedInBank = (sql: Queryable): Fragment => sql`(
  exists (select from question_versions v where v.image = f.id) or exists (select from answer_options a where a.image = f.id))`;
