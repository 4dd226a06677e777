import { beforeAll, describe, expect, it } from 'vitest';
import { aChapter } from '#server/testing/bank.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { slope } from '#server/testing/png.ts';
import { aFileQuestion, aQuestionFile, moodleWithImage } from '#server/testing/question-files.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { writingImports } from './question-commit.ts';

const server = useTestServer();
let admin: ImportSetup['admin'];
let disciplineId: ImportSetup['disciplineId'];
let chapterId: ImportSetup['chapterId'];
let otherChapterId: ImportSetup['otherChapterId'];
let read: ImportSetup['read'];
let runJob: ImportSetup['runJob'];
let uploaded: ImportSetup['uploaded'];
let rowsOf: ImportSetup['rowsOf'];
let entered: ImportSetup['entered'];
let imported: ImportSetup['imported'];

beforeAll(async () => {
  ({ admin, disciplineId, chapterId, otherChapterId, read, runJob, uploaded, rowsOf, entered, imported } =
    await importSetup(server));
});

describe('the import button', () => {
  it('[IMP-2] writes only the chosen rows, with text, key, references and images', async () => {
    const { importId } = await uploaded(
      await aQuestionFile(
        [1, 2, 3].map((number) => aFileQuestion(number, { text: `Aleasă ${number}`, points: 7.5 })),
      ),
    );
    await admin.put(`imports/${importId}`, {
      chapterId: otherChapterId,
      choose: { kind: 'rows', positions: [2], chosen: false },
    });
    const before = await entered(otherChapterId);
    const done = await imported(importId);
    expect(done).toMatchObject({ state: 'done', written: 2, counts: { waiting: 0, failed: 0 } });
    expect(await entered(otherChapterId)).toBe(before + 2);
    const [first, left] = await rowsOf(importId);
    expect(left).toMatchObject({ state: 'ready', questionId: null });
    const question = (await admin.get(`questions/${first?.questionId}`)).json();
    expect(question).toMatchObject({
      chapterId: otherChapterId,
      text: 'Aleasă 1',
      points: 7.5,
      incomplete: false,
    });
    expect(question.answers).toEqual(first?.question?.answers);
    const [written] = await server.database.sql<{ by: number }[]>`
      select added_by as by from questions where id = ${question.id}`;
    expect(written?.by).toBe(admin.userId);
  });

  it('[IMP-2] writes each row once, even if it is pressed twice and several processes run the job', async () => {
    const other = await testServer({ database: server });
    const questions = Array.from({ length: 350 }, (_, index) =>
      aFileQuestion(index, { text: `De două ori ${index}` }),
    );
    const { importId } = await uploaded(await aQuestionFile(questions));
    const chapter = await aChapter(server, disciplineId);
    await admin.put(`imports/${importId}`, { chapterId: chapter });
    const presses = await Promise.all([1, 2, 3].map(() => admin.post(`imports/${importId}/commit`)));
    expect(presses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const never = new AbortController().signal;
    await Promise.all([
      writingImports.run(server.services, { importId }, never),
      writingImports.run(other.services, { importId }, never),
      writingImports.run(other.services, { importId }, never),
    ]);
    expect((await admin.post(`imports/${importId}/commit`)).json()).toMatchObject({
      state: 'done',
      written: 350,
    });
    expect(await entered(chapter)).toBe(350);
    await other.close();
  });

  it('[UX-13] resumes where it stopped: no row is lost or written twice', async () => {
    const questions = Array.from({ length: 250 }, (_, index) =>
      aFileQuestion(index, { text: `Întrerupt ${index}` }),
    );
    const { importId } = await uploaded(await aQuestionFile(questions));
    const chapter = await aChapter(server, disciplineId);
    await admin.put(`imports/${importId}`, { chapterId: chapter });
    await admin.post(`imports/${importId}/commit`);
    const stopping = new AbortController();
    const { sql } = server.database;
    // A row of the second hundred is held, so that the job is stopped there.
    const { job } = await sql.begin(async (tx) => {
      await tx`select from import_rows where import_id = ${importId} and position = 150 for update`;
      const job = runJob(importId, stopping.signal);
      await untilWaiting(sql, 1);
      stopping.abort();
      return { job };
    });
    await job;
    expect(await read(importId)).toMatchObject({ state: 'writing', written: 200 });
    await runJob(importId);
    expect(await read(importId)).toMatchObject({ state: 'done', written: 250 });
    const texts = await server.database.sql<{ text: string }[]>`
      select text from questions where chapter_id = ${chapter}`;
    expect(new Set(texts.map(({ text }) => text)).size).toBe(250);
    expect(texts).toHaveLength(250);
  });

  it('[UX-13] runs in the job queue, with progress', async () => {
    const working = await testServer({ database: server });
    await working.services.queue.work(writingImports, working.services);
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1, { text: 'Prin coadă' })]));
    await admin.put(`imports/${importId}`, { chapterId });
    await admin.post(`imports/${importId}/commit`);
    await expect.poll(() => read(importId)).toMatchObject({ state: 'done', written: 1 });
    await working.close();
  });

  it('[IMP-2] skips a row whose chapter was removed in the meantime, and reports it', async () => {
    const gone = await aChapter(server, disciplineId);
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1, { text: 'Fără capitol' })]));
    await admin.put(`imports/${importId}`, { chapterId: gone });
    await admin.post(`imports/${importId}/commit`);
    await server.database.sql`update chapters set removed_at = now() where id = ${gone}`;
    await runJob(importId);
    expect(await read(importId)).toMatchObject({ state: 'done', written: 0, counts: { failed: 1 } });
    const [row] = await rowsOf(importId, '?problems=rejected');
    expect(row?.state).toBe('failed');
    expect(codesOf(row)).toEqual(['import.chapterMissing']);
  });

  it('[IMP-2] skips only the row that the database refuses', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([1, 2, 3].map((number) => aFileQuestion(number, { text: `Refuzată ${number}` }))),
    );
    await admin.put(`imports/${importId}`, { chapterId });
    await server.database.sql`
      update import_rows set parsed = jsonb_set(parsed, '{text}', '""') where import_id = ${importId} and position = 2`;
    const done = await imported(importId);
    expect(done).toMatchObject({ written: 2, counts: { failed: 1 } });
    expect((await rowsOf(importId)).map(({ state }) => state)).toEqual(['written', 'failed', 'written']);
  });

  it('[IMP-2] needs a chosen row and a chapter', async () => {
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1)]));
    const unplaced = await admin.post(`imports/${importId}/commit`);
    expect([unplaced.statusCode, unplaced.json().error]).toEqual([409, 'import.nothingChosen']);
    await admin.put(`imports/${importId}`, { chapterId, choose: { kind: 'none' } });
    expect((await admin.post(`imports/${importId}/commit`)).statusCode).toBe(409);
    expect((await read(importId)).state).toBe('ready');
  });

  it('[IMP-2] ends the selection: the import can no longer change', async () => {
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1, { text: 'Început' })]));
    await admin.put(`imports/${importId}`, { chapterId });
    await admin.post(`imports/${importId}/commit`);
    const change = await admin.put(`imports/${importId}`, { choose: { kind: 'none' } });
    expect([change.statusCode, change.json().error]).toEqual([409, 'import.started']);
    expect((await admin.delete(`imports/${importId}`)).json().error).toBe('import.started');
    await runJob(importId);
    expect((await read(importId)).written).toBe(1);
  });

  it('[IMP-2] creates questions like the editor: audited, searchable, with an author', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([aFileQuestion(1, { text: 'Ascuțit și rotund' })]),
    );
    await admin.put(`imports/${importId}`, { chapterId });
    await imported(importId);
    const [row] = await rowsOf(importId);
    const found = (await admin.get(`questions?chapterId=${chapterId}&search=ascutit`)).json();
    expect(found.map(({ id }: { id: number }) => id)).toEqual([row?.questionId]);
    const [entry] = await server.database.sql<{ actor: number }[]>`
      select actor_id as actor from audit_log where entity = 'questions' and entity_id = ${String(row?.questionId)}`;
    expect(entry?.actor).toBe(admin.userId);
  });
});

