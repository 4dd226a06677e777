import { randomUUID } from 'node:crypto';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { insertAppointments, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import type { Database } from '#server/db/database.ts';
import { openTokens } from '#server/http/tokens.ts';

const questionsPerExam = 12;
export const secret = 'a secret for fault tests only, as long as it has to be';
const seatsPerRoom = 500;

/** The people of the run: candidates who take exams, and students who book. */
export type Cohort = { readonly students: number; readonly bookers: number };

/** The session of a candidate; exams of the first session get settlements. */
export const sessionOf = (student: number): number => 1 + (student % scoringModes.length);
export const settledSession = 1;

/** One custom exam with both question kinds; students with open appointments, students who book one, and an administrator. */
export async function seed({ sql }: Database, { students, bookers }: Cohort): Promise<void> {
  const rooms = Math.ceil(students / seatsPerRoom);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`
      insert into university_years (start_year, end_year) values (2026, 2027);
      insert into colleges (code, name) values ('M', 'Medicină');
      insert into sections (college_id, code, name) values (1, 'MG', 'Medicină generală');
      insert into series (section_id, code, name, year) values (1, 1, 'Seria 1', 1);
      insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
        values ('A', 'Anatomie', 1, 1, 1, 1, 1);
      insert into chapters (discipline_id, code, description) values (1, 'K1', 'Capitolul 1');
      insert into questions (chapter_id, text, search_text, search, answer_count, correct_count)
        select 1, 'Întrebarea ' || n, 'intrebarea ' || n, 'intrebarea ' || n, 10, 5 from generate_series(1, 60) n;
      insert into question_versions (question_id, number, text, incomplete, answer_count, points)
        select id, 1, text, false, 10, case when id % 3 = 0 then 7.5 else 10 end from questions order by id;
      insert into answer_options (question_version_id, position, text)
        select v.id, p, 'Varianta ' || p from question_versions v, generate_series(0, 9) p;
      insert into question_keys (question_version_id, correct) select id, 31 from question_versions;
      insert into discipline_structures (discipline_id, questions, duration_minutes, automatic) values (1, ${questionsPerExam}, 60, true);
      insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple) values (1, 1, ${questionsPerExam}, 40);
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date,
                                 exam_schedule_start, exam_schedule_end, scoring_mode)
        select 'Sesiunea ' || mode, current_date - 5, current_date + 5, now(), now() + interval '5 days', now() + interval '9 days',
               now() - interval '9 days', now() + interval '5 days', mode from unnest('{${scoringModes.join(',')}}'::text[]) mode;
      insert into rooms (name, building, seat_numbers, priority)
        select 'Aula ' || n, 'A', ${seatsPerRoom}, n from generate_series(1, ${rooms}) n;
      insert into room_slots (room_id, start_hour, end_hour) select id, '00:00', '23:59' from rooms order by id;
      insert into users (email, name) select 's' || n || '@exam.test', 'Student ' || n from generate_series(1, ${students + bookers}) n;
      insert into students (user_id, email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
        select id, email, 'Ana', 'Pop', '6020304123450', '0712345678', 1, 1, 1, 1, 'M' || id from users order by id;
      insert into users (email, name, is_admin) values ('admin@exam.test', 'Administrator', true)`);
    const customExamId = await insertCustomExam(tx, {
      name: 'Anatomie',
      collegeId: 1,
      sectionId: 1,
      year: 1,
      seriesIds: [1],
      durationMinutes: 180,
      parts: [{ disciplines: [{ disciplineId: 1, questions: questionsPerExam }] }],
    });
    const times = await minutesFromNow(tx, -5, 12 * 60);
    const seats = Array.from({ length: students }, (_, index) => index + 1);
    await insertAppointments(
      tx,
      seats.map((seat) => ({
        studentId: seat,
        customExamId,
        examSessionId: sessionOf(seat),
        roomId: 1 + Math.floor((seat - 1) / seatsPerRoom),
        slotId: 1 + Math.floor((seat - 1) / seatsPerRoom),
        row: 0,
        seat: 1 + ((seat - 1) % seatsPerRoom),
        ...times,
      })),
    );
  });
}

/** The tokens of all students in order, and of the administrator at the end. */
export async function signIn(database: Database, { students, bookers }: Cohort): Promise<readonly string[]> {
  const tokens = await openTokens(database, secret);
  const count = students + bookers;
  const signIns = Array.from({ length: count + 1 }, () => randomUUID());
  await database.sql`insert into sign_ins (id, user_id, student_id, expires_at)
    select id, n, case when n <= ${count} then n end, now() + interval '1 day'
      from unnest(${signIns}::uuid[]) with ordinality as s (id, n)`;
  const iat = Math.floor(Date.now() / 1000);
  return Promise.all(
    signIns.map((jti, index) => {
      const isStudent = index < count;
      return tokens.issue({
        sub: String(index + 1),
        jti,
        exp: iat + 80_000,
        iat,
        Language: 'ro',
        Email: isStudent ? `s${index + 1}@exam.test` : 'admin@exam.test',
        Year: isStudent ? 1 : 0,
        role: isStudent ? 'Studenti' : 'Admin',
        dean: false,
        pkStudent: isStudent ? index + 1 : null,
      });
    }),
  );
}
