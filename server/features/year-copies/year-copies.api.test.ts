import { describe, expect, it } from 'vitest';
import type { YearCopy, YearDiscipline } from '#contract/year-copies.ts';
import { insertQuestions } from '#server/bank/writing.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aDiscipline, aTeacher } from '#server/testing/accounts.ts';
import { aChapter, answersOf, aQuestion, aStructure } from '#server/testing/bank.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { all, useYearCopies } from '#server/testing/year-copies.ts';
import { copyingYear } from './copying.ts';

const server = useTestServer();
const { admin, aYear, taught, runJob, read, copied } = useYearCopies(server);

/** Adds questions in one transaction; more than one step of the job copies. */
async function manyQuestions(chapterId: number, count: number): Promise<void> {
  const answers = answersOf(5, 5).map((answer) => ({
    ...answer,
    image: null,
    referenceTitle: null,
    referencePage: null,
  }));
  const content = { text: 'Multe', image: null, points: 10, answers };
  const question = { chapterId, examOnly: false, addedBy: null, content };
  await server.database.transaction(systemAuthor, (tx) =>
    insertQuestions(
      tx,
      Array.from({ length: count }, () => question),
    ),
  );
}
const preview = async (fromYearId: number, toYearId: number) =>
  (await admin.get(`yearCopies/disciplines?fromYearId=${fromYearId}&toYearId=${toYearId}`)).json<
    YearDiscipline[]
  >();
const disciplinesOf = async (yearId: number) =>
  server.database.sql<{ id: number; copiedFrom: number | null }[]>`
    select id, copied_from as "copiedFrom" from disciplines where university_year_id = ${yearId} order by id`;
