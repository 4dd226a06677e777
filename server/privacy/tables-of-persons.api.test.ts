import { expect, it } from 'vitest';
import { useTestServer } from '#server/testing/server.ts';

/**
 * Every table that refers to a person, directly or through an enrolment, a sitting or an appointment, and what export and erasure do
 * with it. A test compares the list with the schema, so that a new table is decided about.
 */
const tablesOfPersons: Readonly<Record<string, 'deleted' | 'pseudonymised' | 'numbersOnly'>> = {
  answer_sheets: 'numbersOnly',
  appointment_mails: 'deleted',
  appointments: 'pseudonymised',
  contest_mails: 'deleted',
  custom_exams: 'numbersOnly',
  day_passwords: 'deleted',
  discipline_teachers: 'pseudonymised',
  exam_contest_questions: 'pseudonymised',
  exam_contests: 'pseudonymised',
  exam_groups: 'numbersOnly',
  exam_questions: 'numbersOnly',
  exam_review_marks: 'deleted',
  exams: 'numbersOnly',
  files: 'numbersOnly',
  imports: 'numbersOnly',
  outages: 'numbersOnly',
  paper_entries: 'numbersOnly',
  password_links: 'deleted',
  question_versions: 'numbersOnly',
  questions: 'numbersOnly',
  record_checks: 'numbersOnly',
  recording_uploads: 'numbersOnly',
  recordings: 'deleted',
  relatives: 'deleted',
  secretaries: 'pseudonymised',
  settlements: 'numbersOnly',
  sign_ins: 'deleted',
  student_import_rows: 'deleted',
  students: 'pseudonymised',
  template_groups: 'numbersOnly',
  template_runs: 'numbersOnly',
  waiting_places: 'deleted',
  year_copies: 'numbersOnly',
  year_moves: 'numbersOnly',
};

const server = useTestServer();

it('[SAFE-14] every table that refers to a person is decided about by export and erasure', async () => {
  const rows = await server.database.sql<{ name: string }[]>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
     where c.contype = 'f' and c.confrelid::regclass::text = any(${['users', 'students', 'appointments', 'exam_groups', 'exams']})
     order by 1`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(tablesOfPersons));
});
