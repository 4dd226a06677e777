import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportRow } from '#contract/imports.ts';
import { aDiscipline } from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { slope } from '#server/testing/png.ts';
import {
  aFileQuestion,
  aQuestionFile,
  moodleWithImage,
  uploadQuestions,
} from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let admin: ImportSetup['admin'];
let disciplineId: ImportSetup['disciplineId'];
let chapterId: ImportSetup['chapterId'];
let otherChapterId: ImportSetup['otherChapterId'];
let read: ImportSetup['read'];
let uploaded: ImportSetup['uploaded'];
let rowsOf: ImportSetup['rowsOf'];
let entered: ImportSetup['entered'];

beforeAll(async () => {
  ({ admin, disciplineId, chapterId, otherChapterId, read, uploaded, rowsOf, entered } =
    await importSetup(server));
});

describe('an uploaded question file', () => {
  it('[IMP-2] is validated row by row, with a reason for each bad row, and nothing is saved', async () => {
    const before = await entered(chapterId);
    const file = await aQuestionFile([aFileQuestion(1), aFileQuestion(2, { correct: 4 }), aFileQuestion(3)]);
    const result = await uploaded(file);
    expect(result).toMatchObject({ format: 'csv', rows: 3, problems: 1 });
    const rows = await rowsOf(result.importId);
    expect(rows.map(({ state }) => state)).toEqual(['ready', 'rejected', 'ready']);
    expect(rows[1]?.findings).toEqual([{ code: 'import.tooFewCorrect', params: { missing: 1 } }]);
    expect(rows[0]).toMatchObject({
      position: 1,
      chosen: true,
      question: { text: 'Întrebarea 1 despre H~2~O', points: 10, image: null },
    });
    expect(rows[0]?.question?.answers.map(({ isCorrect }) => isCorrect)).toEqual([
      ...Array(5).fill(true),
      ...Array(5).fill(false),
    ]);
    expect(await entered(chapterId)).toBe(before);
  });

  it.each([
    ['xlsx', 'xlsx'],
    ['moodleXml', 'moodle'],
    ['gift', 'gift'],
    ['qti2', 'qti'],
    ['qti3', 'qti'],
  ] as const)('[IMP-2] is recognised as %s, whatever its name', async (format, wire) => {
    const file = await aQuestionFile([aFileQuestion(1)], format);
    expect(await uploaded(file, 'fara-nume')).toMatchObject({ format: wire, rows: 1, problems: 0 });
  });

  it('[IMP-2] is read in the requested format', async () => {
    const text = Buffer.from('O frază fără răspunsuri.');
    const found = await uploaded(text, 'a.txt', '?format=gift');
    expect(found).toMatchObject({ format: 'gift', rows: 1, problems: 1 });
    const sniffed = await uploadQuestions(admin, text, 'a.txt');
    expect(sniffed.json()).toEqual({ error: 'import.refused', params: { reason: 'import.formatUnknown' } });
  });

  it('[QUES-1] from Moodle may have fewer than five and five answers, marked as an incomplete pool', async () => {
    const { importId, problems } = await uploaded(
      await aQuestionFile([aFileQuestion(1, { correct: 1, wrong: 3 })], 'moodleXml'),
    );
    expect(problems).toBe(0);
    expect(codesOf((await rowsOf(importId))[0])).toEqual(['import.incompletePool']);
  });

  it('[IMP-2] lists questions of other kinds and stores each image once', async () => {
    const { importId, rows, problems } = await uploaded(moodleWithImage(slope(40, 30)), 'moodle.xml');
    expect({ rows, problems }).toEqual({ rows: 2, problems: 1 });
    const [pictured, essay] = await rowsOf(importId);
    expect(codesOf(essay)).toEqual(['import.unsupportedType']);
    const names = [pictured?.question?.image, pictured?.question?.answers[0]?.image];
    expect(names.every((name) => typeof name === 'string')).toBe(true);
    const again = await uploaded(
      Buffer.from(
        moodleWithImage(slope(40, 30))
          .toString()
          .replace(/(<question type="multichoice">.*?<\/question>)/s, '$1$1$1'),
      ),
      'thrice.xml',
    );
    const [stored] = await server.database.sql<{ count: number }[]>`
      select count(*) from import_images where import_id = ${again.importId}`;
    expect(stored?.count).toBe(2);
    const links = await admin.get(`imageLinks?names=${names.join()}`);
    expect(Object.keys(links.json().links)).toHaveLength(2);
  });

  it('[IMP-2] applies the limits of the bank: at most 30 answers, points in range', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([
        aFileQuestion(1, { wrong: 26 }),
        aFileQuestion(2, { points: 5000 }),
        aFileQuestion(3, { wrong: 25 }),
      ]),
    );
    const rows = await rowsOf(importId);
    expect(rows.map(codesOf)).toEqual([['import.tooManyAnswers'], ['import.pointsInvalid'], []]);
  });

  it('[IMP-2] reports a text that occurs twice in it', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([
        aFileQuestion(1),
        aFileQuestion(2),
        aFileQuestion(3, { text: 'ÎNTREBAREA 1 despre H2O' }),
      ]),
    );
    expect((await rowsOf(importId))[2]?.findings).toEqual([
      { code: 'import.repeatedInFile', params: { position: 1 } },
    ]);
  });
});

