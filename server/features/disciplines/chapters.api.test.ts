import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '#contract/item.ts';
import { aDiscipline } from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aStructure } from '#server/testing/bank.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const holder = useSignedInAs(server, 'teacher');
const collaborator = useSignedInAs(server, 'teacher');
let disciplineId: number;

beforeEach(async () => {
  ({ id: disciplineId } = await aDiscipline(server, { holders: [holder], collaborators: [collaborator] }));
});

const draft = (changed = {}) => ({
  disciplineId,
  code: 'I',
  description: 'Celula',
  examOnly: false,
  ...changed,
});
const chapters = async () => (await holder.get(`disciplines/${disciplineId}/chapters`)).json<Item[]>();

describe('[DISC-5] a chapter', () => {
  it('[DISC-5] has a code, a name and a question count', async () => {
    const { id } = (await holder.post('chapters', draft())).json<Item>();
    await aQuestion(server, id);
    const removed = await aQuestion(server, id);
    await holder.delete(`questions/${removed}`);
    expect(await chapters()).toEqual([
      expect.objectContaining({ id, code: 'I', description: 'Celula', totalQuestionCount: 1, mayEdit: true }),
    ]);
    expect((await holder.get(`disciplines/${disciplineId}`)).json()).toMatchObject({ questionCount: 1 });
  });

  it('[DISC-5] has a unique code in the discipline; the code of a removed one is free again', async () => {
    const { id } = (await holder.post('chapters', draft())).json<Item>();
    await aQuestion(server, id);
    expect((await holder.post('chapters', draft())).json()).toEqual({
      error: 'resource.duplicate',
      params: { field: 'code' },
    });
    await holder.delete(`chapters/${id}`);
    expect((await holder.post('chapters', draft())).statusCode).toBe(201);
  });

  it('[DISC-5] is sorted by the numbers in its code, here and in the structure', async () => {
    for (const code of ['K10', 'K2', 'K1.10', 'K1.9'])
      expect((await holder.post('chapters', draft({ code }))).statusCode).toBe(201);
    const ordered = ['K1.9', 'K1.10', 'K2', 'K10'];
    expect((await chapters()).map(({ code }) => code)).toEqual(ordered);
    const structure = await holder.get(`disciplines/${disciplineId}/structure`);
    expect(structure.json<{ chapters: Item[] }>().chapters.map(({ code }) => code)).toEqual(ordered);
  });

  it('[ROLE-5] can be changed by the holder; a collaborator only reads it', async () => {
    const { id } = (await holder.post('chapters', draft())).json<Item>();
    const seen = (await collaborator.get(`chapters/${id}`)).json<Item>();
    expect(seen).toMatchObject({ code: 'I', mayEdit: false });
    expect((await collaborator.put(`chapters/${id}`, draft({ code: 'II' }))).statusCode).toBe(404);
    expect((await collaborator.delete(`chapters/${id}`)).statusCode).toBe(404);
    expect((await collaborator.post('chapters', draft({ code: 'II' }))).json()).toMatchObject({
      errors: [{ path: 'disciplineId', error: 'validation.outOfReach' }],
    });
    expect((await holder.put(`chapters/${id}`, draft({ code: 'II' }))).json()).toMatchObject({ code: 'II' });
  });
});

describe('[DISC-5] deleting a chapter', () => {
  it('[DISC-5] removes its questions from the bank and keeps their versions in the history', async () => {
    const id = await aChapter(server, disciplineId);
    const question = await aQuestion(server, id);
    expect((await holder.delete(`chapters/${id}`)).statusCode).toBe(204);
    expect(await chapters()).toEqual([]);
    expect((await holder.get(`chapters/${id}`)).statusCode).toBe(404);
    expect((await holder.get(`questions/${question}`)).statusCode).toBe(404);
    const [stored] = await server.database.sql`
      select q.removed_at is not null as removed, count(v.id)::int as versions from questions q
        join question_versions v on v.question_id = q.id where q.id = ${question} group by q.id`;
    expect(stored).toEqual({ removed: true, versions: 1 });
  });

  it('[MSG-16] is refused while a saved structure draws questions from it, with the count', async () => {
    const [used, unused] = [await aChapter(server, disciplineId), await aChapter(server, disciplineId)];
    await aStructure(server, disciplineId, [
      { id: used, questions: 12 },
      { id: unused, questions: 0 },
    ]);
    const refused = await holder.delete(`chapters/${used}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'chapter.inStructure', params: { questions: 12 } },
    ]);
    expect((await holder.delete(`chapters/${unused}`)).statusCode).toBe(204);
    expect((await chapters()).map((chapter) => chapter.id)).toEqual([used]);
  });

  it('[DISC-5] never succeeds together with a concurrent structure that uses it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: of } = await aDiscipline(server, { holders: [holder] });
      const chapter = await aChapter(server, of);
      await aQuestion(server, chapter);
      const [saved, removed] = await Promise.all([
        holder.put(`disciplines/${of}/structure`, {
          questions: 1,
          examDuration: 30,
          automaticDistribution: true,
          chapters: [{ id: chapter, questions: 0, percentSimple: 50, percentComplex: 50 }],
        }),
        holder.delete(`chapters/${chapter}`),
      ]);
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([saved.statusCode, removed.statusCode]);
    }
  });

  it('[STRUCT-7] refuses a move to another discipline while a structure uses it', async () => {
    const id = await aChapter(server, disciplineId);
    const { id: elsewhere } = await aDiscipline(server, { holders: [holder] });
    await aStructure(server, disciplineId, [{ id, questions: 1 }]);
    const moved = draft({ disciplineId: elsewhere });
    expect((await holder.put(`chapters/${id}`, moved)).json()).toMatchObject({
      error: 'chapter.disciplineInUse',
    });
  });
});
