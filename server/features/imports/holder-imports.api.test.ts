import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportSummary, QuestionImport } from '#contract/imports.ts';
import type { DisciplineListRow } from '#contract/structure.ts';
import { aDiscipline, aTeacher, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aChapter } from '#server/testing/bank.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { aFileQuestion, aQuestionFile, uploadQuestions } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { upload } from '#server/testing/upload.ts';

const server = useTestServer();
let setup: ImportSetup;
let holder: SignedInPerson;
let collaborator: SignedInPerson;
let foreign: { disciplineId: number; chapterId: number };
let assisted: number;

beforeAll(async () => {
  setup = await importSetup(server);
  holder = setup.holder;
  collaborator = await signedIn(server, await aTeacher(server));
  const other = await aDiscipline(server, { holders: [await aTeacher(server)] });
  foreign = { disciplineId: other.id, chapterId: await aChapter(server, other.id) };
  const shared = await aDiscipline(server, { holders: [collaborator], collaborators: [holder] });
  assisted = shared.id;
});

async function uploaded(by: SignedInPerson, text: string, count = 1): Promise<number> {
  const questions = Array.from({ length: count }, (_, n) => aFileQuestion(n, { text: `${text} ${n}` }));
  const response = await uploadQuestions(by, await aQuestionFile(questions));
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ importId: number }>().importId;
}
const read = async (by: SignedInPerson, id: number) => (await by.get(`imports/${id}`)).json<QuestionImport>();

describe('[IMP-4] a holder imports questions', () => {
  it('[IMP-4] into a chapter of a discipline they hold, as their own questions', async () => {
    const id = await uploaded(holder, 'A titularului', 2);
    expect((await holder.put(`imports/${id}`, { chapterId: setup.chapterId })).statusCode).toBe(200);
    expect((await holder.post(`imports/${id}/commit`)).statusCode).toBe(200);
    await setup.runJob(id);
    expect(await read(holder, id)).toMatchObject({ state: 'done', written: 2 });
    const found = (await holder.get(`questions?chapterId=${setup.chapterId}&search=titularului`)).json();
    expect(found).toHaveLength(2);
    const [entry] = await server.database.sql<{ by: number }[]>`
      select added_by as by from questions where id = ${found[0].id}`;
    expect(entry?.by).toBe(holder.userId);
  });

  it('[IMP-4] not into another’s discipline, nor into one they only collaborate in', async () => {
    const id = await uploaded(holder, 'Străină');
    for (const target of [
      { disciplineId: foreign.disciplineId },
      { chapterId: foreign.chapterId },
      { disciplineId: assisted },
      { chapterId: await aChapter(server, assisted) },
    ]) {
      const response = await holder.put(`imports/${id}`, target);
      expect([response.statusCode, response.json().error]).toEqual([400, 'validation.failed']);
    }
    expect(await read(holder, id)).toMatchObject({ disciplineId: null, chapterId: null });
    expect((await holder.post(`imports/${id}/commit`)).statusCode).toBe(409);
  });

  it('[IMP-4] is offered only the disciplines they hold', async () => {
    const offered = (await holder.get('disciplineList?held=true')).json<DisciplineListRow[]>();
    expect(offered.map((row) => row.id)).toEqual([setup.disciplineId]);
  });

  it('[IMP-4] writes nothing into a discipline that they lost after the start', async () => {
    const id = await uploaded(holder, 'Pierdută');
    await holder.put(`imports/${id}`, { chapterId: setup.otherChapterId });
    await holder.post(`imports/${id}/commit`);
    const change = (part: string) => server.database.sql`
      update discipline_teachers set part = ${part}
       where discipline_id = ${setup.disciplineId} and email = ${holder.email}`;
    await change('collaborator');
    await setup.runJob(id);
    await change('holder');
    expect(await read(holder, id)).toMatchObject({ state: 'done', written: 0, counts: { failed: 1 } });
    const rows = (await holder.get(`imports/${id}/rows`)).json();
    expect(codesOf(rows[0])).toEqual(['import.chapterMissing']);
    expect(await setup.entered(setup.otherChapterId)).toBe(0);
  });

  it('[IMP-4] pauses when the account of its author is disabled, and can be resumed', async () => {
    const id = await uploaded(holder, 'Oprită');
    await holder.put(`imports/${id}`, { chapterId: setup.chapterId });
    await holder.post(`imports/${id}/commit`);
    const disable = (at: Date | null) => server.database.sql`
      update users set disabled_at = ${at} where id = ${holder.userId}`;
    await disable(new Date());
    await setup.runJob(id);
    await disable(null);
    holder = await signedIn(server, holder);
    expect(await read(holder, id)).toMatchObject({ state: 'paused', written: 0 });
    await holder.post(`imports/${id}/commit`);
    await setup.runJob(id);
    expect(await read(holder, id)).toMatchObject({ state: 'done', written: 1 });
  });
});

describe('[IMP-4] limits of a holder’s import rights', () => {
  it('[IMP-4] neither sees imports of others nor imports students', async () => {
    const theirs = await uploaded(setup.admin, 'A administratorului');
    for (const path of [`imports/${theirs}`, `imports/${theirs}/rows`, `imports/${theirs}/report`])
      expect((await holder.get(path)).statusCode).toBe(404);
    expect((await holder.put(`imports/${theirs}`, { chapterId: setup.chapterId })).statusCode).toBe(404);
    expect((await holder.post(`imports/${theirs}/commit`)).statusCode).toBe(404);
    const listed = (await holder.get('imports?take=200')).json<ImportSummary[]>();
    expect(listed.map(({ id }) => id)).not.toContain(theirs);
    const students = await upload(holder, 'imports/students', Buffer.from('a;b;c'), { fileName: 'a.csv' });
    expect(students.statusCode).toBe(403);
  });

  it('[IMP-4] an administrator who becomes a teacher no longer sees their student imports', async () => {
    const [row] = await server.database.sql<{ id: number }[]>`
      insert into imports (kind, made_by, file_name, format, state)
      values ('students', ${holder.userId}, 's.csv', 'csv', 'done') returning id`;
    expect((await holder.get(`imports/${row?.id}`)).statusCode).toBe(404);
    const listed = (await holder.get('imports?take=200')).json<ImportSummary[]>();
    expect(listed.map(({ id }) => id)).not.toContain(row?.id);
  });
});
