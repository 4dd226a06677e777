import { inject } from 'vitest';
import { openClient } from '#server/db/client.ts';
import type { Sql } from '#server/db/database.ts';
import { contestedCohort } from './contested-exams.ts';
import { type Account, accounts } from './visitor.ts';

export type Screen = readonly [path: string, account: Account | 'nobody'];

/**
 * Every screen and one page of each other kind, opened with a role that uses it. Names in braces are rows of the demo.
 * A running exam, the form of a contestation and the editor of a template are checked where a test has one (`expectSteady`).
 */
const everyScreen: readonly Screen[] = [
  ['/login', 'nobody'],
  ['/login?setPassword=token', 'nobody'],
  ['/dashboard', 'admin'],
  ['/dashboard', 'student'],
  ['/dashboard', 'teacher'],
  ['/dashboard', 'secretary'],
  ['/dashboard', 'dean'],
  ['/universityYears', 'admin'],
  ['/faculties', 'admin'],
  ['/examinare', 'admin'],
  ['/sali', 'admin'],
  ['/students', 'secretary'],
  ['/students?student={student}', 'secretary'],
  ['/secretars', 'generalSecretary'],
  ['/sali', 'teacher'],
  ['/disciplineList', 'teacher'],
  ['/disciplineList?disciplineId=6', 'teacher'],
  ['/disciplineManage', 'secretary'],
  ['/question/0/10/0/0/0/0', 'teacher'],
  ['/new-question', 'teacher'],
  ['/4/edit', 'teacher'],
  ['/questionPreview?questionId=4&kind=simple', 'teacher'],
  ['/questionPreview?disciplineId=6', 'teacher'],
  ['/exam/1', 'student'],
  ['/prepareExam', 'student'],
  ['/test', 'student'],
  ['/examSimulation', 'student'],
  ['/examsPreview', 'student'],
  ['/examResult', 'student'],
  ['/teacherExams', 'teacher'],
  ['/customExams', 'secretary'],
  ['/customExams?examId={customExam}', 'secretary'],
  ['/appointments', 'secretary'],
  ['/examAppointments', 'student'],
  ['/exam-schedule', 'secretary'],
  ['/exam-schedule?view=week', 'dean'],
  ['/studentsExams', 'teacher'],
  ['/studentsExams?groupId={sitting}', 'admin'],
  ['/studentsExams?view=statistics&examCustomId={customExam}&sessionId={session}', 'admin'],
  ['/studentsExams?view=paper&groupId={sitting}', 'admin'],
  ['/recording/{sitting}.json', 'admin'],
  ['/contestations', 'student'],
  ['/contestations?view=groups', 'teacher'],
  ['/{contest}/resolve', 'teacher'],
  ['/examContest/{contest}', 'admin'],
  ['/templateExamView/{template}/{templateSession}', 'admin'],
  ['/templateExamContest/{template}/{templateSession}', 'admin'],
  ['/adminExamPrint?examCustomId={customExam}&examSessionId={session}', 'admin'],
  ['/imports', 'admin'],
  ['/imports?import={studentImport}', 'admin'],
  ['/admin', 'admin'],
  ['/admin?part=accounts', 'admin'],
  ['/admin?part=log', 'admin'],
  ['/admin?part=dayPasswords', 'admin'],
  ['/configuration?group=exams', 'admin'],
  ['/configuration?group=mail', 'admin'],
  ['/imports', 'student'],
  ['/no/such/place', 'teacher'],
];

/** The screens of some accounts: each file walks a share of them, so that every worker has one. */
export const screensOf = (...walked: readonly Screen[1][]): readonly Screen[] =>
  everyScreen.filter(([, account]) => walked.includes(account));

type DemoIds = Readonly<Record<string, number>>;

/** A student file to review: a row that is refused, and one that changes a student. */
async function aStudentImport(sql: Sql): Promise<number> {
  const [made] = await sql<{ id: number }[]>`
    insert into imports (kind, made_by, file_name, format, state)
    select 'students', id, 'studenti-de-verificat.csv', 'csv', 'ready' from users where email = ${accounts.admin} returning id`;
  const id = made?.id ?? 0;
  await sql`
    insert into student_import_rows (import_id, position, line, label, cells, problems, changes, outcome, state, student_id, series_id)
    select ${id}, n, n, s.last_name || ' ' || s.first_name,
           jsonb_build_object('faculty', c.name, 'externalId', '', 'lastName', s.last_name, 'firstName', s.first_name, 'cnp', '123',
             'year', s.year::text, 'section', '', 'series', '', 'phone', '0712345678', 'email', s.email, 'matricol', ''),
           case n when 1 then '[{"column":"cnp","code":"cnpMalformed","params":{}}]'::jsonb else '[]' end,
           case n when 2 then '[{"column":"phone","from":"0711111111","to":"0712345678"}]'::jsonb else '[]' end,
           case n when 1 then 'refused' else 'change' end, case n when 1 then 'refused' else 'ready' end,
           case n when 2 then s.id end, s.series_id
      from (select row_number() over (order by id)::int as n, * from students order by id limit 2) s
      join colleges c on c.id = s.college_id`;
  return id;
}

/** A recorded sitting of the demo with its exam, session and student; a waiting contestation; a template that was given. */
export async function demoIds(): Promise<DemoIds> {
  const sql = openClient(inject('postgresUrl'), {
    max: 2,
    name: 'exam-platform-tests',
    settings: { TimeZone: 'Europe/Bucharest' },
  });
  try {
    const given = await contestedCohort(sql, {
      questions: ['Întrebarea I'],
      fromTemplate: true,
      sitters: { Vasilescu: () => ['corect 1'] },
    });
    const [ids] = await sql<DemoIds[]>`
      select g.id as sitting, g.student_id as student, a.custom_exam_id as "customExam", a.exam_session_id as session,
             t.id as template, t.exam_session_id as "templateSession",
             (select min(k.id) from exam_contests k join exam_contest_questions q on q.contest_id = k.id
                join discipline_teachers h on h.discipline_id = q.discipline_id and h.email = ${accounts.teacher}
               where k.status = 'DP' and k.type = 'question' and h.part = 'holder') as contest
        from recordings r join exam_groups g on g.id = r.exam_group_id join appointments a on a.id = g.appointment_id
        join template_groups t on t.custom_exam_id = ${given.customExamId}
       order by g.id limit 1`;
    if (!ids) throw new Error('the demo has no recorded sitting');
    return { ...ids, studentImport: await aStudentImport(sql) };
  } finally {
    await sql.end();
  }
}

/** The address of a screen with the ids of the demo. */
export const withIds = (path: string, ids: DemoIds): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
