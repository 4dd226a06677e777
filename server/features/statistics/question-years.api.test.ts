import { expect, it } from 'vitest';
import { aQuestionDraft } from '#server/testing/bank.ts';
import { aCustomExam, aCustomExamOf } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[RESU-5] the figures of a question in a year count all its versions', async () => {
  const custom = await aCustomExam(server, { questions: 1, bank: 1 });
  const before = await aRunningExam(server, custom);
  await before.finish();
  const [question] = await server.database.sql<{ id: number; chapterId: number }[]>`
    select q.id, q.chapter_id as "chapterId" from questions q join chapters c on c.id = q.chapter_id
     where c.discipline_id = ${custom.disciplineIds[0] ?? 0}`;
  const changed = await admin.put(
    `questions/${question?.id}`,
    aQuestionDraft(question?.chapterId ?? 0, { text: 'Textul corectat', version: 1 }),
  );
  expect(changed.json()).toMatchObject({ version: 2 });
  // Another exam of the discipline: what an exam is drawn from is cached for a while.
  const id = await aCustomExamOf(server, custom.studyPlace, [
    { disciplineId: custom.disciplineIds[0] ?? 0, questions: 1 },
  ]);
  const after = await aRunningExam(server, { ...custom, id });
  await after.finish();
  expect((await after.storedAt(1)).versionId).not.toBe((await before.storedAt(1)).versionId);
  expect((await admin.get(`statistics/questions/${question?.id}`)).json()).toMatchObject({
    years: [{ questionId: question?.id, served: 2, exposure: 2 }],
  });
});