describe('[IMP-5] copying the disciplines of a university year', () => {
  it('[IMP-5] is previewed, and includes teachers, chapters, current questions and structure', async () => {
    const { yearId, disciplineId, chapters } = await taught();
    const toYearId = await aYear();
    expect(await preview(yearId, toYearId)).toMatchObject([
      { id: disciplineId, outcome: 'create', chapters: 2, questions: 6, newQuestions: 6 },
    ]);
    expect(await disciplinesOf(toYearId)).toEqual([]);

    const done = await copied({ fromYearId: yearId, toYearId, ...all });
    expect(done.finishedAt).not.toBeNull();
    expect(done.counts).toMatchObject({ disciplines: 1, disciplinesDone: 1, questions: 6, taken: 0 });
    const [copy] = await disciplinesOf(toYearId);
    expect(copy?.copiedFrom).toBe(disciplineId);
    const [before, after] = [
      (await admin.get(`disciplines/${disciplineId}`)).json(),
      (await admin.get(`disciplines/${copy?.id}`)).json(),
    ];
    const same = [
      'code',
      'description',
      'sectionId',
      'series',
      'year',
      'semester',
      'holders',
      'questionCount',
    ];
    for (const field of same) expect([field, after[field]]).toEqual([field, before[field]]);
    expect(after.universityYearId).toBe(toYearId);
    const structures = await Promise.all(
      [disciplineId, copy?.id].map(async (id) => {
        const structure = (await admin.get(`disciplines/${id}/structure`)).json();
        return [
          structure.questions,
          structure.examDuration,
          structure.chapters.map((one: { code: string; questions: number }) => [one.code, one.questions]),
        ];
      }),
    );
    expect(structures[1]).toEqual(structures[0]);

    // Every question names its origin and is the same question.
    const origins = await server.database.sql<{ from: number; same: boolean }[]>`
      select q.copied_from as from, q.text = o.text and q.search = o.search and q.correct_count = o.correct_count
             and q.added_by is not distinct from o.added_by as same
        from questions q join chapters c on c.id = q.chapter_id join questions o on o.id = q.copied_from
       where c.discipline_id = ${copy?.id ?? 0}`;
    expect(origins).toHaveLength(6);
    expect(origins.every((one) => one.same)).toBe(true);
    const [sources] = await server.database.sql<{ count: number }[]>`
      select count(*) from questions where chapter_id = any(${[...chapters]}::int[]) and id = any(${origins.map(({ from }) => from)}::int[])`;
    expect(sources?.count).toBe(6);
  });

  it('[RESU-5] the statistics of a question follow it from year to year', async () => {
    const exam = await aCustomExam(server, { questions: 1, bank: 1 });
    await (await aRunningExam(server, exam)).finish();
    const [disciplineId = 0] = exam.disciplineIds;
    const { universityYearId: fromYearId } = (await admin.get(`disciplines/${disciplineId}`)).json();
    const toYearId = await aYear();
    await copied({ fromYearId, toYearId, ...all });
    const copy = (await disciplinesOf(toYearId)).find(({ copiedFrom }) => copiedFrom === disciplineId);
    const idIn = async (id: number) =>
      (
        await server.database.sql<{ id: number }[]>`
        select q.id from questions q join chapters c on c.id = q.chapter_id where c.discipline_id = ${id}`
      )[0]?.id;
    const [first, second] = [await idIn(disciplineId), await idIn(copy?.id ?? 0)];
    for (const id of [first, second])
      expect((await admin.get(`statistics/questions/${id}`)).json().years).toMatchObject([
        { questionId: first, served: 1, difficulty: null, discrimination: null, exposure: 1 },
        { questionId: second, served: 0, difficulty: null, exposure: 0, lastServed: null },
      ]);
  });

  it('[IMP-5] a second copy adds only what is new and brings back nothing that was removed', async () => {
    const { yearId, disciplineId, chapters } = await taught();
    const toYearId = await aYear();
    await copied({ fromYearId: yearId, toYearId, ...all });
    expect(await preview(yearId, toYearId)).toMatchObject([{ outcome: 'same', newQuestions: 0 }]);
    const again = await copied({ fromYearId: yearId, toYearId, ...all });
    expect(again.counts).toMatchObject({ disciplinesDone: 1, questions: 0 });
    const [copy] = await disciplinesOf(toYearId);
    const copies = await server.database.sql<{ id: number }[]>`
      select q.id from questions q join chapters c on c.id = q.chapter_id where c.discipline_id = ${copy?.id ?? 0} order by q.id`;
    expect(copies).toHaveLength(6);

    expect((await admin.delete(`questions/${copies[0]?.id}`)).statusCode).toBe(204);
    await aQuestion(server, chapters[0] ?? 0);
    expect(await preview(yearId, toYearId)).toMatchObject([{ outcome: 'complete', newQuestions: 1 }]);
    expect((await copied({ fromYearId: yearId, toYearId, ...all })).counts.questions).toBe(1);
    const stored = (await admin.get(`disciplines/${copy?.id}`)).json<{ questionCount: number }>();
    expect(stored.questionCount).toBe(6);
    expect(await disciplinesOf(yearId)).toHaveLength(1);
    expect(disciplineId).toBe((await disciplinesOf(yearId))[0]?.id);
  });

  it('[IMP-5] the preview names a chapter or a structure that was added since, and the copy takes it over', async () => {
    const { id: disciplineId } = await aDiscipline(server, { holders: [await aTeacher(server)] });
    const { universityYearId: fromYearId } = (await admin.get(`disciplines/${disciplineId}`)).json();
    const first = await aChapter(server, disciplineId);
    for (let n = 0; n < 2; n += 1) await aQuestion(server, first);
    const toYearId = await aYear();
    const copy = () => copied({ fromYearId, toYearId, ...all });
    await copy();
    const shown = async () => {
      const [{ outcome, newQuestions, newChapters, newStructure } = {} as YearDiscipline] = await preview(
        fromYearId,
        toYearId,
      );
      return [outcome, newQuestions, newChapters, newStructure];
    };
    expect(await shown()).toEqual(['same', 0, 0, false]);
    await aChapter(server, disciplineId);
    expect(await shown()).toEqual(['complete', 0, 1, false]);
    await copy();
    expect(await shown()).toEqual(['same', 0, 0, false]);
    await aStructure(server, disciplineId, [{ id: first, questions: 2 }]);
    expect(await shown()).toEqual(['complete', 0, 0, true]);
    await copy();
    expect(await shown()).toEqual(['same', 0, 0, false]);
    const [there] = await disciplinesOf(toYearId);
    const structure = (await admin.get(`disciplines/${there?.id}/structure`)).json();
    expect([structure.questions, structure.chapters.length]).toEqual([2, 2]);
  });

  it('[IMP-5] a chapter that replaces a removed one of its code goes into the copy of that one, as previewed', async () => {
    const { yearId, disciplineId, chapters } = await taught();
    const toYearId = await aYear();
    await copied({ fromYearId: yearId, toYearId, ...all });
    const [old = 0, other = 0] = chapters;
    const codeOf = async (id: number) => (await admin.get(`chapters/${id}`)).json<{ code: string }>().code;
    const code = await codeOf(old);
    await server.database.transaction(systemAuthor, async (tx) => {
      await tx`delete from chapter_structures where chapter_id = ${old}`;
      await tx`update questions set removed_at = now() where chapter_id = ${old}`;
      await tx`update chapters set removed_at = now() where id = ${old}`;
    });
    const fresh = await aChapter(server, disciplineId);
    const freshCode = await codeOf(fresh);
    await server.database.sql`update chapters set code = ${code} where id = ${fresh}`;
    for (let n = 0; n < 2; n += 1) await aQuestion(server, fresh);
    expect(await preview(yearId, toYearId)).toMatchObject([
      { outcome: 'complete', newQuestions: 2, newChapters: 0 },
    ]);
    expect((await copied({ fromYearId: yearId, toYearId, ...all })).counts.questions).toBe(2);
    expect(await preview(yearId, toYearId)).toMatchObject([
      { outcome: 'same', newQuestions: 0, leftChapters: 0 },
    ]);

    // The copy of another chapter has its code: its questions have no place, and none is promised.
    const third = await aChapter(server, disciplineId);
    await aQuestion(server, third);
    const taken = await codeOf(other);
    await server.database.sql`update chapters set code = ${freshCode}  where id = ${other}`;
    await server.database.sql`update chapters set code = ${taken} where id = ${third}`;
    expect(await preview(yearId, toYearId)).toMatchObject([
      { outcome: 'same', newQuestions: 0, leftChapters: 1 },
    ]);
    const done = await copied({ fromYearId: yearId, toYearId, ...all });
    expect(done.counts).toMatchObject({ questions: 0, leftChapters: 1 });
  });

  it('[IMP-5] the preview and the result count the chapters that are left out, in addition to what is copied', async () => {
    const { yearId, disciplineId, chapters } = await taught();
    const toYearId = await aYear();
    const copy = async () => (await copied({ fromYearId: yearId, toYearId, ...all })).counts;
    expect(await preview(yearId, toYearId)).toMatchObject([{ outcome: 'create', leftChapters: 0 }]);
    expect(await copy()).toMatchObject({ questions: 6, leftChapters: 0 });
    const [there] = await disciplinesOf(toYearId);
    const extra = await aChapter(server, disciplineId);
    await aQuestion(server, extra);
    await copy();
    const copies = await server.database.sql<{ id: number; from: number }[]>`
      select id, copied_from as from from chapters where discipline_id = ${there?.id ?? 0}`;
    const extraCopy = copies.find(({ from }) => from === extra);
    const removed = await admin.delete(`chapters/${extraCopy?.id}`);
    expect(removed.statusCode, removed.body).toBe(204);
    expect(await preview(yearId, toYearId)).toMatchObject([
      { outcome: 'same', newChapters: 0, leftChapters: 1 },
    ]);
    // Questions of the chapter that was removed there are not copied; those of another one are.
    await aQuestion(server, extra);
    await aQuestion(server, chapters[0] ?? 0);
    expect(await preview(yearId, toYearId)).toMatchObject([
      { outcome: 'complete', newQuestions: 1, newChapters: 0, leftChapters: 1 },
    ]);
    expect(await copy()).toMatchObject({ questions: 1, leftChapters: 1 });
  });

  it('[IMP-5] leaves alone what is excluded and what the new year already has', async () => {
    const { yearId, disciplineId } = await taught();
    const toYearId = await aYear();
    const nothing = await admin.post('yearCopies', {
      fromYearId: yearId,
      toYearId,
      disciplines: { except: [disciplineId] },
      series: [],
    });
    expect([nothing.statusCode, nothing.json().error]).toEqual([409, 'yearCopy.nothingChosen']);

    await server.database.sql`
      insert into disciplines (code, description, university_year_id, college_id, section_id, year, semester)
      select code, 'Scrisă de mână', ${toYearId}, college_id, section_id, year, semester from disciplines where id = ${disciplineId}`;
    expect(await preview(yearId, toYearId)).toMatchObject([{ outcome: 'taken', newQuestions: 0 }]);
    expect((await copied({ fromYearId: yearId, toYearId, ...all })).counts).toMatchObject({
      taken: 1,
      questions: 0,
    });
    const [own] = await disciplinesOf(toYearId);
    expect((await admin.get(`disciplines/${own?.id}`)).json()).toMatchObject({
      description: 'Scrisă de mână',
      questionCount: 0,
    });
  });

  it('[IMP-5] [UX-13] runs once even with several processes, and resumes where one stopped', async () => {
    const { yearId, chapters } = await taught();
    await manyQuestions(chapters[0] ?? 0, 120);
    const toYearId = await aYear();
    const other = await testServer({ database: server });
    const body = { fromYearId: yearId, toYearId, ...all, series: [] };
    const { id } = (await admin.post('yearCopies', body)).json<YearCopy>();
    const second = (await admin.post('yearCopies', body)).json<YearCopy>();
    const stopped = new AbortController();
    stopped.abort();
    await copyingYear.run(server.services, { copyId: id }, stopped.signal);
    expect((await read(id)).finishedAt).toBeNull();
    await Promise.all([runJob(id), runJob(id, other.services), runJob(second.id, other.services)]);
    await other.close();
    const [one, two] = [(await read(id)).counts, (await read(second.id)).counts];
    expect([one.disciplinesDone, two.disciplinesDone, one.questions + two.questions]).toEqual([1, 1, 126]);
    const [copy] = await disciplinesOf(toYearId);
    expect((await admin.get(`disciplines/${copy?.id}`)).json()).toMatchObject({ questionCount: 126 });
  });

  it('[IMP-5] refuses years that do not exist or are the same', async () => {
    const yearId = await aYear();
    for (const toYearId of [yearId, 2_000_000_000]) {
      const refused = await admin.post('yearCopies', { fromYearId: yearId, toYearId, ...all, series: [] });
      expect([refused.statusCode, refused.json().errors?.[0]?.path]).toEqual([400, 'toYearId']);
    }
  });
});
