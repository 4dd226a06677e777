import { randomUUID } from 'node:crypto';
import type { BodyOfCall, ResponseOfCall } from '#contract/call.ts';
import type { PreparedExam } from '#contract/exam-taking.ts';
import type { prepareExamForTeach, prepareSimulation, simulationChoices } from '#contract/practice.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { bankIsReadable } from '#server/bank/teaching.ts';
import { type Fragment, type Queryable, systemAuthor } from '#server/db/database.ts';
import { beginPractice, type ExamWriter, takeOver } from '#server/exams/beginning.ts';
import type { Subject } from '#server/exams/drawables.ts';
import { finishOverdue } from '#server/exams/finishing.ts';
import { drawSitting, storeSitting } from '#server/exams/paper.ts';
import { maySimulate } from '#server/exams/simulation.ts';
import { preparedExamOf, type Sitting, selectSittings } from '#server/exams/sitting.ts';
import type { SignedIn } from '#server/http/route.ts';
import { allOf } from '#server/scopes/conditions.ts';
import type { Services } from '#server/services.ts';

/** Today's session, if any: simulations use its scoring mode. */
async function sessionOfToday(sql: Queryable): Promise<{ id: number | null; scoringMode: ScoringMode }> {
  const [session] = await sql<{ id: number; scoringMode: ScoringMode }[]>`
    select id, scoring_mode as "scoringMode" from exam_sessions
     where current_date between start_date and end_date order by simulation desc, id limit 1`;
  return session ?? { id: null, scoringMode: 'FULL_MATCH' };
}

type PracticeRequest = {
  readonly kind: 'simulation' | 'trial';
  readonly subject: Subject;
  readonly userId: number;
  readonly studentId: number | null;
  readonly signInId: string;
};

const stillRuns = (sql: Queryable) =>
  sql`e.started_at is not null and e.finished_at is null and e.deadline > now()`;

const ofSubject = (sql: Queryable, { of, id }: Subject) =>
  of === 'customExam' ? sql`g.custom_exam_id = ${id}` : sql`g.discipline_id = ${id}`;

const idsOf = ({ of, id }: Subject) => ({
  customExamId: of === 'customExam' ? id : null,
  disciplineId: of === 'discipline' ? id : null,
});

async function preparedOf(
  services: Services,
  groupId: number,
  taken: readonly ExamWriter[],
): Promise<PreparedExam> {
  const { sql } = services.database;
  const [sitting] = await selectSittings(sql, sql`g.id = ${groupId}`);
  if (!sitting) refuse('resource.notFound');
  return preparedExamOf(sitting, taken);
}

/** Takes over a running sitting of the same subject; undefined when there is none. */
async function resume(services: Services, request: PracticeRequest): Promise<PreparedExam | undefined> {
  const { sql } = services.database;
  const [running] = await sql<{ id: number }[]>`
    select g.id from exam_groups g
     where g.user_id = ${request.userId} and g.kind = ${request.kind} and ${ofSubject(sql, request.subject)}
       and exists (select from exams e where e.group_id = g.id and ${stillRuns(sql)}) order by g.id desc limit 1`;
  if (!running) return undefined;
  await services.exams.personal.paceLoad(request.userId);
  return preparedOf(services, running.id, await takeOver(sql, running.id, request));
}

/** Practice exams that a person begins within a day: more than anybody takes, because each is stored. */
export const maxOfDay = 200;
const retryAfterSeconds = 3600;

async function refuseTooMany({ database: { sql } }: Services, { userId, kind }: PracticeRequest) {
  const begun = await sql`select from exam_groups where user_id = ${userId} and kind = ${kind}
    and started_at > now() - interval '1 day' limit ${maxOfDay}`;
  if (begun.count >= maxOfDay) refuse('request.tooMany', { seconds: retryAfterSeconds });
}

