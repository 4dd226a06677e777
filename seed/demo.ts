import { type Database, type Queryable, systemAuthor, type Transaction } from '#server/db/database.ts';
import { dayOf, universityYearOf } from './calendar.ts';
import { insertDisciplines } from './disciplines.ts';
import { insertExamPeriods, insertUniversityYears, renewOpenSession } from './exam-periods.ts';
import { insertExams } from './exams/exams.ts';
import { renewOpenAppointment } from './exams/open-appointment.ts';
import { insertFaculties } from './faculties.ts';
import { insertQuestionBank } from './questions/questions.ts';
import { insertRooms } from './rooms.ts';
import { insertSecretaries, staffAccounts } from './staff.ts';
import { enrolments, insertStudents, studentAccounts } from './students.ts';
import { insertUsers } from './users.ts';

/** Who uses this database. Demo accounts have a public password and are never mixed with real ones. */
async function databaseContents(sql: Queryable): Promise<'nobody' | 'demo' | 'other'> {
  const [row] = await sql<{ demo: boolean; used: boolean }[]>`
    select exists (select from users where email = 'admin@exam.test') as demo,
           exists (select from users) or exists (select from colleges) as used`;
  if (row?.demo) return 'demo';
  return row?.used ? 'other' : 'nobody';
}

const lock = (tx: Transaction) => tx`select pg_advisory_xact_lock(hashtext('demo'))`;

/** The result of loading the demo: loaded now, loaded before, or the database is already in use. */
export type Demo = 'loaded' | 'renewed' | 'refused';

/**
 * Loads a small, realistic university into an empty database, in one transaction. When the demo is loaded already,
 * it only renews dates that have passed. Deterministic for the same moment and safe to call concurrently.
 */
export async function loadDemo(database: Database, now: Date): Promise<Demo> {
  const today = dayOf(now);
  const universityYear = universityYearOf(today);
  return database.transaction(systemAuthor, async (tx) => {
    await lock(tx);
    const owner = await databaseContents(tx);
    if (owner === 'other') return 'refused';
    if (owner === 'demo') {
      await renewOpenSession(tx, today);
      await renewOpenAppointment(tx, now);
      return 'renewed';
    }
    const universityYearId = await insertUniversityYears(tx, today);
    const studyPlaces = await insertFaculties(tx);
    await insertRooms(tx);
    await insertExamPeriods(tx, today);
    const students = enrolments(studyPlaces, universityYear);
    await insertUsers(tx, [...staffAccounts, ...studentAccounts(students)]);
    await insertStudents(tx, students, universityYear);
    await insertSecretaries(tx, studyPlaces);
    await insertDisciplines(tx, studyPlaces, universityYearId);
    await insertQuestionBank(tx);
    await insertExams(tx, studyPlaces, now);
    await renewOpenAppointment(tx, now);
    await tx`analyze users, students, questions, question_versions, appointments, exam_groups, exams, exam_questions, exam_events`;
    return 'loaded';
  });
}

/** Keeps the demo student's appointment open until the exam begins. */
export async function keepDemoOpen(database: Database, now: Date): Promise<void> {
  await database.transaction(systemAuthor, async (tx) => {
    await lock(tx);
    if ((await databaseContents(tx)) !== 'demo') return;
    await renewOpenSession(tx, dayOf(now));
    await renewOpenAppointment(tx, now, { onlyWaiting: true });
  });
}
