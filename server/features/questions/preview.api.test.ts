import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ServedQuestion } from '#contract/questions.ts';
import { drawPaper } from '#domain/exam-structure/draw.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { answerLimits, loadPools } from '#server/bank/pools.ts';
import { loadDrawablePaper } from '#server/bank/stored-structure.ts';
import { aDiscipline, aTeacher, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aQuestionDraft, aStructure } from '#server/testing/bank.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let teacher: SignedInPerson;
let disciplineId: number;
let chapters: number[];

beforeAll(async () => {
  teacher = await signedIn(server, await aTeacher(server));
  ({ id: disciplineId } = await aDiscipline(server, { holders: [teacher] }));
  chapters = [await aChapter(server, disciplineId), await aChapter(server, disciplineId)];
  for (const chapter of chapters) for (let n = 0; n < 12; n += 1) await aQuestion(server, chapter);
  await aStructure(
    server,
    disciplineId,
    chapters.map((id) => ({ id, questions: 5, percentSimple: 40 })),
  );
});

const chapter = () => chapters[0] as number;
async function preview(id: number, query = ''): Promise<ServedQuestion> {
  const response = await teacher.get(`questions/${id}/preview?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}
/** Factory answers are numbered; the first five are correct. */
const correctOf = (question: ServedQuestion) =>
  question.answerExams.filter(({ answer }) => Number(answer.description.split(' ').at(-1)) <= 5).length;

describe('a question as a student sees it', () => {
  it('[QUES-3][QUES-7] is drawn as simple with exactly one correct answer', async () => {
    const id = await aQuestion(server, chapter());
    for (let seed = 0; seed < 20; seed += 1) {
      const question = await preview(id, `kind=simple&seed=${seed}`);
      expect(question.answerType).toBe('simple');
      expect(question.answerExams).toHaveLength(5);
      expect(correctOf(question)).toBe(1);
    }
  });

  it('[QUES-3][SCORE-11] is drawn as complex with two to four correct answers and always a wrong one', async () => {
    const id = await aQuestion(server, chapter());
    const counts = new Set<number>();
    for (let seed = 0; seed < 40; seed += 1)
      counts.add(correctOf(await preview(id, `kind=multiple&seed=${seed}`)));
    expect([...counts].sort()).toEqual([2, 3, 4]);
  });

  it('[QUES-7] is the same for the same seed and differs for another', async () => {
    const id = await aQuestion(server, chapter());
    expect(await preview(id, 'seed=a')).toEqual(await preview(id, 'seed=a'));
    const seen = new Set<string>();
    for (const seed of 'abcdefgh') seen.add(JSON.stringify(await preview(id, `seed=${seed}`)));
    expect(seen.size).toBeGreaterThan(4);
  });

  it('[QUES-3] is served only as simple when its pool is too small for complex', async () => {
    const id = await aQuestion(server, chapter(), { correct: 1, wrong: 3 });
    expect((await preview(id, 'kind=simple')).answerExams).toHaveLength(4);
    const refused = await teacher.get(`questions/${id}/preview?kind=multiple`);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'question.notServable']);
  });

  it('reveals nothing of the bank: ids are shown positions, and no field contains the key', async () => {
    const id = await aQuestion(server, chapter());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('simple', 'multiple'), fc.nat(10_000), async (kind, seed) => {
        const question = await preview(id, `kind=${kind}&seed=${seed}`);
        expect([question.id, question.index, question.question.id]).toEqual([1, 1, 1]);
        expect(question.answerExams.map((answer) => answer.id)).toEqual([100, 101, 102, 103, 104]);
        expect(question.answerExams.every((answer) => answer.isChecked === false)).toBe(true);
        expect(JSON.stringify(question)).not.toMatch(/correct|version|reference|bank/i);
      }),
      { numRuns: 25 },
    );
  });

  it('shows correct answers equally often in every position', async () => {
    const id = await aQuestion(server, chapter());
    const first = [0, 0, 0, 0, 0];
    for (let seed = 0; seed < 150; seed += 1) {
      const { answerExams } = await preview(id, `kind=simple&seed=place${seed}`);
      const index = answerExams.findIndex(({ answer }) => Number(answer.description.split(' ').at(-1)) <= 5);
      first[index] = (first[index] ?? 0) + 1;
    }
    // Thirty are expected in each position; fewer than ten has a chance below one in a hundred thousand.
    for (const count of first) expect(count).toBeGreaterThan(10);
  });
});

describe('a whole sample exam', () => {
  const paper = async (seed: string) =>
    (await teacher.get(`disciplines/${disciplineId}/samplePaper?seed=${seed}`)).json();

  it('[QUES-7] has the questions, kinds and duration of the structure', async () => {
    const { questions, durationMinutes } = await paper('x');
    expect(durationMinutes).toBe(60);
    expect(questions.map((question: ServedQuestion) => question.index)).toEqual(
      Array.from({ length: 10 }, (_, n) => n + 1),
    );
    const simple = questions.filter((question: ServedQuestion) => question.answerType === 'simple');
    expect(simple).toHaveLength(4);
    for (const question of questions)
      expect(correctOf(question) === 1).toBe(question.answerType === 'simple');
    expect(new Set(questions.map((question: ServedQuestion) => question.question.text)).size).toBe(10);
  });

  it('[QUES-7] is the same for the same seed and differs for another', async () => {
    expect(await paper('x')).toEqual(await paper('x'));
    expect(await paper('x')).not.toEqual(await paper('y'));
  });

  it('[DISC-6] is refused without a structure or enough questions', async () => {
    const { id } = await aDiscipline(server, { holders: [teacher] });
    expect((await teacher.get(`disciplines/${id}/samplePaper`)).json().error).toBe('structure.missing');
    const only = await aChapter(server, id);
    await aQuestion(server, only);
    await aStructure(server, id, [{ id: only, questions: 2 }]);
    const refused = await teacher.get(`disciplines/${id}/samplePaper`);
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'structure.notServable']);
  });

  it('[QUES-4] shows the newest version', async () => {
    const { id } = await aDiscipline(server, { holders: [teacher] });
    const only = await aChapter(server, id);
    const questionId = await aQuestion(server, only, { text: 'vechi' });
    await aStructure(server, id, [{ id: only, questions: 1 }]);
    await teacher.put(`questions/${questionId}`, aQuestionDraft(only, { text: 'nou' }));
    const { questions } = (await teacher.get(`disciplines/${id}/samplePaper`)).json();
    expect(questions[0].question.text).toBe('nou');
  });
});

describe('pools', () => {
  it('[QUES-9] never draw questions reserved for exams in a simulation', async () => {
    const { id } = await aDiscipline(server, { holders: [teacher] });
    const open = await aChapter(server, id);
    const reserved = await aChapter(server, id, { examOnly: true });
    const free = await aQuestion(server, open);
    const examOnly = await aQuestion(server, open, { examOnly: true });
    const below = await aQuestion(server, reserved);
    const ids = async (purpose: 'exam' | 'simulation') =>
      [...(await loadPools(server.database.sql, [open, reserved], purpose)).values()].map((pools) =>
        pools.map((pool) => pool.id),
      );
    expect(await ids('exam')).toEqual([[free, examOnly], [below]]);
    expect(await ids('simulation')).toEqual([[free], []]);
  });

  it('[DISC-5] exclude removed questions and removed chapters', async () => {
    const { id } = await aDiscipline(server, { holders: [teacher] });
    const [open, gone] = [await aChapter(server, id), await aChapter(server, id)];
    const removed = await aQuestion(server, open);
    await aQuestion(server, gone);
    await teacher.delete(`questions/${removed}`);
    await server.database.sql`update chapters set removed_at = now() where id = ${gone}`;
    const pools = await loadPools(server.database.sql, [open, gone], 'exam');
    expect([...pools.values()]).toEqual([[], []]);
  });

  it('[QUES-3] draw the same paper from the same bank and seed', async () => {
    const limits = answerLimits(await server.services.settings.current());
    const draw = async () =>
      drawPaper(
        seededRandom('s'),
        (await loadDrawablePaper(server.database.sql, disciplineId, 'exam')).chapters,
        limits,
      );
    expect(await draw()).toEqual(await draw());
  });
});
