import { type Database, systemAuthor } from '#server/db/database.ts';

/** How many students of each series have an appointment today. */
const SEATED = 20;

/**
 * Makes the large university busy: disciplines with banks and structures, an exam for each series, a session
 * open for booking, appointments today, and past failed sign-ins.
 */
export async function loadBusyDay(database: Database): Promise<{ readonly studentId: number }> {
  return database.transaction(systemAuthor, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into university_years (start_year, end_year) values (2026, 2027)`;
    await tx`
      insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
      select 'D' || r.id || n, 'Disciplina ' || n, (select max(id) from university_years), s.college_id, s.id, r.year, 1
        from series r join sections s on s.id = r.section_id, generate_series(1, 3) n`;
    await tx`insert into discipline_series (discipline_id, series_id)
      select d.id, r.id from disciplines d join series r on r.section_id = d.section_id and r.year = d.year`;
    await tx`insert into chapters (discipline_id, code, description)
      select d.id, 'C' || n, 'Capitolul ' || n from disciplines d, generate_series(1, 3) n`;
    await tx`insert into questions (chapter_id, text, search_text, search, answer_count, correct_count)
      select c.id, 'Întrebarea ' || n, 'intrebarea ' || n, 'intrebarea ' || n, 10, 5 from chapters c, generate_series(1, 40) n`;
    await tx`insert into question_versions (question_id, number, text, incomplete, answer_count)
      select id, 1, text, false, 10 from questions`;
    await tx`insert into question_keys (question_version_id, correct) select id, 31 from question_versions`;
    await tx`insert into discipline_structures (discipline_id, questions, duration_minutes, automatic)
      select id, 30, 60, false from disciplines where id % 10 <> 0`;
    await tx`insert into chapter_structures (chapter_id, discipline_id, questions, percent_simple)
      select c.id, c.discipline_id, 10, 50 from chapters c join discipline_structures s on s.discipline_id = c.discipline_id`;
    await tx`insert into custom_exams (name, college_id, section_id, year, duration_minutes)
      select 'Examen ' || r.id, s.college_id, s.id, r.year, 60 from series r join sections s on s.id = r.section_id`;
    await tx`insert into custom_exam_series (custom_exam_id, series_id)
      select x.id, r.id from custom_exams x join series r on r.section_id = x.section_id and r.year = x.year`;
    await tx`insert into custom_exam_parts (custom_exam_id, position, kind) select id, 1, 'summative' from custom_exams`;
    await tx`insert into custom_exam_disciplines (part_id, custom_exam_id, kind, discipline_id, position, questions)
      select p.id, x.id, 'summative', (select min(d.id) from disciplines d where d.section_id = x.section_id and d.year = x.year), 1, 30
        from custom_exam_parts p join custom_exams x on x.id = p.custom_exam_id`;
    await tx`
      insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date, contest_resolve_end_date,
        exam_schedule_start, exam_schedule_end)
      values ('Iarnă', current_date - 5, current_date + 20, now(), now() + interval '5 days', now() + interval '9 days',
        now() - interval '20 days', now() + interval '5 days')`;
    await tx`insert into room_slots (room_id, start_hour, end_hour)
      select id, '08:00', '10:00' from rooms order by id limit 500`;
    await tx`
      insert into appointments (student_id, custom_exam_id, exam_session_id, exam_date, room_id, room_slot_id, row_number, seat_number,
        starts_at, ends_at)
      select p.id, x.id, (select max(id) from exam_sessions), current_date, t.room_id, t.id, 0, p.place,
             current_date + interval '8 hours', current_date + interval '10 hours'
        from (select id, series_id, row_number() over (partition by series_id order by id) as place from students) p
        join custom_exam_series c on c.series_id = p.series_id join custom_exams x on x.id = c.custom_exam_id
        join (select id, room_id, row_number() over (order by id) as place from room_slots) t on t.place = 1 + p.series_id % 500
       where p.place <= ${SEATED}`;
    await tx`insert into sign_in_failure_hours (user_id, hour, failures)
      select id, date_trunc('hour', now()), 3 from users order by id limit 2000`;
    await tx`insert into discipline_teachers (discipline_id, email, part)
      select id, 'teacher@exam.test', 'holder' from disciplines order by id limit 5`;
    await tx`insert into secretaries (email, college_id, year) select 'secretary@exam.test', min(id), 0 from colleges`;
    const [student] = await tx<{ id: number }[]>`
      insert into students (email, user_id, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
      select u.email, u.id, 'Ana', 'Pop', 'X999999999', '0712345678', p.year, p.college_id, p.section_id, p.series_id, 'bench'
        from users u, (select * from students order by id limit 1) p where u.email = 'student@exam.test' returning id`;
    await tx`analyze`;
    return { studentId: student?.id ?? 0 };
  });
}
