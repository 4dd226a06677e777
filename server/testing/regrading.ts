import { expect } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Impact } from '#server/exams/impact.ts';
import { impactOf, type NewSettlement, settle, withdraw } from '#server/exams/regrading.ts';
import { checkScores } from '#server/exams/rescoring.ts';
import { signedInAs } from './accounts.ts';
import type { CohortOfExams } from './cohorts.ts';
import { rescored } from './rescoring.ts';
import type { TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

type Result = { readonly id: number; readonly score: number; readonly grade: number };
export const idsOf = ({ exams }: CohortOfExams) => exams.map(({ exam }) => exam.id);
/** Removes the answer that is shown first on question 1 of the first exam. */
export const removal = async (
  { exams: [first] }: CohortOfExams,
  reach: NewSettlement['reach'] = 'session',
): Promise<NewSettlement> => {
  const { answerOrder } = (await first?.storedAt(1)) ?? { answerOrder: [] };
  return {
    kind: 'removeAnswer',
    reach,
    examId: first?.exam.id ?? 0,
    position: 1,
    answers: 1 << (answerOrder[0] ?? 0),
  };
};
export const fullPoints = ({ exams: [first] }: CohortOfExams, position = 1): NewSettlement => ({
  kind: 'fullPoints',
  reach: 'student',
  examId: first?.exam.id ?? 0,
  position,
});
/** Makes exactly the ticks of the first exam correct. */
export async function keyOfTicks(
  { exams: [first] }: CohortOfExams,
  position: number,
): Promise<NewSettlement> {
  const { answerOrder, ticks } = (await first?.storedAt(position)) ?? { answerOrder: [], ticks: 0 };
  const answers = answerOrder.reduce(
    (bits, bankIndex, shown) => ((ticks >> shown) & 1 ? bits | (1 << bankIndex) : bits),
    0,
  );
  return {
    kind: 'changeKey',
    reach: 'session',
    examId: first?.exam.id ?? 0,
    position,
    answers: answers || 1 << (answerOrder[0] ?? 0),
  };
}
export const changesOf = ({ exams }: Impact) =>
  exams.map(({ examId: id, newScore: score, newGrade: grade }) => ({ id, score, grade }));

/** Settles and withdraws as an administrator, and reads what that changes. */
export function useRegrading(server: TestServer) {
  const admin = useStarted(
    () => signedInAs(server, 'admin'),
    () => undefined,
  );
  const inTransaction = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    server.database.transaction({ actorId: admin.userId, requestId: undefined }, work);
  const settling = (settlements: readonly NewSettlement[], fingerprint?: string) =>
    inTransaction((tx) => settle(tx, settlements, { by: admin.userId, fingerprint }));
  const previewOf = (settlements: readonly NewSettlement[]) =>
    impactOf(server.database.sql, settlements, { by: admin.userId });
  const withdrawing = (ids: readonly number[]) =>
    inTransaction((tx) => withdraw(tx, ids, { by: admin.userId }));

  const resultsOf = async ({ exams }: CohortOfExams): Promise<Result[]> =>
    server.database.sql<Result[]>`
      select id, score::float8 as score, grade::float8 as grade from exams
       where id = any(${exams.map(({ exam }) => exam.id)}::int[]) order by id`;
  const regradings = async (examId: number) =>
    (
      await server.database.sql<{ client: Record<string, unknown> }[]>`
        select client from exam_events where exam_id = ${examId} and kind = ${eventLetters.regraded} order by at`
    ).map(({ client }) => client);

  /** Two scorers agree with every stored score, and the records hold. */
  async function expectConsistent(): Promise<void> {
    expect((await checkScores(server.database)).problems).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  }
  return { admin, inTransaction, settling, previewOf, withdrawing, resultsOf, regradings, expectConsistent };
}
