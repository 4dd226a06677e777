import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Refusal } from '#domain/errors.ts';
import { templateOfSeat } from '#domain/exam-structure/template-papers.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { type Queryable, systemAuthor, type Transaction } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import type { Services } from '#server/services.ts';
import { matchesExam } from './conditions.ts';
import { drawSitting, type NewSitting, reordered, storeSitting, templateExams } from './paper.ts';

/** How long before its slot a paper is drawn. */
const aheadHours = 12;
const papersPerTransaction = 50;

/** An appointment that needs a paper. */
type Unprepared = {
  readonly appointmentId: number;
  readonly firstExamId: number;
  readonly studentId: number;
  readonly userId: number;
  readonly customExamId: number;
  readonly examSessionId: number;
  readonly scoringMode: ScoringMode;
  /** What the exam asks now. */
  readonly composition: string;
  /** The room, row and seat that the template depends on. */
  readonly seatKey: string;
  /** The index of its row in the room. */
  readonly line: number;
  readonly seat: number;
  /** The templates to choose from, in order; empty when papers are drawn. */
  readonly templates: readonly {
    readonly id: number;
    readonly version: number;
    readonly randomized: boolean;
  }[];
};

const seatKey = (sql: Queryable) => sql`concat_ws(' ', a.room_id, a.row_number, a.seat_number)`;

const unprepared = (sql: Queryable) => sql`
  select a.id as "appointmentId", a.exam_id as "firstExamId", a.student_id as "studentId", u.id as "userId",
         a.custom_exam_id as "customExamId", a.exam_session_id as "examSessionId", s.scoring_mode as "scoringMode",
         (select count(*)::int from seat_rows w where w.room_id = a.room_id and w.row_number <= a.row_number) as line,
         a.seat_number as seat, ${seatKey(sql)} as "seatKey", custom_exam_asked(a.custom_exam_id) as composition,
         (select coalesce(json_agg(json_build_object('id', t.id, 'version', t.version, 'randomized', t.randomized)
                                   order by t.number), '[]')
            from template_groups t
           where s.pregenerated and t.custom_exam_id = a.custom_exam_id and t.exam_session_id = a.exam_session_id
             and ${matchesExam(sql, sql`a.custom_exam_id`)}) as templates
    from appointments a join students p on p.id = a.student_id join users u on u.email = p.email
    join exam_sessions s on s.id = a.exam_session_id`;

type PaperServices = Pick<Services, 'exams' | 'settings'>;
/** A paper with the state of the exam and of the template it was made from, and the seat it was made for. */
type DrawnPaper = NewSitting & {
  readonly composition: string;
  readonly templateVersion: number | null;
  readonly seatKey: string;
};

async function paperOf(
  sql: Queryable,
  { exams, settings }: PaperServices,
  appointment: Unprepared,
): Promise<DrawnPaper> {
  const limits = answerLimits(await settings.current());
  const { templates, line, seat, ...given } = appointment;
  // Neighbours get different templates when there are several.
  const template = templates[templateOfSeat({ line, seat }, templates.length || 1)];
  const { customExamId: id, composition } = given;
  const sitting = await exams.drawables.of({ of: 'customExam', id, composition }, 'exam', limits);
  const seed = randomUUID();
  const drawn =
    template === undefined
      ? drawSitting(sitting, limits, seed)
      : await templateExams(sql, template.id).then((made) =>
          template.randomized ? reordered(made, seed) : made,
        );
  return {
    ...given,
    kind: 'official',
    disciplineId: null,
    templateGroupId: template?.id ?? null,
    templateVersion: template?.version ?? null,
    name: sitting.name,
    durationSeconds: sitting.durationSeconds,
    seed,
    exams: drawn,
  };
}

