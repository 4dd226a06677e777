import { expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import { anAssignment, aStudent, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { holderOf, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[RESU-1] the history of a student does not show how a question was settled to staff for whom its key is closed', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [] });
  const id = await filed(sat, [1]);
  const decision = { examQuestionId: sat.questionId(1), accepted: true, settle: 'fullPoints' };
  expect((await resolve(holderOf(contested), id, decision)).statusCode).toBe(200);
  const { examCustomId, sessionId } = { examCustomId: contested.exam.id, sessionId: contested.sessionId };
  const correction = { examCustomId, sessionId, mode: 'WRONG_CANCELS', reason: 'Alt mod' };
  const { fingerprint } = (await admin.post('scoringCorrections', { ...correction, preview: true })).json<{
    fingerprint: string;
  }>();
  expect(
    (await admin.post('scoringCorrections', { ...correction, preview: false, fingerprint })).statusCode,
  ).toBe(200);

  // An administrator, and a holder with an assignment as a secretary, who both study in the series of the exam.
  const aTaker = async (): Promise<SignedInPerson> => {
    const { userId, email } = await aStudent(server, { studyPlace: contested.exam.studyPlace });
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      values (${contested.exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
    return signedIn(server, { userId, email });
  };
  const administrator = await aTaker();
  await server.database.sql`update users set is_admin = true where id = ${administrator.userId}`;
  const secretary = await aTaker();
  await server.database.sql`update users set is_teacher = true where id = ${secretary.userId}`;
  await anAssignment(server, secretary, { collegeId: contested.exam.studyPlace.collegeId });
  const takers = [await signedIn(server, administrator), await signedIn(server, secretary)];

  const seenBy = async (who: SignedInPerson) => {
    const response = await who.get(`students/${sat.student.studentId}/history?take=100`);
    return response.json<LogEntry[]>().flatMap(({ entity, changes }) => {
      if (!/contest|settle/.test(entity)) return [];
      const kind = changes.find(({ field }) => field === 'kind')?.after;
      return [kind ? `${entity} ${kind}` : entity];
    });
  };
  const all = await seenBy(admin);
  expect(all).toEqual(
    expect.arrayContaining([
      'settlements fullPoints',
      'settlements scoringMode',
      'exam_contest_questions',
      'exam_contests',
    ]),
  );
  // The key is open to all, so also to them.
  for (const taker of takers) expect(await seenBy(taker)).toEqual(all);
  await server.set({ allowExamPreview: false });
  expect(await seenBy(admin)).toEqual(all);
  for (const taker of takers)
    expect(await seenBy(taker)).toEqual(
      all.filter((entry) => !['settlements fullPoints', 'exam_contest_questions'].includes(entry)),
    );
});
