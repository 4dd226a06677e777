import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamQuestion } from '#contract/exam-taking.ts';
import { insertAppointment, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import type { Sql } from '#server/db/database.ts';
import { ownDiscipline, signIn } from './own-bank.ts';
import { type Calls, callsOf, endSlot, sitAppointment } from './sat-exams.ts';

/** What a student ticks in each question, by the texts of the answers. */
export type Ticks = (question: string) => readonly string[];

export type Sitter = {
  readonly email: string;
  readonly name: string;
  readonly examId: number;
  readonly calls: Calls;
};

/** An exam of a discipline that the demo's teacher holds; everyone gets the same questions with the same answers. */
export type ContestedCohort = {
  readonly customExamId: number;
  readonly sessionId: number;
  readonly sitters: readonly Sitter[];
};

// Fewer than five correct and five wrong answers are served as they are, only shuffled.
const cited = { image: null, referenceTitle: 'Anatomia omului, vol. II', referencePage: '112' };
const answers = ['corect 1', 'corect 2', 'greșit 1', 'greșit 2', 'greșit 3'].map((text) => ({
  text,
  isCorrect: text.startsWith('corect'),
  ...cited,
}));

type Given = {
  readonly questions?: readonly string[];
  /** By last name; each is a student who sits the exam and finishes it, yesterday. */
  readonly sitters: Readonly<Record<string, Ticks>>;
};

const descriptionsOf = ({ answerExams }: ExamQuestion) =>
  answerExams.map(({ id, answer }) => ({ id, text: answer.description }));

/** Students sit the exam through the calls of the product; then their slot is moved to the day before. */
export async function contestedCohort(
  sql: Sql,
  { questions = ['Întrebarea I', 'Întrebarea II', 'Întrebarea III', 'Întrebarea IV'], sitters }: Given,
): Promise<ContestedCohort> {
  const admin = await signIn();
  const own = await ownDiscipline('MG301', [0]);
  const [chapterId = 0] = own.chapters;
  await sql.begin((tx) =>
    insertQuestions(
      tx,
      questions.map((text) => ({
        chapterId,
        examOnly: false,
        addedBy: null,
        content: { text, image: null, points: 10, answers },
      })),
    ),
  );
  await admin('PUT', `disciplines/${own.id}/structure`, {
    questions: questions.length,
    examDuration: 30,
    automaticDistribution: false,
    chapters: [{ id: chapterId, questions: questions.length, percentSimple: 0, percentComplex: 100 }],
  });
  const [place] = await sql<{ college: number; section: number; year: number; series: number }[]>`
    select d.college_id as college, d.section_id as section, d.year, min(s.series_id) as series
      from disciplines d join discipline_series s on s.discipline_id = d.id where d.id = ${own.id} group by d.id`;
  const [session] = await sql<{ id: number }[]>`
    select id from exam_sessions where current_date between start_date and end_date order by id limit 1`;
  if (!place || !session) throw new Error('the demo has no place or no open session');
  const mark = randomUUID().slice(0, 6);
  const customExamId = await sql.begin((tx) =>
    insertCustomExam(tx, {
      name: `Anatomie ${mark}`,
      collegeId: place.college,
      sectionId: place.section,
      year: place.year,
      seriesIds: [place.series],
      durationMinutes: 60,
      parts: [{ disciplines: [{ disciplineId: own.id, questions: questions.length }] }],
    }),
  );
  const seated = await sql.begin(async (tx) => {
    const [room] = await tx<{ roomId: number; slotId: number }[]>`
      with room as (insert into rooms (name, building, seat_numbers, priority)
        values (${`Sala ${mark}`}, 'Corp A', 30000, 9) returning id)
      insert into room_slots (room_id, start_hour, end_hour) select id, '08:00', '20:00' from room
      returning room_id as "roomId", id as "slotId"`;
    if (!room) throw new Error('the room was not made');
    const made: { email: string; name: string; examId: number }[] = [];
    for (const [index, lastName] of Object.keys(sitters).entries()) {
      const email = `contest.${lastName.toLowerCase()}.${mark}@exam.test`;
      await tx`insert into users (email, name, language, password_hash)
        select ${email}, ${`Ioana ${lastName}`}, 'ro', password_hash from users where email = 'student@exam.test'`;
      const [student] = await tx<{ id: number }[]>`
        insert into students (email, first_name, last_name, cnp, phone_number, year, college_id, section_id, series_id, matricol)
        values (${email}, 'Ioana', ${lastName}, ${`EXT${mark}${index}`}, '0700000000', ${place.year}, ${place.college},
                ${place.section}, ${place.series}, ${`M-${mark}-${index}`}) returning id`;
      const { examId } = await insertAppointment(tx, {
        studentId: student?.id ?? 0,
        customExamId,
        examSessionId: session.id,
        ...room,
        row: 1,
        seat: index + 1,
        ...(await minutesFromNow(tx, -5, 120)),
      });
      made.push({ email, name: `${lastName} Ioana`, examId });
    }
    return made;
  });
  const sat: Sitter[] = [];
  for (const [at, one] of seated.entries()) {
    const calls = await callsOf(inject('serverUrl'), one.email);
    const ticks = Object.values(sitters)[at] as Ticks;
    const [examId = 0] = await sitAppointment(calls, (question) => {
      const ticked = ticks(question.question.text);
      return descriptionsOf(question).flatMap(({ id, text }) => (ticked.includes(text) ? [id] : []));
    });
    sat.push({ ...one, examId, calls });
  }
  for (const { examId } of seated) await endSlot(sql, examId);
  return { customExamId, sessionId: session.id, sitters: sat };
}

/** Files a contestation of questions, by their texts, through its call. */
export async function fileFor({ calls, examId }: Sitter, texts: readonly string[]): Promise<Contest> {
  const { questions } = await calls<Filing>('GET', `examContests/filing/${examId}`);
  return calls('POST', 'examContests', {
    examId,
    type: 'question',
    questions: questions
      .filter(({ question }) => texts.includes(question.text))
      .map(({ id }) => ({ examQuestionId: id, reason: 'RNB', comment: 'Manualul spune altceva.' })),
  });
}
