import { describe, expect, it } from 'vitest';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { aCohort } from '#server/testing/cohorts.ts';
import { fullPoints, keyOfTicks, useRegrading } from '#server/testing/regrading.ts';
import { useTestServer } from '#server/testing/server.ts';
import { correctAt, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
const { admin, settling, withdrawing, resultsOf } = useRegrading(server);

const reason = 'Fraudă';
const annul = async ({ exam }: RunningExam) =>
  expect((await admin.post(`sittings/${exam.groupId}/annul`, { reason })).statusCode).toBe(204);
const restore = async ({ exam }: RunningExam) =>
  expect((await admin.delete(`sittings/${exam.groupId}/annul`)).statusCode).toBe(204);
/** How the student learns about a changed grade: the mails, and the grade before on the dashboard. */
const toldTo = async ({ student, exam }: RunningExam) => ({
  mails: (
    await server.database.sql<{ facts: object }[]>`
      select facts from contest_mails where kind = 'gradeChanged' and user_id = ${student.userId} order by id`
  ).map(({ facts }) => facts),
  before: (
    await server.database.sql<{ grade: number }[]>`
      select old_grade::float8 as grade from changed_grades where exam_id = ${exam.id}`
  ).map(({ grade }) => grade),
});
const nothing = { mails: [], before: [] };

/** One student who ticked a wrong answer on the first question. */
async function aStudentsExam(seed: string, running: boolean) {
  const cohort = await aCohort(server, seededRandom(seed), { students: 1, wrong: [1], running });
  const [exam] = cohort.exams;
  if (!exam) throw new Error('a student is needed');
  const result = async () => (await resultsOf(cohort))[0];
  return { cohort, exam, result };
}

describe('[CONT-10] restoring an annulled sitting', () => {
  it.each([
    ['finished before', false],
    ['was ended by the annulment', true],
  ])(
    '[CONT-10] tells the student once about a grade that changed in between, in an exam that %s',
    async (seed, running) => {
      const { cohort, exam, result } = await aStudentsExam(seed, running);
      await annul(exam);
      const before = await result();
      await settling([await keyOfTicks(cohort, 1)]);
      const after = await result();
      expect(after?.grade).toBeGreaterThan(before?.grade ?? 10);
      expect(await toldTo(exam)).toEqual(nothing);
      await restore(exam);
      const told = {
        mails: [
          expect.objectContaining({
            ...{ oldScore: before?.score, newScore: after?.score },
            ...{ oldGrade: before?.grade, newGrade: after?.grade },
          }),
        ],
        before: [before?.grade],
      };
      expect(await toldTo(exam)).toEqual(told);
      await annul(exam);
      await restore(exam);
      expect(await toldTo(exam)).toEqual(told);
    },
  );

  it('[CONT-10] tells nothing about a grade that is as before', async () => {
    const { cohort, exam, result } = await aStudentsExam('as before', false);
    const before = await result();
    await annul(exam);
    await restore(exam);
    expect(await toldTo(exam)).toEqual(nothing);

    // Settled before the annulment, which the one who settles tells; settled and withdrawn during it.
    await settling([await keyOfTicks(cohort, 1)]);
    expect(await result()).not.toEqual(before);
    await annul(exam);
    const { settlementIds } = await settling([fullPoints(cohort, 2)]);
    await withdrawing(settlementIds);
    await restore(exam);
    expect(await toldTo(exam)).toEqual(nothing);
  });

  it('[CONT-10] tells nothing of an exam that was reopened and ended by the annulment with another grade', async () => {
    const { exam, result } = await aStudentsExam('reopened', false);
    const before = await result();
    const reopened = await admin.post(`exams/${exam.exam.id}/reopen`, { reason, minutes: 5 });
    expect(reopened.statusCode).toBe(204);
    expect((await exam.save(1, await correctAt(exam, 1), { seq: 99 })).statusCode).toBe(200);
    await annul(exam);
    expect((await result())?.grade).toBeGreaterThan(before?.grade ?? 10);
    await restore(exam);
    expect(await toldTo(exam)).toEqual(nothing);
  });
});
