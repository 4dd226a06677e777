import { describe, expect, it } from 'vitest';
import type { EvidencePack } from '#contract/evidence-pack.ts';
import { anAssignment, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aContestedExam, type FinishedExam, filed, openKeyNow } from '#server/testing/contestations.ts';
import { holderOf, readContest, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const text = 'Calculatorul s-a blocat la cealaltă disciplină';

/** An exam of two disciplines with a question each, where the answer to the second one came too late. */
async function aLateExam() {
  const contested = await aContestedExam(server, { disciplines: 2, questions: 1 });
  const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
  const asked = await server.database.sql<{ position: number; disciplineId: number }[]>`
    select x.position, c.discipline_id as "disciplineId" from exam_questions x
      join question_versions v on v.id = x.question_version_id join questions q on q.id = v.question_id
      join chapters c on c.id = q.chapter_id where x.exam_id = ${running.exam.id}`;
  const [first = 0, second = 0] = contested.exam.disciplineIds.map(
    (id) => asked.find(({ disciplineId }) => disciplineId === id)?.position,
  );
  await running.save(first, [0]);
  await running.endIn(-90);
  await running.save(second, [1]);
  await running.finish();
  const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
  await openKeyNow(server, sat);
  return { sat, first, second, holder: holderOf(contested) };
}

/** The holder sees the question they hold, and neither the complaint nor its facts, also not in the pack. */
async function expectQuestionAlone(holder: SignedInPerson, id: number, position: number): Promise<void> {
  for (const path of ['', '/pack', '/evidence']) {
    const { statusCode, body } = await holder.get(`examContests/${id}${path}`);
    expect([path, statusCode, body.includes(text)]).toEqual([path, 200, false]);
  }
  const { content } = (await holder.get(`examContests/${id}/pack`)).json<EvidencePack>();
  expect(content.facts).toBeNull();
  for (const contest of [await readContest(holder, id), content.contest]) {
    expect(contest).toMatchObject({ type: 'technical', comment: null, facts: null });
    expect(contest.questions.map(({ index }) => index)).toEqual([position]);
  }
}

/** The student and administrators read all of it. */
async function expectWhole({ student }: FinishedExam, id: number, late: number): Promise<void> {
  const facts = { late: [{ question: late, answers: 'B' }] };
  for (const who of [student, admin])
    expect(await readContest(who, id)).toMatchObject({ comment: text, facts });
  const { content } = (await admin.get(`examContests/${id}/pack`)).json<EvidencePack>();
  expect(content).toMatchObject({ contest: { comment: text, facts }, facts });
}

describe('[ROLE-5] [CONT-3] a technical complaint', () => {
  it('[ROLE-5] [CONT-3] that names a question shows its holder that question, not the text and facts about the whole exam', async () => {
    const { sat, first, second, holder } = await aLateExam();
    const id = await filed(sat, [first], { type: 'technical', comment: text });
    await expectQuestionAlone(holder, id, first);
    await expectWhole(sat, id, second);
  });

  it('[ROLE-5] [CONT-3] is not in the history of a student for a holder who is also their secretary', async () => {
    const { sat, first, holder } = await aLateExam();
    await filed(sat, [first], { type: 'technical', comment: text });
    const [place] = await server.database.sql<{ collegeId: number }[]>`
      select college_id as "collegeId" from students where id = ${sat.student.studentId ?? 0}`;
    await anAssignment(server, holder, { collegeId: place?.collegeId ?? 0 });
    const history = async (who: SignedInPerson) =>
      (await who.get(`students/${sat.student.studentId}/history?take=100`)).body;
    expect(await history(admin)).toContain(text);
    const seen = await history(await signedIn(server, holder));
    expect(seen).toContain('exam_contest_questions');
    expect(seen).not.toContain(text);
  });

  it('[ROLE-5] [CONT-3] that an administrator settled with a question it did not name shows its holder no more', async () => {
    const { sat, first, second, holder } = await aLateExam();
    const id = await filed(sat, [], { type: 'technical', comment: text });
    expect((await holder.get(`examContests/${id}`)).statusCode).toBe(404);
    const settled = await resolve(
      admin,
      id,
      { examQuestionId: 0, accepted: true },
      { examQuestionId: sat.questionId(first), accepted: true, settle: 'fullPoints' },
    );
    expect(settled.statusCode, settled.body).toBe(200);
    await expectQuestionAlone(holder, id, first);
    await expectWhole(sat, id, second);
  });
});
