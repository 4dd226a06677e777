import { refuse } from '#domain/errors.ts';
import { refuseAffectedAppointments } from '#server/appointments/affected-appointments.ts';
import { freezesOfSession } from '#server/appointments/freezes.ts';
import { lockSessions } from '#server/appointments/locks.ts';
import { entityHooks, type Write } from '#server/crud/entity-hooks.ts';
import { countSittings, lockWaitingSittings, setScoringMode } from '#server/exams/waiting-scoring.ts';

type ExamSessionDraft = {
  readonly startDate: string;
  readonly endDate: string;
  readonly gradE_CALC_MODE: string;
};

/**
 * Refuses a session that overlaps another one, unless the settings allow it. The lock serializes writers, so
 * concurrent sessions see each other.
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

/**
 * Refuses a new scoring mode shortly before and during exams of the session. An administrator may override it, but not
 * once one of these exams has begun: then the scoring is corrected for the whole cohort. Waiting papers get the new mode.
 */
async function changeScoring({ tx, draft, id, before, override }: Write<ExamSessionDraft>): Promise<void> {
  const mode = draft.gradE_CALC_MODE;
  if (id === undefined || before?.scoring_mode === mode) return;
  await lockWaitingSittings(tx, id);
  const freezes = await freezesOfSession(tx, id);
  const [freeze] = freezes;
  if (freeze) {
    const { begun, waiting } = await countSittings(
      tx,
      id,
      freezes.map(({ customExamId }) => customExamId),
    );
    if (begun > 0) refuse('session.scoringBegun', { count: begun });
    if (!override)
      refuse('session.scoringFrozen', { exam: freeze.exam, until: freeze.until, count: waiting });
  }
  await setScoringMode(tx, id, mode);
}

/** Refuses dates that leave appointments outside the session (APPT-12). */
async function refuseShortened({ tx, draft, id }: Write<ExamSessionDraft>): Promise<void> {
  if (id === undefined) return;
  await refuseAffectedAppointments(
    tx,
    tx`a.exam_session_id = ${id} and a.exam_date not between ${draft.startDate}::date and ${draft.endDate}::date`,
  );
}

/** Refuses to extend an ended session: the key of its templates has opened, and later sittings would get them again (RESU-1). */
async function refuseReopened({ tx, draft, id }: Write<ExamSessionDraft>): Promise<void> {
  if (id === undefined) return;
  const [opened] = await tx`
    select from exam_sessions s
     where s.id = ${id} and s.end_date < current_date and ${draft.endDate}::date > s.end_date
       and exists (select from appointments a join exam_groups g on g.appointment_id = a.id
                    where a.exam_session_id = s.id and g.template_group_id is not null and g.started_at is not null)`;
  if (opened) refuse('session.keysOpened');
}

/** By default exam sessions do not overlap, their scoring mode is fixed during exams, and they hold their appointments. */
export const examSessionHooks = entityHooks<ExamSessionDraft>({
  lockFirst: (tx) => lockSessions(tx, 'exclusive'),
  beforeWrite: async (write) => {
    await refuseOverlap(write);
    await refuseShortened(write);
    await refuseReopened(write);
    await changeScoring(write);
  },
  beforeRemove: ({ tx, id }) => refuseAffectedAppointments(tx, tx`a.exam_session_id = ${id}`),
});
