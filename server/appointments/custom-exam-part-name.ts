import type { Fragment, Queryable } from '#server/db/database.ts';

/** SQL: the name of part `cp` of a custom exam: that of its group, or of its one discipline. */
export const customExamPartName = (sql: Queryable): Fragment => sql`
  coalesce(cp.group_name, (select d.description from custom_exam_disciplines examined
    join disciplines d on d.id = examined.discipline_id where examined.part_id = cp.id limit 1))`;
