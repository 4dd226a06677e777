import type { Random } from '#domain/exam-structure/seeded-random.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';
import { aRunningExam } from './sittings.ts';

export type CohortOfExams = {
  readonly custom: CustomExam;
  readonly sessionId: number;
  /** The exams in the order they were begun, with the calls of their pages. */
  readonly exams: readonly Awaited<ReturnType<typeof aRunningExam>>[];
};

/** Students who sit the same questions in one session and tick at random, except at the position `untouched`. Finished unless `running`. */
export async function aCohort(
  server: TestServer,
  random: Random,
  given: { students?: number; questions?: number; running?: boolean; untouched?: number } = {},
): Promise<CohortOfExams> {
  const questions = given.questions ?? 4;
  const custom = await aCustomExam(server, { questions, bank: questions, percentSimple: 25 });
  const sessionId = await aSession(server);
  const exams: CohortOfExams['exams'][number][] = [];
  for (let n = 0; n < (given.students ?? 4); n += 1) {
    const exam = await aRunningExam(server, custom, { sessionId });
    for (const { position, kind, slots } of await exam.stored()) {
      if (position === given.untouched) continue;
      const ticked = slots.map((_, index) => index).filter(() => random.below(2) === 1);
      await exam.save(position, kind === 's' ? ticked.slice(0, 1) : ticked);
    }
    if (!given.running) await exam.finish();
    exams.push(exam);
  }
  return { custom, sessionId, exams };
}
