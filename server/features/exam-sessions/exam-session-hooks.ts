import { refuse } from '#domain/errors.ts';
import { type ExamSessionDates, examSessionProblems } from '#domain/exam-sessions/exam-session.ts';
import { entityHooks, type Write } from '#server/crud/entity-hooks.ts';

/**
 * Refuses a session whose days overlap those of another one, unless the settings allow it. One writer at a time
 * compares and writes, so that two sessions entered at once see each other.
 */
async function refuseOverlap({ tx, draft, id, services }: Write<ExamSessionDates>): Promise<void> {
  if ((await services.settings.current()).allowOverlappingSession) return;
  await tx`select pg_advisory_xact_lock(hashtext('exam_sessions'))`;
  const [other] = await tx<{ description: string }[]>`
    select description from exam_sessions
     where daterange(start_date, end_date, '[]') && daterange(${draft.startDate}, ${draft.endDate}, '[]')
       and id is distinct from ${id ?? null}
     order by start_date, id limit 1`;
  if (other) refuse('session.overlap', other);
}

/** Exam sessions have dates that follow one another and, by default, days of their own. */
export const examSessionHooks = entityHooks<ExamSessionDates>({
  check: examSessionProblems,
  beforeWrite: refuseOverlap,
});