/** Draws and begins a sitting; undefined when a concurrent call has begun one of the same subject. */
async function begin(services: Services, request: PracticeRequest): Promise<PreparedExam | undefined> {
  const { kind, subject, userId, studentId, signInId } = request;
  const { sql } = services.database;
  const limits = answerLimits(await services.settings.current());
  const purpose = kind === 'trial' ? 'exam' : 'simulation';
  const [sitting, session] = await Promise.all([
    services.exams.drawables.of(subject, purpose, limits),
    sessionOfToday(sql),
  ]);
  const seed = randomUUID();
  const begun = await services.database.transaction(systemAuthor, async (tx) => {
    const groupId = await storeSitting(tx, {
      kind,
      userId,
      studentId,
      appointmentId: null,
      firstExamId: null,
      ...idsOf(subject),
      examSessionId: session.id,
      templateGroupId: null,
      scoringMode: session.scoringMode,
      name: sitting.name,
      durationSeconds: sitting.durationSeconds,
      seed,
      exams: drawSitting(sitting, limits, seed),
    });
    return groupId === undefined ? undefined : { groupId, taken: await beginPractice(tx, groupId, signInId) };
  });
  return begun && preparedOf(services, begun.groupId, begun.taken);
}

/**
 * Resumes a running sitting of the same subject, or draws and begins one. At most one runs at a time (SAFE-16): of
 * racing calls, one begins it and the others resume it. An overdue sitting is finished first.
 */
async function beginOrResume(services: Services, request: PracticeRequest): Promise<PreparedExam> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const running = await resume(services, request);
    if (running) return running;
    await refuseTooMany(services, request);
    await finishOverdue(services.database, { ...request, ...idsOf(request.subject) });
    const begun = await begin(services, request);
    if (begun) return begun;
  }
  return refuse('server.unavailable');
}

/** Disciplines taught to the student's series, in the student's year. */
const taughtTo = (sql: Queryable, studentId: number) => sql`
  exists (select from students p join discipline_series t on t.series_id = p.series_id
           where p.id = ${studentId} and t.discipline_id = d.id)`;

/** Custom exams of the student's series. */
const isForCohortOf = (sql: Queryable, studentId: number) => sql`
  exists (select from students p join custom_exam_series t on t.series_id = p.series_id
           where p.id = ${studentId} and t.custom_exam_id = c.id)`;

async function selectSimulatingStudent(services: Services, caller: SignedIn): Promise<number> {
  const { studentId } = caller.actor;
  if (studentId === undefined || !(await maySimulate(services, caller))) refuse('simulation.notAllowed');
  return studentId;
}

/** Begins a simulation of a discipline or an exam of the student (SIM-1, SIM-3). */
export async function simulate(
  services: Services,
  caller: SignedIn,
  body: BodyOfCall<typeof prepareSimulation>,
): Promise<PreparedExam> {
  const studentId = await selectSimulatingStudent(services, caller);
  const { actor, signInId } = caller;
  const { sql } = services.database;
  const subject: Subject =
    'pkDiscipline' in body
      ? { of: 'discipline', id: body.pkDiscipline }
      : { of: 'customExam', id: body.examCustomId };
  const found =
    subject.of === 'discipline'
      ? await sql`select from disciplines d where d.id = ${subject.id} and ${taughtTo(sql, studentId)}`
      : await sql`select from custom_exams c where c.id = ${subject.id} and c.removed_at is null and ${isForCohortOf(sql, studentId)}`;
  if (found.count === 0) refuse('resource.notFound');
  return beginOrResume(services, { kind: 'simulation', subject, userId: actor.userId, studentId, signInId });
}

/** The remaining minutes of a running simulation of the same subject, if any. */
const minutesLeft = (sql: Queryable, userId: number, ofIt: Fragment) => sql`
  (select ceil(extract(epoch from max(e.deadline) - now()) / 60)::int
     from exam_groups g join exams e on e.group_id = g.id
    where g.user_id = ${userId} and g.kind = 'simulation' and ${ofIt} and ${stillRuns(sql)})`;

