import { randomUUID } from 'node:crypto';
import { expect, inject, vi } from 'vitest';
import type { Filing } from '#contract/contestation-filing.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamQuestion } from '#contract/exam-taking.ts';
import type { Template } from '#contract/templates.ts';
import { insertAppointment, minutesFromNow } from '#server/appointments/appointments.ts';
import { insertCustomExam } from '#server/appointments/custom-exams.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import type { Sql } from '#server/db/database.ts';
import { ownDiscipline, signIn } from './own-bank.ts';
import { type Calls, callsOf, endSlot, sitAppointment } from './sat-exams.ts';

/** The texts of the answers that a student ticks in each question. */
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

// A question with fewer than five correct and five wrong answers is served with all of them, shuffled.
const cited = { image: null, referenceTitle: 'Anatomia omului, vol. II', referencePage: '112' };
const answers = ['corect 1', 'corect 2', 'greșit 1', 'greșit 2', 'greșit 3'].map((text) => ({
  text,
  isCorrect: text.startsWith('corect'),
  ...cited,
}));

type CohortOptions = {
  readonly questions?: readonly string[];
  /** Students by last name; each sat and finished the exam yesterday. */
  readonly sitters: Readonly<Record<string, Ticks>>;
  /** Everyone gets the same template, in a separate session, because the key of a template opens at the end of its session. */
  readonly fromTemplate?: boolean;
};

/** A session that ended the day before yesterday, so that its keys are open also right after midnight; its contestations are open. */
async function sessionOfTemplates(sql: Sql): Promise<{ id: number } | undefined> {
  const [session] = await sql<{ id: number }[]>`
    insert into exam_sessions (description, start_date, end_date, contest_start_date, contest_end_date,
      contest_resolve_end_date, exam_schedule_start, exam_schedule_end, pregenerated)
    values ('Sesiune cu șabloane', current_date - 900, current_date - 2, now() - interval '1 day', now() + interval '5 days',
      now() + interval '9 days', now() - interval '900 days', now() - interval '899 days', true) returning id`;
  return session;
}

/** Generates one template and waits for it. */
async function generateTemplate(examInSession: { examCustomId: number; sessionId: number }): Promise<void> {
  const admin = await signIn();
  await admin('POST', 'templateExams', { ...examInSession, count: 1, randomize: false });
  const query = `examCustomId=${examInSession.examCustomId}&sessionId=${examInSession.sessionId}`;
  const made = async () => ((await admin('GET', `templateExams?${query}`)) as Template[]).length;
  // Also called before the tests of a file, where `expect.poll` is not allowed.
  await vi.waitFor(async () => expect(await made()).toBe(1), { timeout: 120_000, interval: 100 });
}

const descriptionsOf = ({ answerExams }: ExamQuestion) =>
  answerExams.map(({ id, answer }) => ({ id, text: answer.description }));

/** Students sit the exam through the calls of the product; then their slot is moved to the day before. */
export async function contestedCohort(
  sql: Sql,
  {
    questions = ['Întrebarea I', 'Întrebarea II', 'Întrebarea III', 'Întrebarea IV'],
    sitters,
    fromTemplate = false,
  }: CohortOptions,
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
  const [studyPlace] = await sql<{ college: number; section: number; year: number; series: number }[]>`
    select d.college_id as college, d.section_id as section, d.year, min(s.series_id) as series
      from disciplines d join discipline_series s on s.discipline_id = d.id where d.id = ${own.id} group by d.id`;
  const [open] = await sql<{ id: number }[]>`
    select id from exam_sessions where current_date between start_date and end_date order by id limit 1`;
  const session = fromTemplate ? await sessionOfTemplates(sql) : open;
  if (!studyPlace || !session) throw new Error('the demo has no study place or no open session');
  const mark = randomUUID().slice(0, 6);
  const customExamId = await sql.begin((tx) =>
    insertCustomExam(tx, {
      name: `Anatomie ${mark}`,
      collegeId: studyPlace.college,
      sectionId: studyPlace.section,
      year: studyPlace.year,
      seriesIds: [studyPlace.series],
      durationMinutes: 60,
      parts: [{ disciplines: [{ disciplineId: own.id, questions: questions.length }] }],
    }),
  );
  if (fromTemplate) await generateTemplate({ examCustomId: customExamId, sessionId: session.id });
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
        values (${email}, 'Ioana', ${lastName}, ${`EXT${mark}${index}`}, '0700000000', ${studyPlace.year}, ${studyPlace.college},
                ${studyPlace.section}, ${studyPlace.series}, ${`M-${mark}-${index}`}) returning id`;
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

/** Sends an answer after the end, which is kept as late, and lets the slot end right after it. */
export async function answerLate(
  sql: Sql,
  { calls, examId }: Sitter,
  questionText: string,
  ticked: readonly string[],
): Promise<void> {
  const [found] = await sql<{ appointment: number }[]>`
    select g.appointment_id as appointment from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}`;
  const { questions } = await calls<Filing>('GET', `examContests/filing/${examId}`);
  const question = questions.find((one) => one.question.text === questionText);
  const ids = question?.answerExams
    .filter(({ answer }) => ticked.includes(answer.description))
    .map(({ id }) => id);
  const sent = calls('PUT', 'examSave', {
    examId,
    prevQuestId: question?.id,
    currentAnswerChekedIds: ids,
    saveId: randomUUID(),
    seq: 900,
  });
  await expect(sent).rejects.toThrow('exam.finished');
  await sql`update appointments set ends_at = now() - interval '1 minute' where id = ${found?.appointment ?? 0}`;
}
