import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Services } from '#server/services.ts';

/** Whether a student may simulate now: exams are allowed, a session with simulation includes today, and no exam runs (SIM-3). */
export async function maySimulate(
  { database, settings }: Services,
  { actor, sitting }: { readonly actor: Actor; readonly sitting: object | undefined },
): Promise<boolean> {
  if (!isOf(actor, 'student') || sitting) return false;
  if (!(await settings.current()).allowExams) return false;
  const { sql } = database;
  const sessions = await sql`
    select from exam_sessions where simulation and current_date between start_date and end_date limit 1`;
  return sessions.count > 0;
}