/** The disciplines and exams that the student may simulate. */
export async function choicesOf(
  services: Services,
  caller: SignedIn,
): Promise<ResponseOfCall<typeof simulationChoices>> {
  const studentId = await selectSimulatingStudent(services, caller);
  const { actor } = caller;
  const { sql } = services.database;
  type Choices = ResponseOfCall<typeof simulationChoices>;
  const [disciplines, exams] = await Promise.all([
    sql<Choices['disciplines']>`
      select d.id as "pkDiscipline", d.description as "disciplineDescription", s.questions,
             s.duration_minutes as "durationMinutes",
             ${minutesLeft(sql, actor.userId, sql`g.discipline_id = d.id`)} as "minutesLeft"
        from disciplines d join discipline_structures s on s.discipline_id = d.id
       where ${taughtTo(sql, studentId)} order by d.description collate "ro-x-icu", d.id limit 500`,
    sql<Choices['exams']>`
      select c.id as "examCustomId", c.name as "examName", c.duration_minutes as "durationMinutes",
             (select coalesce(sum(a.questions), 0)::int from custom_exam_disciplines a where a.custom_exam_id = c.id) as questions,
             ${minutesLeft(sql, actor.userId, sql`g.custom_exam_id = c.id`)} as "minutesLeft"
        from custom_exams c where c.removed_at is null and ${isForCohortOf(sql, studentId)}
       order by c.name collate "ro-x-icu", c.id limit 500`,
  ]);
  return { disciplines, exams };
}

async function ownTrial({ database: { sql } }: Services, actor: Actor, examId: number): Promise<Sitting> {
  const [sitting] = await selectSittings(
    sql,
    sql`g.kind = 'trial' and g.user_id = ${actor.userId}
        and exists (select from exams e where e.group_id = g.id and e.id = ${examId})`,
  );
  if (!sitting) refuse('resource.notFound');
  return sitting;
}

/** Whether discipline `d` is taught in a language: one of its series is, or none has a language. */
const isTaughtIn = (sql: Queryable, language: string): Fragment => sql`
  (select count(l.lang_code) = 0 or bool_or(l.lang_code = ${language})
     from discipline_series ds join series l on l.id = ds.series_id where ds.discipline_id = d.id)`;

/** The conditions on the discipline named in the body besides its id; empty and 0 are ignored. */
const namedDiscipline = (
  sql: Queryable,
  {
    PkCollege,
    PkSection,
    Lang,
    Year,
    Semester,
  }: Partial<NonNullable<BodyOfCall<typeof prepareExamForTeach>>>,
): Fragment[] => {
  const named = [
    [PkCollege, sql`d.college_id`],
    [PkSection, sql`d.section_id`],
    [Year, sql`d.year`],
    [Semester, sql`d.semester`],
  ] as const;
  return [
    sql`true`,
    ...named.flatMap(([value, column]) => (value ? [sql`${column}::text = ${String(value)}`] : [])),
    ...(Lang ? [isTaughtIn(sql, String(Lang))] : []),
  ];
};

/** Begins or resumes a teacher's trial of a discipline (RESU-4); no student's record changes. */
export async function tryExam(
  services: Services,
  { actor, signInId }: SignedIn,
  examId: number | undefined,
  body: BodyOfCall<typeof prepareExamForTeach>,
): Promise<PreparedExam> {
  const { sql } = services.database;
  if (examId !== undefined) {
    const sitting = await ownTrial(services, actor, examId);
    await services.exams.personal.paceLoad(actor.userId);
    return preparedOf(
      services,
      sitting.groupId,
      await takeOver(sql, sitting.groupId, { userId: actor.userId, signInId }),
    );
  }
  const disciplineId = body?.PKDiscipline;
  if (disciplineId === undefined) refuse('resource.notFound');
  const found = await sql`
    select from disciplines d where d.id = ${disciplineId} and ${bankIsReadable(sql, actor, sql`d.id`)}
       and ${allOf(sql, namedDiscipline(sql, body ?? {}))}`;
  if (found.count === 0) refuse('resource.notFound');
  const subject: Subject = { of: 'discipline', id: disciplineId };
  return beginOrResume(services, { kind: 'trial', subject, userId: actor.userId, studentId: null, signInId });
}
