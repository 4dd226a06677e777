import type { Random } from '#domain/exam-structure/seeded-random.ts';
import { kindLetters } from '#domain/question-bank/question-kind.ts';
import { aCustomExam, aSession, type CustomExam } from './exams.ts';
import type { TestServer } from './server.ts';
import { aRunningExam } from './sittings.ts';

export type CohortOfExams = {
  readonly custom: CustomExam;
  readonly sessionId: number;
  /** The exams in the order they were begun, with the calls of their pages. */
  readonly exams: readonly Awaited<ReturnType<typeof aRunningExam>>[];
};

type Options = {
  readonly students?: number;
  readonly questions?: number;
  readonly running?: boolean;
  /** Positions without ticks, which earn nothing whatever paper was drawn. */
  readonly untouched?: readonly number[];
  /** Positions where only a wrong answer is ticked, which earns nothing either. */
  readonly wrong?: readonly number[];
};

/** The test bank lists its five correct answers first, and every served question has a wrong one. */
const wrongIndex = (answerOrder: readonly number[]) => [answerOrder.findIndex((bankIndex) => bankIndex >= 5)];

/**
 * Students who take the same questions in one session and tick at random, so their scores depend on the
 * papers drawn, except at the given positions. Finished unless `running`.
 */
export async function aCohort(
  server: TestServer,
  random: Random,
  given: Options = {},
): Promise<CohortOfExams> {
  const questions = given.questions ?? 4;
  const custom = await aCustomExam(server, { questions, bank: questions, percentSimple: 25 });
  const sessionId = await aSession(server);
  const exams: CohortOfExams['exams'][number][] = [];
  for (let n = 0; n < (given.students ?? 4); n += 1) {
    const exam = await aRunningExam(server, custom, { sessionId });
    for (const { position, kind, answerOrder } of await exam.stored()) {
      if (given.untouched?.includes(position)) continue;
      const chosen = answerOrder.map((_, index) => index).filter(() => random.below(2) === 1);
      const ticked = given.wrong?.includes(position) ? wrongIndex(answerOrder) : chosen;
      await exam.save(position, kind === kindLetters.simple ? ticked.slice(0, 1) : ticked);
    }
    if (!given.running) await exam.finish();
    exams.push(exam);
  }
  return { custom, sessionId, exams };
}