describe('reviewing an import', () => {
  it('[IMP-2] shows pages of rows, with a filter for problems', async () => {
    const questions = Array.from({ length: 25 }, (_, index) =>
      aFileQuestion(index + 1, { correct: index % 5 === 0 ? 3 : 5 }),
    );
    const { importId } = await uploaded(await aQuestionFile(questions));
    const page = await admin.get(`imports/${importId}/rows?skip=20&take=10`);
    expect(page.headers['x-total-count']).toBe('25');
    expect(page.json().map(({ position }: ImportRow) => position)).toEqual([21, 22, 23, 24, 25]);
    const bad = await admin.get(`imports/${importId}/rows?problems=problems`);
    expect(bad.headers['x-total-count']).toBe('5');
    expect((await read(importId)).counts).toMatchObject({
      rejected: 5,
      importable: 20,
      withProblems: 5,
      chosen: 20,
      placed: 0,
    });
  });

  it('[UX-13] can be resumed later: a user’s own imports are listed, newest first', async () => {
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1)]), 'urmatorul.csv');
    const list = await admin.get('imports?take=5');
    expect(list.json()[0]).toMatchObject({
      id: importId,
      fileName: 'urmatorul.csv',
      state: 'ready',
      rows: 1,
      written: 0,
    });
    expect(Number(list.headers['x-total-count'])).toBeGreaterThan(1);
  });

  it('[IMP-2] marks texts that the discipline already has, which can be excluded together', async () => {
    const known = await aQuestion(server, chapterId, { text: 'Ce este **inima**?' });
    const { importId } = await uploaded(
      await aQuestionFile([
        aFileQuestion(1, { text: 'Ce este inima?' }),
        aFileQuestion(2, { text: 'Ce este splina?' }),
      ]),
    );
    const placed = await admin.put(`imports/${importId}`, { chapterId });
    expect(placed.json()).toMatchObject({
      disciplineId,
      chapterId,
      counts: { duplicates: 1, placed: 2, withProblems: 1 },
    });
    expect((await rowsOf(importId))[0]?.findings).toEqual([
      { code: 'import.inBank', params: { question: known } },
    ]);
    const left = await admin.put(`imports/${importId}`, { choose: { kind: 'withoutDuplicates' } });
    expect(left.json()).toMatchObject({ chapterId, counts: { chosen: 1, placed: 1 } });
    const elsewhere = await aChapter(server, (await aDiscipline(server)).id);
    const moved = await admin.put(`imports/${importId}`, { chapterId: elsewhere });
    expect(moved.json().counts.duplicates).toBe(0);
  });

  it('[IMP-2] places rows by the chapter in the file, by code or name, and others in the chosen chapter', async () => {
    const [chapter] = await server.database.sql<{ code: string; description: string }[]>`
      select code, description from chapters where id = ${otherChapterId}`;
    const code = chapter?.code ?? '';
    const { importId } = await uploaded(
      await aQuestionFile([
        aFileQuestion(1, { chapter: code.toLowerCase() }),
        aFileQuestion(2, { chapter: chapter?.description ?? '' }),
        aFileQuestion(3, { chapter: 'nu există' }),
        aFileQuestion(4),
      ]),
    );
    await admin.put(`imports/${importId}`, { disciplineId, byFileChapter: false });
    // The chapters of the file have not been looked up, so none is reported missing.
    for (const row of await rowsOf(importId)) expect(codesOf(row)).toEqual(['import.chapterMissing']);
    await admin.put(`imports/${importId}`, { disciplineId, byFileChapter: true });
    const rows = await rowsOf(importId);
    expect(rows.map((row) => row.chapterId)).toEqual([otherChapterId, otherChapterId, null, null]);
    expect(codesOf(rows[2])).toEqual(['import.chapterUnknown']);
    expect(codesOf(rows[3])).toEqual(['import.chapterMissing']);
    await admin.put(`imports/${importId}`, { disciplineId, chapterId, byFileChapter: true });
    expect((await rowsOf(importId)).map((row) => row.chapterId)).toEqual([
      otherChapterId,
      otherChapterId,
      chapterId,
      chapterId,
    ]);
  });

  it('[IMP-2] finds a chapter that was added after the upload', async () => {
    const { importId } = await uploaded(
      await aQuestionFile([aFileQuestion(1, { chapter: 'Capitolul nou' })]),
    );
    await admin.put(`imports/${importId}`, { disciplineId, chapterId: null, byFileChapter: true });
    expect(codesOf((await rowsOf(importId))[0])).toEqual(['import.chapterUnknown']);
    const draft = { disciplineId, code: 'NOU', description: 'Capitolul nou', examOnly: false };
    const { id } = (await admin.post('chapters', draft)).json<{ id: number }>();
    expect((await admin.get(`imports/${importId}`)).json()).toMatchObject({ counts: { placed: 1 } });
    expect((await rowsOf(importId))[0]).toMatchObject({ chapterId: id, findings: [] });
  });

  it('[IMP-2] refuses a chapter of another discipline or a missing one', async () => {
    const { importId } = await uploaded(await aQuestionFile([aFileQuestion(1)]));
    const foreign = await aChapter(server, (await aDiscipline(server)).id);
    for (const body of [{ disciplineId, chapterId: foreign }, { chapterId: 2_000_000_000 }]) {
      const response = await admin.put(`imports/${importId}`, body);
      expect(response.statusCode).toBe(400);
      expect(response.json().errors).toEqual([
        { path: 'chapterId', error: 'validation.reference', params: {} },
      ]);
    }
    expect((await read(importId)).chapterId).toBeNull();
  });
});
