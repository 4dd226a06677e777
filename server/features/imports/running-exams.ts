import type { Queryable } from '#server/db/database.ts';
import { isSatNow } from '#server/exams/conditions.ts';

/** Whether official exams run now; imports make way for them (IMP-3). */
export async function areExamsRunning(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ running: boolean }[]>`
    select exists (select from exams x where ${sql.unsafe(isSatNow('x'))}) as running`;
  return row?.running ?? false;
}
