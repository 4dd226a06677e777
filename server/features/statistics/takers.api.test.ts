import { expect, it } from 'vitest';
import { aStudent, type Person, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aQuestion } from '#server/testing/bank.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  shift,
} from '#server/testing/contestations.ts';
import { anAppointment } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { holderOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();

/** Makes a student a holder of the exam's first discipline too. */
async function holderToo(contested: ContestedExam, { userId, email }: Person): Promise<SignedInPerson> {
  await server.database.sql`update users set is_teacher = true where id = ${userId}`;
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    values (${contested.exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
  return signedIn(server, { userId, email });
}

async function firstQuestionOf(sat: FinishedExam): Promise<number> {
  const { versionId } = await sat.storedAt(1);
  const [version] = await server.database.sql<{ questionId: number }[]>`
    select question_id as "questionId" from question_versions where id = ${versionId}`;
  return version?.questionId ?? 0;
}

/** What somebody gets from every call that shows statistics of an exam or of its questions. */
async function readBy(who: SignedInPerson, { exam, sessionId }: ContestedExam, questionId: number) {
  const cohort = `examCustomId=${exam.id}&sessionId=${sessionId}`;
  const discipline = `statistics/disciplines/${exam.disciplineIds[0]}`;
  const session = `statistics/sessions/${sessionId}`;
  const years = `statistics/questions/${questionId}`;
  const reads = [
    `statistics/exams?${cohort}`,
    `statistics/exams?examCustomId=${exam.id}`,
    `statistics/exams/questions?${cohort}`,
    `statistics/exams/export?${cohort}&format=csv`,
    discipline,
    `${discipline}?sessionId=${sessionId}`,
    `${discipline}/export?format=csv`,
    session,
    `${session}/export?format=csv`,
    years,
    `${years}/export?format=csv`,
    `statistics/whatIf/export?${cohort}&mode=JUST_CORRECT&format=csv`,
  ];
  const got = new Set<string>();
  for (const path of reads) got.add(errorOf(await who.get(path)).join(' '));
  const body = { examCustomId: exam.id, sessionId, mode: 'JUST_CORRECT' };
  got.add(errorOf(await who.post('statistics/whatIf', body)).join(' '));
  return [...got];
}
const [open, closed] = [['200 '], ['409 statistics.takesSame']];

it('[RESU-1] [RESU-5] statistics are closed to a holder who sat the exam, until their own key opens', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [], yesterday: false });
  const questionId = await firstQuestionOf(sat);
  const taker = await holderToo(contested, sat.student);
  expect(await readBy(taker, contested, questionId)).toEqual(closed);
  expect(await readBy(holderOf(contested), contested, questionId)).toEqual(open);
  await shift(server, sat, -1);
  expect(await readBy(taker, contested, questionId)).toEqual(open);
});

it('[RESU-1] [RESU-5] statistics are closed to a holder who has yet to take an exam with the same questions', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [], yesterday: false });
  const questionId = await firstQuestionOf(sat);
  const fellow = await holderToo(
    contested,
    await aStudent(server, { studyPlace: contested.exam.studyPlace }),
  );
  expect(await readBy(fellow, contested, questionId)).toEqual(closed);
  // Another session has none of their exams.
  const other = await aContestedExam(server, { questions: 1, isWhole: true });
  expect((await fellow.get(`statistics/sessions/${other.sessionId}`)).statusCode).toBe(200);
});

it('[RESU-1] the refusal does not tell which questions were drawn', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [], yesterday: false });
  const taker = await holderToo(contested, sat.student);
  const served = await firstQuestionOf(sat);
  const [chapter] = await server.database.sql<{ id: number }[]>`
    select chapter_id as id from questions where id = ${served}`;
  const other = await aQuestion(server, chapter?.id ?? 0);
  for (const id of [served, other])
    expect(errorOf(await taker.get(`statistics/questions/${id}`)).join(' ')).toBe(closed[0]);
  // Who has no right to the discipline learns nothing at all.
  const student = await aFinishedExam(server, contested, { answer: [], yesterday: false });
  const stranger = await holderToo(await aContestedExam(server, { questions: 1 }), student.student);
  for (const id of [served, other])
    expect((await stranger.get(`statistics/questions/${id}`)).statusCode).toBe(404);
});

it('[RESU-1] [ROLE-5] a discipline somebody is examined in but does not hold closes nothing of theirs', async () => {
  const [held, taken] = [
    await aContestedExam(server, { questions: 1, isWhole: true }),
    await aContestedExam(server, { questions: 1, isWhole: true }),
  ];
  const { sessionId } = held;
  await aFinishedExam(server, { ...held, sessionId }, { yesterday: false });
  const own = await aFinishedExam(server, { exam: taken.exam, sessionId }, { yesterday: false });
  const taker = await holderToo(held, own.student);
  expect(errorOf(await taker.get(`statistics/sessions/${sessionId}`)).join(' ')).toBe(open[0]);
  expect(errorOf(await taker.get(`statistics/disciplines/${taken.exam.disciplineIds[0]}`))[0]).toBe(404);
});

it('[RESU-1] [RESU-5] an exam that was missed closes no statistics once the session is over', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const questionId = await firstQuestionOf(await aFinishedExam(server, contested));
  const student = await aStudent(server, { studyPlace: contested.exam.studyPlace });
  const taker = await holderToo(contested, student);
  const { sessionId } = contested;
  const missed = await anAppointment(server, { student, customExamId: contested.exam.id, sessionId });
  expect(await readBy(taker, contested, questionId)).toEqual(closed);
  await shift(server, { appointmentId: missed.id }, -1);
  // They can still take it while a session runs.
  expect(await readBy(taker, contested, questionId)).toEqual(closed);
  await server.database.sql`update exam_sessions set end_date = current_date - 1`;
  expect(await readBy(taker, contested, questionId)).toEqual(open);
});
