import type { AnswerOfCall } from '#contract/call.ts';
import type { getExamUserDetail, PreparedExam } from '#contract/exams.ts';
import { refuse } from '#domain/errors.ts';
import { type Reservation, reservationOfNow } from '#domain/exam-taking/reservation.ts';
import type { ExamStatus } from '#domain/exam-taking/sitting.ts';
import { type Moment, startWindow } from '#domain/exam-taking/time.ts';
import { beginReserved, type Taken, type Taker, takeOver } from '#server/exams/beginning.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { clockOf, type Reserved, selectAsked, selectReservations } from '#server/exams/reservations.ts';
import { examAnswer, noExam, type Sitting, selectSittings } from '#server/exams/sitting.ts';
import type { SignedIn } from '#server/http/route.ts';
import { refuseOtherSitting } from '#server/http/while-sitting.ts';
import type { Services } from '#server/services.ts';

const statusOf = ({ begun, finished }: Reservation): ExamStatus =>
  finished ? 'Finished' : begun ? 'Started' : 'NotStarted';

const iso = (moment: Moment) => new Date(moment).toISOString();

async function sittingOf({ database: { sql } }: Services, reserved: Reserved): Promise<Sitting | undefined> {
  const [sitting] = await selectSittings(sql, sql`g.appointment_id = ${reserved.appointmentId}`);
  return sitting;
}

/** A reserved exam that has no paper yet, as far as it is known. */
const unprepared = ({ told, examIds }: Reserved): PreparedExam => ({
  ...noExam('exam.none', {}),
  id: told.examId,
  status: 'NotStarted',
  index: 1,
  groupExams: [...examIds],
  questionDisplayCount: told.questions,
  remainingSeconds: told.durationMinutes * 60,
  name: told.examName,
  examName: told.examName,
  durationSeconds: told.durationMinutes * 60,
});

/** The exam that matters to the student now; undefined when nothing is reserved (EXAM-3). */
export async function checkExam(services: Services, { actor }: SignedIn): Promise<PreparedExam | undefined> {
  if (actor.studentId === undefined) return undefined;
  const { all, now, today } = await selectReservations(services.database.sql, actor.studentId);
  const reserved = reservationOfNow(all, now, today);
  if (!reserved) return undefined;
  const sitting = await sittingOf(services, reserved);
  return sitting ? examAnswer(sitting, []) : unprepared(reserved);
}

/** The exams reserved for the student, and what the one that matters now asks. */
export async function examUserDetail(
  { database: { sql } }: Services,
  { actor }: SignedIn,
): Promise<AnswerOfCall<typeof getExamUserDetail>> {
  if (actor.studentId === undefined) {
    const { now } = await clockOf(sql);
    return { disciplines: [], integrativeGroups: [], exams: [], now: iso(now) };
  }
  const { all, now, today } = await selectReservations(sql, actor.studentId);
  const asked = await selectAsked(
    sql,
    all.map(({ customExamId }) => customExamId),
  );
  const askedBy = (reserved: Reserved | undefined) =>
    (reserved && asked.get(reserved.customExamId)) ?? { disciplines: [], integrativeGroups: [] };
  return {
    ...askedBy(reservationOfNow(all, now, today)),
    exams: all.map((reserved) => ({ ...reserved.told, status: statusOf(reserved), ...askedBy(reserved) })),
    now: iso(now),
  };
}

/**
 * Begins the sitting of an appointment whose slot is open; draws the paper first where there is none yet. One that somebody
 * has begun in the same moment is taken over.
 */
async function begin(services: Services, reserved: Reserved, by: Taker): Promise<Taken[]> {
  if (!(await services.exams.mayServeOfficial())) refuse('exam.notDurable');
  const { sql } = services.database;
  const groupOf = async () =>
    (
      await sql<{ id: number }[]>`
      select id from exam_groups where appointment_id = ${reserved.appointmentId}`
    )[0]?.id;
  // A paper that became stale can vanish between being found and being begun; then another is drawn.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const waiting = await groupOf();
    if (waiting === undefined) await preparePaper(services, reserved.appointmentId);
    const groupId = waiting ?? (await groupOf());
    if (groupId === undefined) continue;
    const begun = await beginReserved(sql, groupId, by);
    if (begun.length > 0) return begun;
    if ((await groupOf()) === groupId) return takeOver(sql, groupId, by);
  }
  return refuse('resource.notFound');
}

/** Begins or resumes a reserved exam (EXAM-1, EXAM-2); id 0 and the reason when it cannot be begun now. */
export async function prepareExam(
  services: Services,
  caller: SignedIn,
  examId: number | undefined,
): Promise<PreparedExam> {
  const { actor, signInId } = caller;
  const by = { userId: actor.userId, signInId };
  if (actor.studentId === undefined) return noExam('exam.none', {});
  const { sql } = services.database;
  const { all, now, today } = await selectReservations(sql, actor.studentId);
  const reserved =
    examId === undefined
      ? reservationOfNow(all, now, today)
      : all.find(({ examIds }) => examIds.includes(examId));
  if (!reserved) {
    if (examId !== undefined) refuse('resource.notFound');
    return noExam('exam.none', {});
  }
  refuseOtherSitting(caller, reserved.told.groupId);
  let taken: readonly Taken[] = [];
  if (!reserved.begun) {
    const window = startWindow(reserved, now);
    if (window.is === 'tooEarly') return noExam('exam.tooEarly', { startsAt: iso(window.startsAt) });
    if (window.is === 'tooLate') return noExam('exam.tooLate', { endedAt: iso(window.endedAt) });
    taken = await begin(services, reserved, by);
  } else if (!reserved.finished && reserved.told.groupId !== null) {
    taken = await takeOver(sql, reserved.told.groupId, by);
  }
  const sitting = await sittingOf(services, reserved);
  if (!sitting?.begun) return noExam('exam.none', {});
  return examAnswer(sitting, taken);
}