describe('deleting an import', () => {
  it('[IMP-2] deletes its rows and its unused images, and nothing from the bank', async () => {
    const { importId } = await uploaded(moodleWithImage(slope(44, 33)), 'moodle.xml');
    const pictures = await server.database.sql<{ id: string }[]>`
      select file_id as id from import_images where import_id = ${importId}`;
    expect(pictures).toHaveLength(2);
    expect((await admin.delete(`imports/${importId}`)).statusCode).toBe(204);
    expect((await admin.get(`imports/${importId}`)).statusCode).toBe(404);
    const left = await server.database
      .sql`select from files where id = any(${pictures.map(({ id }) => id)}::uuid[])`;
    expect(left).toHaveLength(0);
  });

  it('[IMP-2] keeps images that questions use', async () => {
    const { importId } = await uploaded(moodleWithImage(slope(45, 33), 'Păstrată?'), 'moodle.xml');
    await admin.put(`imports/${importId}`, { chapterId });
    await imported(importId);
    const [row] = await rowsOf(importId);
    expect((await admin.delete(`imports/${importId}`)).statusCode).toBe(204);
    const question = (await admin.get(`questions/${row?.questionId}`)).json();
    expect((await admin.get(`img/quest/${question.image}`)).statusCode).toBe(200);
  });
});
