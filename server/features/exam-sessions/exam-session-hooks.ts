import { refuse } from '#domain/errors.ts';
import { freezeOfSession } from '#server/appointments/freezes.ts';
import { entityHooks, type Write } from '#server/crud/entity-hooks.ts';

type ExamSessionDraft = {
  readonly startDate: string;
  readonly endDate: string;
  readonly gradE_CALC_MODE: string;
};

/**
 * Refuses a session whose days overlap those of another one, unless the settings allow it. One writer at a time
 * compares and writes, so that two sessions entered at once see each other.
 */
async function refuseOverlap({ tx, draft, id, services }: Write<ExamSessionDraft>): Promise<void> {
  if ((await services.settings.current()).allowOverlappingSession) return;
  await tx`select pg_advisory_xact_lock(hashtext('exam_sessions'))`;
  const [other] = await tx<{ description: string }[]>`
    select description from exam_sessions
     where daterange(start_date, end_date, '[]') && daterange(${draft.startDate}, ${draft.endDate}, '[]')
       and id is distinct from ${id ?? null}
     order by start_date, id limit 1`;
  if (other) refuse('session.overlap', other);
}

/** The scoring mode does not change while exams of the session are about to be sat or are being sat. */
async function refuseFrozenScoring({ tx, draft, id }: Write<ExamSessionDraft>): Promise<void> {
  if (id === undefined) return;
  const [changed] = await tx`
    select from exam_sessions where id = ${id} and scoring_mode <> ${draft.gradE_CALC_MODE}`;
  const freeze = changed && (await freezeOfSession(tx, id));
  if (freeze) refuse('session.scoringFrozen', { exam: freeze.exam, until: freeze.until });
}

/** Exam sessions have, by default, days of their own and a scoring mode that holds during exams. */
export const examSessionHooks = entityHooks<ExamSessionDraft>({
  beforeWrite: async (write) => {
    await refuseOverlap(write);
    await refuseFrozenScoring(write);
  },
});
