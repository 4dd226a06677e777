import { expect, it } from 'vitest';
import type { ExamResults } from '#contract/exam-results.ts';
import type { PreparedExam } from '#contract/exam-taking.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { aCohort } from '#server/testing/cohorts.ts';
import { fullPoints, removal, useRegrading } from '#server/testing/regrading.ts';
import { useTestServer } from '#server/testing/server.ts';
import { runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
const { admin, settling, expectConsistent } = useRegrading(server);

// The only session of this server: practice belongs to it too.
it('[SAFE-9] practice with the same question keeps its score, also when it ends afterwards', async () => {
  const cohort = await aCohort(server, seededRandom('practice'), { students: 1 });
  const begin = async () => {
    const trial = await admin.post('prepareExamForTeach/', {
      PKDiscipline: cohort.custom.disciplineIds[0],
    });
    return runningExam(server, admin, trial.json<PreparedExam>());
  };
  const scoreOf = async ({ exam }: Awaited<ReturnType<typeof begin>>) =>
    (await admin.get(`previewExam/?examId=${exam.id}`)).json<ExamResults>().exam.score;
  const ended = await begin();
  for (let n = 1; n <= 4; n += 1) await ended.save(n, [0]);
  await ended.finish();
  const before = await scoreOf(ended);
  const running = await begin();
  const [practice] = await server.database.sql<{ sessionId: number }[]>`
    select exam_session_id as "sessionId" from exam_groups where id = ${running.exam.groupId}`;
  expect(practice?.sessionId).toBe(cohort.sessionId);
  const all = { ...(await removal(cohort)), answers: 1023 };
  expect((await settling([all])).reached).toBe(1);
  expect(await scoreOf(ended)).toBe(before);
  await running.finish();
  expect(await scoreOf(running)).toBe(0);
  await expect(settling([{ ...fullPoints(cohort), examId: ended.exam.id }])).rejects.toThrow(
    'settlement.unfit',
  );
  await expectConsistent();
});
