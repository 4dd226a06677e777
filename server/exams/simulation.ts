import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Services } from '#server/services.ts';

/** Whether a student may simulate now: exams are allowed and a session with simulation holds today (SIM-3). */
export async function maySimulate({ database, settings }: Services, actor: Actor): Promise<boolean> {
  if (!isOf(actor, 'student')) return false;
  if (!(await settings.current()).allowExams) return false;
  const sessions = await database.sql`
    select from exam_sessions where simulation and current_date between start_date and end_date limit 1`;
  return sessions.count > 0;
}
