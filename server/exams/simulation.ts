import { type Actor, isOf } from '#domain/access/actor.ts';
import { sitsUntil } from '#server/exams/sitting.ts';
import type { Services } from '#server/services.ts';

/**
 * Whether a student may simulate now: exams are allowed and a session with simulation holds today (SIM-3). Not during an
 * official exam: a simulation draws from the same bank, and its result shows the key.
 */
export async function maySimulate({ database, settings }: Services, actor: Actor): Promise<boolean> {
  if (!isOf(actor, 'student')) return false;
  if (!(await settings.current()).allowExams) return false;
  const { sql } = database;
  const sessions = await sql`
    select from exam_sessions where simulation and current_date between start_date and end_date
       and ${sitsUntil(sql, sql`${actor.userId}`)} is null limit 1`;
  return sessions.count > 0;
}
