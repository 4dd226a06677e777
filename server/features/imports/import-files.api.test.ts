import { beforeAll, describe, expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import type { ImportSummary } from '#contract/imports.ts';
import { readQuestions } from '#server/features/imports/formats/read-questions.ts';
import {
  aDiscipline,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { aFileQuestion, aQuestionFile, uploadQuestions } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { writingImports } from './question-commit.ts';
import { countedTransactions } from './testing/counted-transactions.ts';

const server = useTestServer();
let admin: ImportSetup['admin'];
let holder: ImportSetup['holder'];
let disciplineId: ImportSetup['disciplineId'];
let chapterId: ImportSetup['chapterId'];
let uploaded: ImportSetup['uploaded'];
let imported: ImportSetup['imported'];

beforeAll(async () => {
  ({ admin, holder, disciplineId, chapterId, uploaded, imported } = await importSetup(server));
});

describe('reports and exports', () => {
  it('[IMP-2] the report lists the outcome of each row and why, in the reader’s language', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([
        aFileQuestion(1, { text: '=1+1 Raportată' }),
        aFileQuestion(2, { correct: 2 }),
        aFileQuestion(3, { text: 'Nealeasă' }),
      ]),
    );
    await admin.put(`imports/${importId}`, {
      chapterId,
      choose: { kind: 'rows', positions: [3], chosen: false },
    });
    await imported(importId);
    const report = (await admin.get(`imports/${importId}/report?format=csv&lang=ro`)).body;
    const [, first, second, third] = report.split('\r\n');
    expect(first).toContain("'=1+1 Raportată");
    expect(first).toContain('Importată');
    expect(second).toContain('Întrebarea nu poate fi importată');
    expect(second).toContain('lipsesc 3');
    expect(third).toContain('Omisă');
    const workbook = await admin.get(`imports/${importId}/report?format=xlsx&lang=fr`);
    expect(workbook.headers['content-type']).toContain('spreadsheetml');
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it.each(['xlsx', 'csv'])(
    '[IMP-2] the template as %s is a file that the import itself reads',
    async (format) => {
      const template = await admin.get(`imports/template?format=${format}&lang=ro`);
      expect(template.statusCode).toBe(200);
      const response = await uploadQuestions(admin, template.rawPayload, `model.${format}`);
      expect(response.json().params).toEqual({ reason: 'import.noQuestions' });
    },
  );

  it.each([
    ['xlsx', 'xlsx'],
    ['csv', 'csv'],
    ['moodle', 'moodleXml'],
    ['gift', 'gift'],
    ['qti21', 'qti'],
    ['qti30', 'qti'],
  ] as const)('[IMP-2] a chapter exported to %s can be imported unchanged', async (format, readAs) => {
    const chapter = await aChapter(server, disciplineId);
    await aQuestion(server, chapter, { text: 'Formula H~2~SO~4~ și **aldin**' });
    await aQuestion(server, chapter, { text: 'A doua' });
    const file = await holder.get(`chapters/${chapter}/export?format=${format}`);
    expect(file.statusCode, file.body).toBe(200);
    expect(file.headers['x-left-out']).toBe('0');
    const back = readQuestions(file.rawPayload, 'export', 'ro');
    if (back.kind === 'refused') throw new Error(back.finding.code);
    expect(back.format).toBe(readAs);
    const texts = back.items.map((item) => (item.kind === 'importable' ? item.question.text : item.findings));
    expect(texts).toEqual(['Formula H~2~SO~4~ și **aldin**', 'A doua']);
    const { importId } = await uploaded(file.rawPayload, 'export');
    // QTI does not support chapters.
    const placed = await admin.put(`imports/${importId}`, { disciplineId, byFileChapter: true });
    expect(placed.json().counts).toMatchObject({ placed: readAs === 'qti' ? 0 : 2, duplicates: 2 });
  });

  it('[IMP-2] Aiken exports single choice only, and reports how many were left out', async () => {
    const chapter = await aChapter(server, disciplineId);
    await aQuestion(server, chapter, { text: 'Una', correct: 1, wrong: 4 });
    await aQuestion(server, chapter, { text: 'Mai multe' });
    const file = await holder.get(`chapters/${chapter}/export?format=aiken`);
    expect(file.headers['x-left-out']).toBe('1');
    expect(file.body).toContain('ANSWER: A');
    expect(file.body).not.toContain('Mai multe');
  });
});

describe('rights', () => {
  async function anotherHolder() {
    const maker = await signedIn(server, await aTeacher(server));
    const { id } = await aDiscipline(server, { holders: [maker] });
    return { maker, chapter: await aChapter(server, id) };
  }
  const uploadedBy = async (maker: SignedInPerson, content: Uint8Array) =>
    (await uploadQuestions(maker, content)).json<{ importId: number }>();

  it('[IMP-2] administrators see, resume and discard imports of others, and the log says who did', async () => {
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1)]));
    const colleague = await signedInAs(server, 'admin');
    const [listed] = (await colleague.get('imports?take=1')).json<ImportSummary[]>();
    expect(listed).toMatchObject({ id: importId, madeBy: 'Ana Pop' });
    expect((await colleague.get(`imports/${importId}/rows`)).json()).toHaveLength(1);
    expect((await colleague.get(`imports/${importId}/report`)).statusCode).toBe(200);
    const placed = await colleague.put(`imports/${importId}`, { chapterId });
    expect(placed.statusCode, placed.body).toBe(200);
    // The uploader has left; the import is written for the administrator who starts it.
    const { sql } = server.database;
    const [maker] = await sql<{ id: number }[]>`select made_by as id from imports where id = ${importId}`;
    await sql`update users set disabled_at = now() where id = ${maker?.id ?? 0}`;
    expect((await colleague.post(`imports/${importId}/commit`)).statusCode).toBe(200);
    await writingImports.run(server.services, { importId }, new AbortController().signal);
    await sql`update users set disabled_at = null where id = ${maker?.id ?? 0}`;
    const done = (await colleague.get(`imports/${importId}`)).json<ImportSummary>();
    expect(done).toMatchObject({ state: 'done', written: 1, madeBy: 'Ana Pop' });
    expect((await colleague.delete(`imports/${importId}`)).statusCode).toBe(204);
    const entries = (await colleague.get(`administration/log?entity=imports&entityId=${importId}`)).json<
      LogEntry[]
    >();
    expect(entries[0]).toMatchObject({ action: 'delete', actor: { id: colleague.userId } });
    const resumed = entries.find(({ changes }) =>
      changes.some(({ field, before }) => field === 'resumed_by' && before === null),
    );
    expect(resumed?.actor?.id).toBe(colleague.userId);
  });

  it('[IMP-2] questions belong to the uploader of the file, also when an administrator resumes the rest', async () => {
    const { maker, chapter } = await anotherHolder();
    const questions = Array.from({ length: 150 }, (_, index) =>
      aFileQuestion(index, { text: `A altcuiva ${index}` }),
    );
    const { importId } = await uploadedBy(maker, await aQuestionFile(questions));
    expect((await maker.put(`imports/${importId}`, { chapterId: chapter })).statusCode).toBe(200);
    expect((await maker.post(`imports/${importId}/commit`)).statusCode).toBe(200);
    const { sql } = server.database;
    const stopping = new AbortController();
    const { job } = await sql.begin(async (tx) => {
      await tx`select from import_rows where import_id = ${importId} and position = 50 for update`;
      const job = writingImports.run(server.services, { importId }, stopping.signal);
      await untilWaiting(sql, 1);
      stopping.abort();
      return { job };
    });
    await job;
    const colleague = await signedInAs(server, 'admin');
    expect((await colleague.post(`imports/${importId}/pause`)).statusCode).toBe(200);
    expect((await colleague.post(`imports/${importId}/commit`)).statusCode).toBe(200);
    await writingImports.run(server.services, { importId }, new AbortController().signal);
    const owners = await sql<{ addedBy: number; writtenBy: number; count: number }[]>`
      select q.added_by as "addedBy", v.written_by as "writtenBy", count(*)::int from questions q
        join question_versions v on v.question_id = q.id where q.chapter_id = ${chapter} group by 1, 2`;
    expect(owners).toEqual([{ addedBy: maker.userId, writtenBy: maker.userId, count: 150 }]);
    const authors = await sql<{ actor: number; count: number }[]>`
      select a.actor_id as actor, count(*)::int from audit_log a join questions q on a.entity_id = q.id::text
       where a.entity = 'questions' and a.action = 'insert' and q.chapter_id = ${chapter} group by 1 order by 2 desc`;
    expect(authors).toEqual([
      { actor: maker.userId, count: 100 },
      { actor: colleague.userId, count: 50 },
    ]);
  });

  it('[IMP-2] a job ends when another person resumed its import meanwhile', async () => {
    const { maker, chapter } = await anotherHolder();
    const { importId } = await uploadedBy(maker, await aQuestionFile([aFileQuestion(1)]));
    await maker.put(`imports/${importId}`, { chapterId: chapter });
    await maker.post(`imports/${importId}/commit`);
    const colleague = await signedInAs(server, 'admin');
    const { sql } = server.database;
    const { database, begun } = countedTransactions(server.database);
    const run = () =>
      writingImports.run({ ...server.services, database }, { importId }, new AbortController().signal);
    const { job } = await sql.begin(async (tx) => {
      await tx`update imports set resumed_by = ${colleague.userId} where id = ${importId}`;
      const job = run();
      await expect.poll(begun).toBeGreaterThan(1);
      return { job };
    });
    await job;
    const state = async () => (await maker.get(`imports/${importId}`)).json<ImportSummary>();
    expect(await state()).toMatchObject({ state: 'writing', written: 0 });
    await run();
    expect(await state()).toMatchObject({ state: 'done', written: 1 });
  });

  it('[ROLE-8] a chapter can be exported by people who may read its questions', async () => {
    const stranger = await signedInAs(server, 'teacher');
    const secretary = await signedInAs(server, 'secretary');
    expect((await holder.get(`chapters/${chapterId}/export?format=csv`)).statusCode).toBe(200);
    expect((await stranger.get(`chapters/${chapterId}/export?format=csv`)).statusCode).toBe(404);
    expect((await secretary.get(`chapters/${chapterId}/export?format=csv`)).statusCode).toBe(403);
    // Holders see their own imports; this one has none.
    expect((await holder.get('imports')).json()).toEqual([]);
    expect((await secretary.get('imports')).statusCode).toBe(403);
  });
});
