import { expect } from 'vitest';
import type { Item } from '#contract/item.ts';
import { type SignedInPerson, signedIn } from './accounts.ts';
import { record } from './corrections.ts';
import { anAppointment, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';
import { type RunningExam, runningExam } from './sittings.ts';
import { namesOf, studentCsv, uploadedStudents } from './student-files.ts';

/** The values of a person that are searched for. */
export const planted = {
  email: 'viorica.plantata@exam.test',
  firstName: 'Viorica-Zenobia',
  lastName: 'Plantată',
  cnp: '6040501129879',
  phoneNumber: '0799888777',
  nrMatricol: 'MATR-PLANTED',
  externalId: 'EXT-PLANTED',
};
export const reasons = {
  extra: 'dislexie atestată',
  annulled: 'a copiat de la vecină',
  ended: 'a ieșit din sală',
  contest: 'sistemul s-a blocat la a doua întrebare',
  reply: 'jurnalul nu arată nicio întrerupere',
};
/** As written, and as the search columns fold it. */
export const everyValue = [...Object.values(planted), ...Object.values(reasons), 'zenobia plantata'];

export type Planted = { readonly userId: number; readonly exam: RunningExam };

/** Where a person is planted. */
export type PlantedPersonSetup = {
  readonly server: TestServer;
  readonly admin: SignedInPerson;
  readonly custom: CustomExam;
  readonly sessionId: number;
};

/** A student with data of every kind, created through the API where possible. */
export async function aPlantedPerson(
  { server, admin, custom, sessionId }: PlantedPersonSetup,
  values: typeof planted,
): Promise<Planted> {
  const { studyPlace } = custom;
  const made = await admin.post('students', { ...values, ...studyPlace });
  expect(made.statusCode, made.body).toBe(201);
  const { id: studentId } = made.json<Item>();
  const { sql } = server.database;
  const [row] = await sql<{ id: number }[]>`select id from users where email = ${values.email}`;
  const person = { userId: row?.id ?? 0, email: values.email, studentId, studyPlace };
  const appointment = await anAppointment(server, { student: person, customExamId: custom.id, sessionId });
  await sql`update appointments set extra_reason = ${reasons.extra} where id = ${appointment.id}`;
  const student = await signedIn(server, person);
  const begun = await student.post(`prepareExam/?examId=${appointment.examId}`);
  const exam = runningExam(server, student, begun.json());
  const report = { user: { name: values.lastName, cnp: values.cnp }, clientTime: values.email };
  expect((await exam.save(1, [0], { seq: 1, ...report })).statusCode).toBe(200);
  const marks = { indexes: [2], seq: 1, writer: exam.exam.writer };
  expect((await student.put(`examReviewMarks?examId=${exam.exam.id}`, marks)).statusCode).toBeLessThan(300);
  await sql`
    insert into appointment_mails (exam_id, user_id, kind, sequence, facts)
    values (${appointment.examId}, ${person.userId}, 'reminder', 0, '{"examName":"Anatomie"}')`;
  await server.caller().post('login', { email: values.email, password: 'not the password' });
  const names = await namesOf(server, studyPlace);
  const cells = [
    names.college,
    values.externalId,
    values.lastName,
    values.firstName,
    values.cnp,
    String(studyPlace.year),
  ];
  await uploadedStudents(
    admin,
    studentCsv([...cells, names.section, names.series, values.phoneNumber, values.email, values.nrMatricol]),
  );
  return { userId: person.userId, exam };
}

/** Data that only some sittings have, among them a resolved contestation. */
export async function insertRareRecords(
  { server, admin, custom, sessionId }: PlantedPersonSetup,
  { userId, exam }: Planted,
): Promise<void> {
  const { sql } = server.database;
  await sql`
    with contest as (
      insert into exam_contests (type, exam_id, student_id, exam_session_id, comment, facts, score_before, grade_before, filed_by, status, resolved_at)
      select 'technical', e.id, g.student_id, ${sessionId}, ${reasons.contest}, '{"recordings":7}', e.score, e.grade, e.user_id, 'RS', now()
        from exams e join exam_groups g on g.id = e.group_id where e.id = ${exam.exam.id} returning id)
    insert into exam_contest_questions (contest_id, position, comment, accepted, reply, resolved_at)
    select id, 0, ${reasons.contest}, false, ${reasons.reply}, now() from contest`;
  const enrolment = sql`(select id from students where user_id = ${userId})`;
  await sql`insert into relatives (user_id, student_id) values (${admin.userId}, ${enrolment})`;
  await sql`insert into paper_entries (exam_id, entered_by, ticks) values (${exam.exam.id}, ${admin.userId}, ${[1, 0]})`;
  await sql`insert into waiting_places (student_id, custom_exam_id, exam_session_id, exam_date)
            values (${enrolment}, ${custom.id}, ${sessionId}, current_date)`;
  await sql`
    with year as (insert into university_years (start_year, end_year) values (2093, 2094) returning id),
         copy as (insert into year_copies (from_year_id, to_year_id, made_by)
                  select y.id, year.id, ${admin.userId} from university_years y, year limit 1 returning id, to_year_id)
    insert into year_moves (to_year_id, student_id, copy_id, from_series_id, to_series_id)
    select copy.to_year_id, s.id, copy.id, s.series_id, s.series_id from copy, students s where s.user_id = ${userId}`;
  await sql`insert into contest_mails (user_id, kind, facts) values (${userId}, 'gradeChanged', '{}')`;
  await sql`insert into event_reasons (exam_id, save_id, reason)
            select exam_id, save_id, ${reasons.ended} from exam_events where exam_id = ${exam.exam.id} and kind = 'f'`;
  await sql`insert into changed_grades (exam_id, old_grade) values (${exam.exam.id}, 4)`;
  await sql`insert into last_sign_ins (user_id, at) values (${userId}, now())`;
  await sql`insert into sign_in_days (user_id, day, sign_ins, last_at, last_sign_in)
            values (${userId}, current_date, 1, now(), gen_random_uuid())`;
  await sql`insert into day_passwords (user_id, day, hash) values (${userId}, current_date, 'x')`;
  await sql`insert into password_links (token_hash, user_id, expires_at) values ('x', ${userId}, now())`;
  await sql`
    insert into settlements (kind, reach, exam_id, exam_session_id, question_version_id, ticks, late_save_id, reason, made_by)
    select 'countLate', 'student', q.exam_id, ${sessionId}, q.question_version_id, 1, gen_random_uuid(), 'Curent oprit', ${admin.userId}
      from exam_questions q where q.exam_id = ${exam.exam.id} and q.position = 1`;
}

/** Finishes, records and annuls the exam. */
export async function finished({ admin }: PlantedPersonSetup, { exam }: Planted): Promise<void> {
  expect((await exam.finish()).statusCode).toBe(200);
  expect((await record(exam.student, exam.exam.groupId)).statusCode).toBe(201);
  const annul = await admin.post(`sittings/${exam.exam.groupId}/annul`, { reason: reasons.annulled });
  expect(annul.statusCode, annul.body).toBeLessThan(300);
}
