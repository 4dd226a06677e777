import { expect, it } from 'vitest';
import { aQuestionDraft } from '#server/testing/bank.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[RESU-5] the figures of a question in a year count all its versions', async () => {
  const custom = await aCustomExam(server, { questions: 1, bank: 1 });
  await (await aRunningExam(server, custom)).finish();
  const [question] = await server.database.sql<{ id: number; chapterId: number }[]>`
    select q.id, q.chapter_id as "chapterId" from questions q join chapters c on c.id = q.chapter_id
     where c.discipline_id = ${custom.disciplineIds[0] ?? 0}`;
  const changed = await admin.put(
    `questions/${question?.id}`,
    aQuestionDraft(question?.chapterId ?? 0, { text: 'Textul corectat', version: 1 }),
  );
  expect(changed.json()).toMatchObject({ version: 2 });
  await (await aRunningExam(server, custom)).finish();
  expect((await admin.get(`statistics/questions/${question?.id}`)).json()).toMatchObject({
    years: [{ questionId: question?.id, served: 2, exposure: 2 }],
  });
});