/** The accounts of enrolments, locked until the transaction ends against corrections of addresses. */
async function ownersOf(
  tx: Transaction,
  studentIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx<{ id: number; userId: number }[]>`
    select id, user_id as "userId" from students where id = any(${[...studentIds]}::int[]) order by id for share`;
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

/** The templates that have not changed since papers were made from them, locked until the transaction ends. */
async function unchangedTemplates(
  tx: Transaction,
  papers: readonly DrawnPaper[],
): Promise<Set<number | null>> {
  const used = new Map(
    papers.map(({ templateGroupId, templateVersion }) => [templateGroupId, templateVersion]),
  );
  const rows = await tx<{ id: number; version: number }[]>`
    select id, version from template_groups where id = any(${[...used.keys()].filter((id) => id !== null)}::int[])
     order by id for share`;
  return new Set([null, ...rows.filter(({ id, version }) => used.get(id) === version).map(({ id }) => id)]);
}

type ExamNow = { readonly composition: string; readonly name: string; readonly durationSeconds: number };

/** Exams and what they ask now; a later change of one, or of a structure it asks from, waits and finds the stored papers. */
async function examsNow(tx: Transaction, customExamIds: readonly (number | null)[]) {
  const ids = [...new Set(customExamIds)];
  await tx`select from custom_exams where id = any(${ids}::int[]) order by id for key share`;
  await tx`
    select from disciplines where id in (
      select discipline_id from custom_exam_disciplines where custom_exam_id = any(${ids}::int[])) order by id for share`;
  const rows = await tx<(ExamNow & { id: number })[]>`
    select id, custom_exam_asked(id) as composition, name, duration_minutes * 60 as "durationSeconds"
      from custom_exams where id = any(${ids}::int[])`;
  return new Map<number | null, ExamNow>(rows.map(({ id, ...now }) => [id, now]));
}

/** The scoring modes of sessions, which may have changed since a paper was drawn; a later change waits and finds the stored papers. */
async function scoringModesNow(tx: Transaction, sessionIds: readonly number[]) {
  const rows = await tx<{ id: number; mode: NewSitting['scoringMode'] }[]>`
    select id, scoring_mode as mode from exam_sessions where id = any(${[...new Set(sessionIds)]}::int[]) order by id for share`;
  return new Map(rows.map(({ id, mode }) => [id, mode]));
}

/**
 * Stores papers for unchanged appointments without one; returns how many. Drawing happens before the
 * transaction: inside it, many students who begin at once would hold every connection while waiting for
 * another.
 */
async function storePapers(
  tx: Transaction,
  papers: readonly DrawnPaper[],
  whenHeld: 'wait' | 'skip',
): Promise<number> {
  const ids = papers.map(({ appointmentId }) => appointmentId);
  const modes = await scoringModesNow(
    tx,
    papers.flatMap(({ examSessionId }) => examSessionId ?? []),
  );
  // Exams are locked before their appointments.
  const exams = await examsNow(
    tx,
    papers.map(({ customExamId }) => customExamId),
  );
  const held = await tx<
    { id: number; customExamId: number; studentId: number; examSessionId: number; seatKey: string }[]
  >`
    select a.id, a.custom_exam_id as "customExamId", a.student_id as "studentId", a.exam_session_id as "examSessionId",
           ${seatKey(tx)} as "seatKey"
      from appointments a
     where a.id = any(${ids}::int[]) and not exists (select from exam_groups g where g.appointment_id = a.id)
     order by a.id for update ${whenHeld === 'skip' ? tx`skip locked` : tx``}`;
  const owners = await ownersOf(
    tx,
    held.map(({ studentId }) => studentId),
  );
  const templates = await unchangedTemplates(tx, papers);
  let stored = 0;
  for (const { templateVersion: _, seatKey: drawnFor, composition: drawnFrom, ...paper } of papers) {
    const exam = exams.get(paper.customExamId);
    if (!templates.has(paper.templateGroupId) || exam?.composition !== drawnFrom) continue;
    const still = held.some(
      ({ id, customExamId, studentId, examSessionId, seatKey: now }) =>
        id === paper.appointmentId &&
        now === drawnFor &&
        customExamId === paper.customExamId &&
        studentId === paper.studentId &&
        examSessionId === paper.examSessionId,
    );
    const userId = owners.get(paper.studentId ?? 0) ?? paper.userId;
    const scoringMode = modes.get(paper.examSessionId ?? 0) ?? paper.scoringMode;
    if (
      still &&
      (await storeSitting(tx, {
        ...paper,
        name: exam.name,
        durationSeconds: exam.durationSeconds,
        userId,
        scoringMode,
      })) !== undefined
    )
      stored += 1;
  }
  return stored;
}

/** Draws the paper of one appointment immediately, unless it has one. */
export async function preparePaper(services: Services, appointmentId: number): Promise<void> {
  const { sql } = services.database;
  const [appointment] = await sql<Unprepared[]>`${unprepared(sql)} where a.id = ${appointmentId}`;
  if (!appointment) return;
  const paper = await paperOf(sql, services, appointment);
  await services.database.transaction(systemAuthor, (tx) => storePapers(tx, [paper], 'wait'));
}

type Round = { readonly prepared: number; readonly refused: readonly number[] };

/** Draws some of the due papers: none of some custom exams, and only of some appointments, if given. */
async function prepareSome(
  services: Services,
  without: readonly number[],
  only?: readonly number[],
): Promise<Round> {
  const { sql } = services.database;
  const waiting = await sql<Unprepared[]>`
    ${unprepared(sql)}
     where a.starts_at < now() + make_interval(hours => ${aheadHours}) and a.ends_at > now()
       and not exists (select from exam_groups g where g.appointment_id = a.id)
       and a.custom_exam_id <> all(${[...without]}::int[])
       ${only ? sql`and a.id = any(${[...only]}::int[])` : sql``}
     order by a.starts_at, a.id limit ${papersPerTransaction}`;
  const refused = new Set<number>();
  const papers: DrawnPaper[] = [];
  for (const appointment of waiting) {
    if (refused.has(appointment.customExamId)) continue;
    try {
      papers.push(await paperOf(sql, services, appointment));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused.add(appointment.customExamId);
    }
    // A paper takes a millisecond or two, and saves wait for the thread.
    await nextTurn();
  }
  const prepared = await services.database.transaction(systemAuthor, (tx) => storePapers(tx, papers, 'skip'));
  return { prepared, refused: [...refused] };
}

/** Draws the due papers of appointments immediately; the bank may not serve all of them. */
export async function preparePapers(services: Services, appointmentIds: readonly number[]): Promise<void> {
  await prepareSome(services, [], appointmentIds);
}

/** Deletes papers that have not begun, are not printed, and contain an outdated version of a question. */
async function dropStale({ database: { sql } }: Services): Promise<void> {
  await sql`
    delete from exam_groups g where g.kind = 'official' and g.started_at is null and g.printed_at is null
      and g.template_group_id is null
      and g.id in (
        select e.group_id from questions x join question_versions v on v.question_id = x.id
          join exam_questions q on q.question_version_id = v.id join exams e on e.id = q.exam_id
         where x.changed_at > now() - make_interval(hours => ${aheadHours + 1})
           and (v.number <> x.version or x.removed_at is not null))`;
}

/** Draws due papers ahead of time, so that beginning an exam is fast; returns how many. */
export async function prepareDuePapers(services: Services, log?: FastifyBaseLogger): Promise<number> {
  await dropStale(services);
  const refused: number[] = [];
  let total = 0;
  for (;;) {
    const round = await prepareSome(services, refused);
    total += round.prepared;
    refused.push(...round.refused);
    if (round.prepared === 0 && round.refused.length === 0) break;
  }
  if (refused.length > 0) log?.warn({ customExams: refused }, 'papers cannot be drawn from the bank');
  return total;
}

/** Processes share the work: each takes what no other has locked. */
export const drawingPapers: RepeatedJob<Services> = {
  start: (services, log) =>
    repeat(30_000, log, async () => {
      await prepareDuePapers(services, log);
    }),
};
