import type { ResponseOfCall } from '#contract/call.ts';
import type { getExamUserDetail, PreparedExam } from '#contract/exam-taking.ts';
import { type AppointmentState, currentAppointment } from '#domain/appointments/current-appointment.ts';
import { type ErrorCode, Refusal, refuse } from '#domain/errors.ts';
import type { ExamStatus } from '#domain/exam-taking/sitting.ts';
import { type Moment, startWindow } from '#domain/exam-taking/time.ts';
import {
  clockOf,
  type StudentAppointment,
  selectExamContents,
  selectStudentAppointments,
} from '#server/appointments/student-appointments.ts';
import { beginOfficial, type ExamWriter, type SittingSignIn, takeOver } from '#server/exams/beginning.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { noExam, preparedExamOf, type Sitting, selectSittings } from '#server/exams/sitting.ts';
import type { SignedIn } from '#server/http/route.ts';
import { refuseOtherSitting } from '#server/http/while-sitting.ts';
import type { Services } from '#server/services.ts';

const statusOf = ({ begun, finished }: AppointmentState): ExamStatus =>
  finished ? 'Finished' : begun ? 'Started' : 'NotStarted';

const iso = (moment: Moment) => new Date(moment).toISOString();

async function sittingOf(
  { database: { sql } }: Services,
  appointment: StudentAppointment,
): Promise<Sitting | undefined> {
  const [sitting] = await selectSittings(sql, sql`g.appointment_id = ${appointment.appointmentId}`);
  return sitting;
}

/** The known details of an exam that has an appointment and no paper yet. */
const unprepared = ({ details, examIds }: StudentAppointment): PreparedExam => ({
  ...noExam('exam.none', {}),
  id: details.examId,
  status: 'NotStarted',
  index: 1,
  groupExams: [...examIds],
  questionDisplayCount: details.questions,
  remainingSeconds: details.durationMinutes * 60,
  name: details.examName,
  examName: details.examName,
  durationSeconds: details.durationMinutes * 60,
});

/** The exam that is current for the student; undefined without an appointment (EXAM-3). */
export async function checkExam(services: Services, { actor }: SignedIn): Promise<PreparedExam | undefined> {
  if (actor.studentId === undefined) return undefined;
  const { all, now, today } = await selectStudentAppointments(services.database.sql, actor.studentId);
  const appointment = currentAppointment(all, now, today);
  if (!appointment) return undefined;
  const sitting = await sittingOf(services, appointment);
  return sitting ? preparedExamOf(sitting, []) : unprepared(appointment);
}

/** The exams the student has appointments for, and the content of the current one. */
export async function examUserDetail(
  { database: { sql }, settings }: Services,
  { actor }: SignedIn,
): Promise<ResponseOfCall<typeof getExamUserDetail>> {
  const { recordingRetentionDays } = await settings.current();
  if (actor.studentId === undefined) {
    const { now } = await clockOf(sql);
    return { disciplines: [], integrativeGroups: [], exams: [], now: iso(now), recordingRetentionDays };
  }
  const { all, now, today } = await selectStudentAppointments(sql, actor.studentId);
  const contents = await selectExamContents(
    sql,
    all.map(({ customExamId }) => customExamId),
  );
  const contentsOf = (appointment: StudentAppointment | undefined) =>
    (appointment && contents.get(appointment.customExamId)) ?? { disciplines: [], integrativeGroups: [] };
  return {
    ...contentsOf(currentAppointment(all, now, today)),
    exams: all.map((appointment) => ({
      ...appointment.details,
      status: statusOf(appointment),
      ...contentsOf(appointment),
    })),
    now: iso(now),
    recordingRetentionDays,
  };
}

/**
 * Begins the sitting of an appointment whose slot is open, drawing its paper first if there is none. A sitting that a
 * concurrent call has begun is taken over.
 */
async function begin(
  services: Services,
  appointment: StudentAppointment,
  by: SittingSignIn,
): Promise<ExamWriter[]> {
  if (!(await services.exams.mayServeOfficial())) refuse('exam.notDurable');
  const { sql } = services.database;
  const { recordingRetentionDays } = await services.settings.current();
  const groupOf = async () =>
    (
      await sql<{ id: number }[]>`
      select id from exam_groups where appointment_id = ${appointment.appointmentId}`
    )[0]?.id;
  // A stale paper can be deleted between the lookup and the start; then a new one is drawn.
  let waiting: number | undefined = appointment.details.groupId ?? undefined;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (attempt > 0) waiting = await groupOf();
    if (waiting === undefined) await preparePaper(services, appointment.appointmentId);
    const groupId: number | undefined = waiting ?? (await groupOf());
    if (groupId === undefined) continue;
    const begun = await beginOfficial(sql, groupId, by, recordingRetentionDays);
    if (begun.length > 0) return begun;
    if ((await groupOf()) === groupId) return takeOver(sql, groupId, by);
  }
  return refuse('resource.notFound');
}

/** Errors that prevent preparing an exam whose slot is open; they are returned in the response (EXAM-1). */
const preparingErrors: readonly ErrorCode[] = [
  'exam.notDurable',
  'structure.missing',
  'structure.notServable',
];

/**
 * Begins or resumes an exam with an appointment (EXAM-1, EXAM-2). Returns id 0 with the reason when it cannot begin
 * now, or with the error that prevents preparing it.
 */
export async function prepareExam(
  services: Services,
  caller: SignedIn,
  examId: number | undefined,
): Promise<PreparedExam> {
  try {
    return await beginOrResume(services, caller, examId);
  } catch (error) {
    if (!(error instanceof Refusal) || !preparingErrors.includes(error.code)) throw error;
    return { ...noExam('exam.none', error.params), error: error.code };
  }
}

async function beginOrResume(
  services: Services,
  caller: SignedIn,
  examId: number | undefined,
): Promise<PreparedExam> {
  const { actor, signInId } = caller;
  const by = { userId: actor.userId, signInId };
  if (actor.studentId === undefined) return noExam('exam.none', {});
  const { sql } = services.database;
  const { all, now, today } = await selectStudentAppointments(sql, actor.studentId);
  const appointment =
    examId === undefined
      ? currentAppointment(all, now, today)
      : all.find(({ examIds }) => examIds.includes(examId));
  if (!appointment) {
    if (examId !== undefined) refuse('resource.notFound');
    return noExam('exam.none', {});
  }
  refuseOtherSitting(caller, appointment.details.groupId);
  let taken: readonly ExamWriter[] = [];
  if (!appointment.begun) {
    const window = startWindow(appointment, now);
    if (window.status === 'tooEarly') return noExam('exam.tooEarly', { startsAt: iso(window.startsAt) });
    if (window.status === 'tooLate') return noExam('exam.tooLate', { endedAt: iso(window.endedAt) });
    taken = await begin(services, appointment, by);
  } else if (!appointment.finished && appointment.details.groupId !== null) {
    await services.exams.personal.paceLoad(actor.userId);
    taken = await takeOver(sql, appointment.details.groupId, by);
  }
  const sitting = await sittingOf(services, appointment);
  if (!sitting?.begun) return noExam('exam.none', {});
  return preparedExamOf(sitting, taken);
}
