import type { Filing } from '#contract/contestation-filing.ts';
import { keyDelaySeconds } from '#domain/exam-taking/key-opening.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import {
  aDiscipline,
  aSeries,
  aTeacher,
  type SignedInPerson,
  type StudyPlace,
  signedIn,
} from './accounts.ts';
import { aChapter, aStructure, someQuestions } from './bank.ts';
import { aSession, aTaughtDiscipline, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';
import { aRunningExam, type RunningExam } from './sittings.ts';

/** A custom exam with one part of several disciplines with two questions each, and their holders. */
export type ContestedExam = {
  readonly exam: CustomExam;
  readonly sessionId: number;
  /** In the order of the disciplines. */
  readonly holders: readonly SignedInPerson[];
};

/** A discipline whose questions have so few answers that every student sees all of them. */
async function aDisciplineServedWhole(server: TestServer, studyPlace: StudyPlace, questions: number) {
  const discipline = await aDiscipline(server, { studyPlace });
  const chapterId = await aChapter(server, discipline.id);
  await someQuestions(server, chapterId, questions, { correct: 2, wrong: 2 });
  await aStructure(server, discipline.id, [{ id: chapterId, questions, percentSimple: 0 }]);
  return discipline;
}

export async function aContestedExam(
  server: TestServer,
  {
    disciplines = 1,
    questions = 2,
    isWhole = false,
  }: { disciplines?: number; questions?: number; isWhole?: boolean } = {},
): Promise<ContestedExam> {
  const studyPlace = await aSeries(server);
  const disciplineIds: number[] = [];
  const holders: SignedInPerson[] = [];
  for (let n = 0; n < disciplines; n += 1) {
    // The bank has no further questions, so every student gets the same versions.
    const { id } = isWhole
      ? await aDisciplineServedWhole(server, studyPlace, questions)
      : await aTaughtDiscipline(server, { studyPlace, questions, bank: questions });
    const teacher = await aTeacher(server);
    await server.database.transaction(
      systemAuthor,
      (tx) =>
        tx`insert into discipline_teachers (discipline_id, email, part) values (${id}, ${teacher.email}, 'holder')`,
    );
    disciplineIds.push(id);
    holders.push(await signedIn(server, teacher));
  }
  const id = await server.database.transaction(systemAuthor, (tx) =>
    insertCustomExam(tx, {
      name: 'Examen contestat',
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: studyPlace.year,
      seriesIds: [studyPlace.seriesId],
      durationMinutes: 60,
      parts: [
        {
          ...(disciplines > 1 && { groupName: 'Grup integrativ' }),
          disciplines: disciplineIds.map((disciplineId) => ({ disciplineId, questions })),
        },
      ],
    }),
  );
  return { exam: { id, studyPlace, disciplineIds }, sessionId: await aSession(server), holders };
}

export type FinishedExam = RunningExam & { readonly appointmentId: number };

/**
 * A student ticks the first answer of each question and finishes; a day passes, so that contestations are
 * open.
 */
export async function aFinishedExam(
  server: TestServer,
  { exam, sessionId }: Pick<ContestedExam, 'exam' | 'sessionId'>,
  { yesterday = true, answer = [0] }: { yesterday?: boolean; answer?: readonly number[] } = {},
): Promise<FinishedExam> {
  const running = await aRunningExam(server, exam, { sessionId });
  for (const { position } of await running.stored()) await running.save(position, answer);
  await running.finish();
  const finished = { ...running, appointmentId: running.appointment.id };
  if (yesterday) await shift(server, finished, -1);
  return finished;
}

/** Moves the appointment of a finished exam by some days. */
export async function shift(
  server: TestServer,
  { appointmentId }: Pick<FinishedExam, 'appointmentId'>,
  days: number,
): Promise<void> {
  await server.database.sql`
    update appointments set exam_date = exam_date + ${days}::int, starts_at = starts_at + make_interval(days => ${days}::int),
           ends_at = ends_at + make_interval(days => ${days}::int) where id = ${appointmentId}`;
}

/** Moves the appointment of a finished exam so that its key opens now. */
export async function openKeyNow(
  server: TestServer,
  { appointmentId }: Pick<FinishedExam, 'appointmentId'>,
): Promise<void> {
  await server.database.sql`
    update appointments set starts_at = starts_at - (ends_at - now()) - make_interval(secs => ${keyDelaySeconds}),
           ends_at = now() - make_interval(secs => ${keyDelaySeconds}) where id = ${appointmentId}`;
}

export const readFiling = async ({ student, exam }: RunningExam): Promise<Filing> =>
  (await student.get(`examContests/filing/${exam.id}`)).json();

/** Files a contestation of the given questions. */
export const file = (
  { student, exam, questionId }: RunningExam,
  positions: readonly number[],
  changed: Readonly<Record<string, unknown>> = {},
) =>
  student.post('examContests', {
    examId: exam.id,
    type: 'question',
    questions: positions.map((position) => ({ examQuestionId: questionId(position), reason: 'RI' })),
    ...changed,
  });

/** Files a contestation and returns its id. */
export async function filed(...args: Parameters<typeof file>): Promise<number> {
  const response = await file(...args);
  if (response.statusCode !== 201) throw new Error(`nothing was filed: ${response.body}`);
  return response.json().id;
}
