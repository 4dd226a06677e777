import { isCorrectAt } from '#domain/question-bank/answer-key.ts';
import { aQuestion } from './bank.ts';
import type { CohortOfExams } from './cohorts.ts';
import { aCustomExam, aSession } from './exams.ts';
import type { TestServer } from './server.ts';
import { aRunningExam, type RunningExam } from './sittings.ts';

/** The size of the cohort. */
export const people = 12;

/** The shown indexes of correct or of wrong answers. */
export async function shownIndexes(
  server: TestServer,
  exam: RunningExam,
  index: number,
  correct: boolean,
): Promise<number[]> {
  const { answerOrder, versionId } = await exam.storedAt(index);
  const [stored] = await server.database.sql<{ key: number }[]>`
    select correct as key from question_keys where question_version_id = ${versionId}`;
  return answerOrder.flatMap((bankIndex, shownAt) =>
    isCorrectAt(stored?.key ?? 0, bankIndex) === correct ? [shownAt] : [],
  );
}

/**
 * Students who finished an exam of four multiple questions. The better half knows them, except the last one of the bank,
 * which only the weaker half knows, as if its key were wrong. It has so few answers that all are shown to everyone:
 * otherwise the best and the worst might by chance see different ones.
 */
export async function aCohortWithWrongKey(server: TestServer): Promise<CohortOfExams> {
  const custom = await aCustomExam(server, { questions: 4, bank: 3, percentSimple: 0 });
  const [chapter] = await server.database.sql<{ id: number }[]>`
    select id from chapters where discipline_id = ${custom.disciplineIds[0] ?? 0}`;
  const suspectId = await aQuestion(server, chapter?.id ?? 0, { correct: 2, wrong: 2 });
  const sessionId = await aSession(server, { mode: 'PERFECT_MATCH' });
  const exams: CohortOfExams['exams'][number][] = [];
  const [suspect] = await server.database.sql<{ id: number }[]>`
    select id from question_versions where question_id = ${suspectId}`;
  for (let person = 0; person < people; person += 1) {
    const exam = await aRunningExam(server, custom, { sessionId });
    const isGood = person < people / 2;
    for (const { position, versionId } of await exam.stored()) {
      const knows = versionId === suspect?.id ? !isGood : isGood;
      await exam.save(position, await shownIndexes(server, exam, position, knows), { seq: position });
    }
    await exam.finish();
    exams.push(exam);
  }
  return { custom, sessionId, exams };
}
