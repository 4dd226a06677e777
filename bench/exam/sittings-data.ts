import { insertAppointments, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import type { Database, Transaction } from '#server/db/database.ts';

/** Questions per exam, answers per question, and questions in the bank. */
export const questionsPerExam = 100;
export const answersShown = 5;
const bankQuestions = 600;

/** Ids derive from the number of the student, so the benchmark needs no lookups. */
const digits = (n: number) => String(100_000_000_000 + n);
export const signInOf = (n: number) => `00000000-0000-4000-8000-${digits(n)}`;
export const writerOf = (n: number) => `00000000-0000-4000-9000-${digits(n)}`;

/** Rows are loaded without triggers, which is faster; `audited` loads them with, so that the check of the records finds them logged. */
async function beginLoading(tx: Transaction, audited: boolean): Promise<void> {
  if (!audited) await tx`set local session_replication_role = replica`;
}

/** A bank with one discipline, a custom exam, a current session and a room with one large slot. */
export async function loadBank({ sql }: Database, audited = false): Promise<void> {
  await sql.begin(async (tx) => {
    await beginLoading(tx, audited);
    await tx.unsafe(`
      insert into university_years (start_year, end_year) values (2026, 2027);
      insert into colleges (code, name) values ('M', 'Medicină');
      insert into sections (college_id, code, name) values (1, 'MG', 'Medicină generală');
      insert into series (section_id, code, name, year) values (1, 1, 'Seria 1', 1);
      insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
        values ('F', 'Farmacologie', 1, 1, 1, 1, 1);
      insert into chapters (discipline_id, code, description) values (1, 'K1', 'Capitolul 1');
      insert into questions (chapter_id, text, search_text, search, answer_count, correct_count)
        select 1, 'Care dintre afirmațiile despre medicamentul ' || n || ' sunt adevărate?', 'medicamentul ' || n, 'medicamentul ' || n, 10, 5
          from generate_series(1, ${bankQuestions}) n;
      insert into question_versions (question_id, number, text, incomplete, answer_count)
        select id, 1, text, false, 10 from questions order by id;
      insert into answer_options (question_version_id, position, text)
        select v.id, p, 'Varianta ' || p || ' a întrebării ' || v.id || ', cu un text de lungime obișnuită'
          from question_versions v, generate_series(0, 9) p;
      insert into question_keys (question_version_id, correct) select id, 31 from question_versions;
      insert into discipline_structures (discipline_id, questions, duration_minutes, automatic) values (1, ${questionsPerExam}, 180, true);
      insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple) values (1, 1, ${questionsPerExam}, 20);
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date, exam_schedule_start, exam_schedule_end)
        values ('Sesiunea', current_date - 5, current_date + 5, now(), now() + interval '5 days', now() + interval '9 days', now() - interval '9 days', now() + interval '5 days');
      insert into rooms (name, building, seat_numbers, priority) values ('Aula', 'A', 30000, 1);
      insert into room_slots (room_id, start_hour, end_hour) values (1, '00:00', '23:59')`);
    await insertCustomExam(tx, {
      name: 'Farmacologie',
      collegeId: 1,
      sectionId: 1,
      year: 1,
      seriesIds: [1],
      durationMinutes: 180,
      parts: [{ credits: 5, disciplines: [{ disciplineId: 1, questions: questionsPerExam }] }],
    });
  });
}

/** Students numbered from `first`, signed in, with an appointment that is open for hours. */
export async function loadStudents(
  { sql }: Database,
  first: number,
  count: number,
  audited = false,
): Promise<void> {
  const last = first + count - 1;
  await sql.begin(async (tx) => {
    await beginLoading(tx, audited);
    await tx.unsafe(`
      insert into users (id, email, name) overriding system value
        select n, 's' || n || '@exam.test', 'Student ' || n from generate_series(${first}, ${last}) n;
      insert into students (id, user_id, email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
        overriding system value
        select n, n, 's' || n || '@exam.test', 'Ana', 'Pop', '6020304123450', '0712345678', 1, 1, 1, 1, 'M' || n
          from generate_series(${first}, ${last}) n;
      insert into sign_ins (id, user_id, student_id, expires_at)
        select ('00000000-0000-4000-8000-' || (100000000000 + n))::uuid, n, n, now() + interval '1 day'
          from generate_series(${first}, ${last}) n`);
    await tx`select setval('appointments_id_seq', ${first}, false), setval('exam_ids', ${first}, false)`;
    const times = await minutesFromNow(tx, -5, 6 * 60);
    const students = Array.from({ length: count }, (_, index) => first + index);
    await insertAppointments(
      tx,
      students.map((n) => ({
        studentId: n,
        customExamId: 1,
        examSessionId: 1,
        roomId: 1,
        slotId: 1,
        row: 0,
        seat: n,
        ...times,
      })),
    );
  });
}

/** Exams by number: running ones of these students, or finished ones of the first student. */
export async function loadExams(
  { sql }: Database,
  first: number,
  count: number,
  state: 'running' | 'finished',
): Promise<void> {
  const last = first + count - 1;
  const running = state === 'running';
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(`
      insert into exam_groups (id, kind, user_id, student_id, appointment_id, custom_exam_id, exam_session_id, name, duration_s, seed, started_at)
        overriding system value
        select n, ${running ? "'official', n, n, n" : "'simulation', 1, 1, null"}, 1, 1, 'Farmacologie', 10800, 'bench', now()
          from generate_series(${first}, ${last}) n;
      insert into exams (id, group_id, position, user_id, part_id, name, questions, scoring_mode, max_points, started_at, deadline, writer${running ? '' : ', finished_at, finish_cause, score, grade'})
        select n, n, 1, ${running ? 'n' : '1'}, 1, 'Farmacologie', ${questionsPerExam}, 'FULL_MATCH', ${questionsPerExam * 10}, now(), now() + interval '5 hours',
               ('00000000-0000-4000-9000-' || (100000000000 + n))::uuid${running ? '' : ", now(), 'student', 500, 5"}
          from generate_series(${first}, ${last}) n;
      insert into exam_questions (exam_id, position, question_version_id, kind, slots)
        select n, p, 1 + (n * 7 + p) % ${bankQuestions}, 'm', '{3,7,1,9,4}'
          from generate_series(${first}, ${last}) n, generate_series(1, ${questionsPerExam}) p`);
  });
}

/** Brings the database to a steady state: statistics, visibility maps, no dirty pages. */
export async function settle({ sql }: Database): Promise<void> {
  for (const [sequence, table] of [
    ['exam_ids', 'exams'],
    ['exam_groups_id_seq', 'exam_groups'],
    ['appointments_id_seq', 'appointments'],
    ['users_id_seq', 'users'],
    ['students_id_seq', 'students'],
  ] as const)
    await sql.unsafe(
      `select setval('${sequence}', greatest((select coalesce(max(id), 1) from ${table})${table === 'exams' ? ', (select coalesce(max(exam_id), 1) from appointments)' : ''}))`,
    );
  await sql`vacuum analyze`;
  await sql`checkpoint`;
}
