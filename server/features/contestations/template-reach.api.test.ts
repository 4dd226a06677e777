import { expect, it } from 'vitest';
import { aContestedExam, filed, openKeyNow } from '#server/testing/contestations.ts';
import { someTemplates } from '#server/testing/exams.ts';
import { evidenceOf, holderOf, readContest, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();

it('[CONT-4] [CONT-8] a template is no reach for appeals decided together of which one has none; nothing is decided', async () => {
  const contested = await aContestedExam(server, { questions: 4 });
  const { sessionId } = contested;
  const { sql } = server.database;
  const holder = holderOf(contested);
  const sit = async (seat: number) => {
    const sat = await aRunningExam(server, contested.exam, { sessionId, seat });
    await sat.finish();
    return { ...sat, appointmentId: sat.appointment.id };
  };
  // The first sits before the session uses templates.
  const drawn = await sit(6);
  await sql`update exam_sessions set pregenerated = true where id = ${sessionId}`;
  await someTemplates(server, contested.exam, { sessionId });
  const templated = await sit(7);
  for (const sat of [drawn, templated]) await openKeyNow(server, sat);
  await sql`update exam_sessions set end_date = current_date - 2 where id = ${sessionId}`;

  const { versionId } = await templated.storedAt(1);
  const position = (await drawn.stored()).find((one) => one.versionId === versionId)?.position ?? 0;
  const [of, without] = [await filed(templated, [1]), await filed(drawn, [position])];
  const [question] = await evidenceOf(holder, of);
  expect(question?.together).toEqual([without]);
  const decision = {
    examQuestionId: templated.questionId(1),
    accepted: true,
    settle: 'removeAnswer',
    reach: 'template',
    answerIds: question?.scored?.answerExams.slice(0, 1).map(({ id }) => id),
  };
  const problems = [{ path: 'questions.0.reach', error: 'contestation.reach' }];
  expect((await resolve(holder, of, { ...decision, together: [without] })).json().errors).toMatchObject(
    problems,
  );
  // The same for an appeal whose own exam has no template.
  const [own] = await evidenceOf(holder, without);
  const alone = {
    ...decision,
    examQuestionId: drawn.questionId(position),
    answerIds: own?.scored?.answerExams.slice(0, 1).map(({ id }) => id),
  };
  expect((await resolve(holder, without, alone)).json().errors).toMatchObject(problems);
  for (const id of [of, without]) expect(await readContest(holder, id)).toMatchObject({ status: 'DP' });
  expect((await resolve(holder, of, decision)).json()).toMatchObject({ status: 'AC', together: [] });
});
