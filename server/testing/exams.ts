import type { ScoringMode } from '#domain/scoring/score-question.ts';
import { insertAppointment, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam, type NewCustomExam } from '#server/appointments/custom-exams.ts';
import { systemAuthor } from '#server/db/database.ts';
import {
  aDiscipline,
  aSeries,
  aStudent,
  type SignedInPerson,
  type Student,
  type StudyPlace,
  signedIn,
} from './accounts.ts';
import { aChapter, aStructure, someQuestions } from './bank.ts';
import type { TestServer } from './server.ts';

type Id = { readonly id: number };
function only<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the row was not made');
  return row;
}

/** A discipline with one chapter of complete questions and a structure that uses some of them. */
export async function aTaughtDiscipline(
  server: TestServer,
  given: { studyPlace?: StudyPlace; bank?: number; questions?: number; percentSimple?: number } = {},
): Promise<{ id: number; studyPlace: StudyPlace; chapterId: number }> {
  const discipline = await aDiscipline(server, given.studyPlace ? { studyPlace: given.studyPlace } : {});
  const chapterId = await aChapter(server, discipline.id);
  const questions = given.questions ?? 6;
  await someQuestions(server, chapterId, given.bank ?? questions + 4);
  await aStructure(server, discipline.id, [
    { id: chapterId, questions, percentSimple: given.percentSimple ?? 50 },
  ]);
  return { ...discipline, chapterId };
}

export type CustomExam = {
  readonly id: number;
  readonly studyPlace: StudyPlace;
  readonly disciplineIds: readonly number[];
};

/** A custom exam for one series, with the given numbers of summative disciplines and of questions in each. */
export async function aCustomExam(
  server: TestServer,
  given: {
    parts?: number;
    questions?: number;
    bank?: number;
    minutes?: number;
    percentSimple?: number;
    name?: string;
  } = {},
): Promise<CustomExam> {
  const studyPlace = await aSeries(server);
  const questions = given.questions ?? 6;
  const disciplineIds: number[] = [];
  for (let n = 0; n < (given.parts ?? 1); n += 1) {
    const { id } = await aTaughtDiscipline(server, {
      studyPlace,
      questions,
      ...(given.bank !== undefined && { bank: given.bank }),
      ...(given.percentSimple !== undefined && { percentSimple: given.percentSimple }),
    });
    disciplineIds.push(id);
  }
  const id = await storedCustomExam(server, {
    ...ofSeries(studyPlace),
    name: given.name ?? 'Examen de semestru',
    durationMinutes: given.minutes ?? 60,
    parts: disciplineIds.map((disciplineId) => ({
      credits: 5,
      disciplines: [{ disciplineId, questions, credits: 5 }],
    })),
  });
  return { id, studyPlace, disciplineIds };
}

const ofSeries = ({ collegeId, sectionId, year, seriesId }: StudyPlace) => ({
  collegeId,
  sectionId,
  year,
  seriesIds: [seriesId],
});

const storedCustomExam = (server: TestServer, exam: NewCustomExam): Promise<number> =>
  server.database.transaction(systemAuthor, (tx) => insertCustomExam(tx, exam));

/** A custom exam for a series, with a separate part for each discipline and its number of questions. */
export const aCustomExamOf = (
  server: TestServer,
  studyPlace: StudyPlace,
  disciplines: readonly { readonly disciplineId: number; readonly questions: number }[],
  name = 'Examen',
): Promise<number> =>
  storedCustomExam(server, {
    ...ofSeries(studyPlace),
    name,
    durationMinutes: 60,
    parts: disciplines.map((discipline) => ({ disciplines: [discipline] })),
  });

/** An integrative exam for a series: one part that asks several disciplines together. */
export async function anIntegrativeExam(
  server: TestServer,
  studyPlace: StudyPlace,
  disciplines: readonly { readonly disciplineId: number; readonly questions: number }[],
): Promise<CustomExam> {
  const id = await storedCustomExam(server, {
    ...ofSeries(studyPlace),
    name: 'Integrativ',
    durationMinutes: 60,
    parts: [{ groupName: 'Clinică', credits: 5, disciplines }],
  });
  return { id, studyPlace, disciplineIds: disciplines.map(({ disciplineId }) => disciplineId) };
}

/** An exam session that includes today. */
export async function aSession(
  server: TestServer,
  given: { mode?: ScoringMode; simulation?: boolean; pregenerated?: boolean } = {},
): Promise<number> {
  const rows = await server.database.transaction(
    systemAuthor,
    (tx) => tx<Id[]>`
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date,
        contest_resolve_end_date, exam_schedule_start, exam_schedule_end, scoring_mode, simulation, pregenerated)
      values ('Sesiunea de azi', current_date - 10, current_date + 10, now() - interval '1 day', now() + interval '5 days',
        now() + interval '9 days', now() - interval '20 days', now() + interval '10 days', ${given.mode ?? 'FULL_MATCH'},
        ${given.simulation ?? false}, ${given.pregenerated ?? false}) returning id`,
  );
  return only(rows).id;
}

/** Creates templates of four questions each; template n begins with question n. Returns their questions. */
export async function someTemplates(
  server: TestServer,
  custom: CustomExam,
  given: { sessionId: number; count?: number; randomized?: boolean },
): Promise<number[][]> {
  const { sql } = server.database;
  const versions = (
    await sql<Id[]>`
      select v.id from question_versions v join questions q on q.id = v.question_id
        join chapter_structures s on s.chapter_id = q.chapter_id
       where s.discipline_id = ${custom.disciplineIds[0] ?? 0} order by v.id`
  ).map(({ id }) => id);
  const made: number[][] = [];
  for (let number = 1; number <= (given.count ?? 1); number += 1) {
    const versionIds = versions.slice(number - 1, number + 3);
    await sql`
      with made as (
        insert into template_groups (custom_exam_id, exam_session_id, number, randomized)
        values (${custom.id}, ${given.sessionId}, ${number}, ${given.randomized ?? false}) returning id
      ), exam as (
        insert into template_exams (template_group_id, part_id, position)
        select made.id, p.id, p.position from made, custom_exam_parts p where p.custom_exam_id = ${custom.id} returning id
      )
      insert into template_questions (template_exam_id, position, question_version_id, kind, slots)
      select exam.id, place, version, 'm', '{9,0,8,1,7}' from exam, unnest(${versionIds}::int[]) with ordinality as q (version, place)`;
    made.push(versionIds);
  }
  return made;
}

let seats = 0;

/**
 * Creates an appointment with a free seat that starts and ends the given number of minutes from now.
 * The room slot only gives the seat. The times of the appointment decide.
 */
export async function anAppointment(
  server: TestServer,
  given: {
    student: Student;
    customExamId: number;
    sessionId?: number;
    from?: number;
    to?: number;
    extraMinutes?: number;
    seat?: number;
  },
): Promise<{ id: number; examId: number }> {
  seats += 1;
  const roomName = `Sala ${seats}`;
  const sessionId = given.sessionId ?? (await aSession(server));
  return server.database.transaction(systemAuthor, async (tx) => {
    const room = only(
      await tx<Id[]>`insert into rooms (name, building, seat_numbers, priority)
        values (${roomName}, 'A', 30, 1) returning id`,
    );
    const slot = only(
      await tx<
        Id[]
      >`insert into room_slots (room_id, start_hour, end_hour) values (${room.id}, '08:00', '20:00') returning id`,
    );
    return insertAppointment(tx, {
      studentId: given.student.studentId,
      customExamId: given.customExamId,
      examSessionId: sessionId,
      roomId: room.id,
      slotId: slot.id,
      row: 1,
      seat: given.seat ?? 7,
      ...(await minutesFromNow(tx, given.from ?? -5, given.to ?? 120)),
      extraMinutes: given.extraMinutes ?? 0,
    });
  });
}

/** A student of the custom exam's series with an open appointment, signed in. */
export async function aCandidate(
  server: TestServer,
  exam: CustomExam,
  given: { sessionId?: number; from?: number; to?: number; extraMinutes?: number; seat?: number } = {},
): Promise<
  SignedInPerson & { readonly student: Student; readonly appointment: { id: number; examId: number } }
> {
  const student = await aStudent(server, { studyPlace: exam.studyPlace });
  const appointment = await anAppointment(server, { student, customExamId: exam.id, ...given });
  return { ...(await signedIn(server, student)), student, appointment };
}
