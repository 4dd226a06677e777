import { beforeAll, describe, expect, it } from 'vitest';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { zipOf } from '#server/spreadsheet/zip.ts';
import { aSeries, type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { png } from '#server/testing/png.ts';
import {
  aFileQuestion,
  aQuestionFile,
  moodleWithImage,
  uploadQuestions,
} from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';
import { dryRunOfQuestions } from './question-dry-run.ts';

const server = useTestServer();
let setup: ImportSetup;

beforeAll(async () => {
  setup = await importSetup(server);
});

/** Why a file was refused; checks that nothing was stored. */
async function refusal(content: Uint8Array, fileName: string): Promise<unknown> {
  const response = await uploadQuestions(setup.admin, content, fileName);
  expect(response.statusCode, response.body).toBe(400);
  expect(response.json().error).toBe('import.refused');
  return response.json().params.reason;
}

const megabyte = 1024 * 1024;

/** Hundreds of megabytes that compress to almost nothing. */
async function zipBomb(): Promise<Buffer> {
  const pages = (async function* () {
    for (let count = 0; count < 300; count += 1) yield 'a'.repeat(megabyte);
  })();
  const parts: Buffer[] = [];
  for await (const part of zipOf([{ name: 'questions.csv', content: pages }])) parts.push(part);
  return Buffer.concat(parts);
}
const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
  '',
);
const entityBomb = Buffer.from(
  `<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY e0 "boom">${entities}]><quiz><question type="multichoice"><questiontext><text>&e9;</text></questiontext></question></quiz>`,
);
const externalEntity = Buffer.from(
  '<?xml version="1.0"?><!DOCTYPE quiz [<!ENTITY secret SYSTEM "file:///etc/passwd">]><quiz><question type="multichoice"><questiontext><text>&secret;</text></questiontext></question></quiz>',
);

describe('hostile files', () => {
  it('[SAFE-10] an archive that unpacks to hundreds of times its size is refused unread', async () => {
    expect(await refusal(await zipBomb(), 'bomb.zip')).toBe('import.zipTooLarge');
  });

  it('[SAFE-10] XML with internal or external entities is refused unread', async () => {
    expect(await refusal(entityBomb, 'bomb.xml')).toBe('import.xmlDoctype');
    expect(await refusal(externalEntity, 'secret.xml')).toBe('import.xmlDoctype');
  });

  it('[SAFE-10] an image with excessive dimensions is left out, and its question stays', async () => {
    const { importId } = await setup.uploaded(
      moodleWithImage(png({ width: 60_000, height: 60_000 })),
      'pixels.xml',
    );
    const [row] = await setup.rowsOf(importId);
    expect(row?.question).toMatchObject({ image: null });
    expect(codesOf(row)).toContain('import.imageTooLarge');
  });

  it('[SAFE-10] a script in a question is removed or becomes text', async () => {
    const html =
      '&lt;script&gt;alert(1)&lt;/script&gt;Ce &lt;b onclick="alert(2)"&gt;este&lt;/b&gt; aceasta?';
    const { importId } = await setup.uploaded(
      moodleWithImage(png({ width: 1, height: 1 }), html),
      'script.xml',
    );
    const [row] = await setup.rowsOf(importId);
    expect(row?.question?.text).toBe('Ce **este** aceasta?');
    expect(codesOf(row)).toContain('import.activeContentRemoved');
  });

  it('[SAFE-10] a formula in a cell stays text on import and export', async () => {
    const text = '=HYPERLINK("http://example.org";"x")';
    const { importId } = await setup.uploaded(
      await aQuestionFile([aFileQuestion(1, { text })], 'xlsx'),
      'f.xlsx',
    );
    expect((await setup.rowsOf(importId))[0]?.question?.text).toBe(text);
    const report = (await setup.admin.get(`imports/${importId}/report?format=csv`)).body;
    expect(report).toContain("'=HYPERLINK");
  });

  it('[SAFE-10] windows-1250 is read correctly, and reported', async () => {
    const answers = [1, 2, 3, 4, 5].map((n) => `corect ${n}`).concat([1, 2, 3, 4, 5].map((n) => `fals ${n}`));
    const heads = [1, 2, 3, 4, 5].map((n) => `Correct ${n}`).concat([1, 2, 3, 4, 5].map((n) => `Wrong ${n}`));
    const text = `Question;${heads.join(';')}\r\nCe \u00eenseamn\u0103 \u0163esut mu\u015fchi?;${answers.join(';')}\r\n`;
    const letters: Record<string, number> = {
      '\u00ee': 0xee,
      '\u0103': 0xe3,
      '\u0163': 0xfe,
      '\u015f': 0xba,
    };
    const bytes = Buffer.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)));
    const { importId } = await setup.uploaded(bytes, 'vechi.csv');
    expect((await setup.rowsOf(importId))[0]?.question?.text).toBe('Ce înseamnă țesut mușchi?');
    expect((await setup.read(importId)).findings.map(({ code }) => code)).toEqual(['import.encodingGuessed']);
  });

  it('[SAFE-10] a file above the size limit is refused while it arrives', async () => {
    const response = await uploadQuestions(setup.admin, Buffer.alloc(21 * megabyte, 'a'), 'gros.csv');
    expect([response.statusCode, response.json().error]).toEqual([413, 'request.tooLarge']);
  });

  it('[SAFE-10] names and texts that the database cannot store do no harm', async () => {
    const file = Buffer.from('Ce\u0000 este \ud83d{=da\u0000 ~nu}\n\n::\u0000:: {');
    const response = await uploadQuestions(setup.admin, file, '../../\u0000etc/passwd.gift');
    expect(response.statusCode).toBeLessThan(500);
  });

  it('[SAFE-10] a form without a file is refused', async () => {
    const response = await setup.admin.post('imports/questions', {});
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toBe('request.malformed');
  });
});

describe('hostile cells of a student file', () => {
  it('[SAFE-10] long, unstorable and overloaded cells are cut with a problem, and do not harm the others', async () => {
    const names = await namesOf(server, await aSeries(server, { year: 2 }));
    const marks = (count: number) => '\u0301'.repeat(count);
    const id = await uploadedStudents(
      setup.admin,
      studentCsv(
        // More than the part of a file that shows whether it is text.
        ...Array.from({ length: 300 }, (_, n) => aStudentRow(names, 600 + n)),
        aStudentRow(names, 901, { 3: 'An\u0000a' }),
        aStudentRow(names, 902, { 2: `Pop${marks(200_000)}` }),
        aStudentRow(names, 903, { 7: 'x'.repeat(900) }),
        aStudentRow(names, 904, { 3: `Ana${marks(40)}` }),
        aStudentRow(names, 905, { 2: `${'a'.repeat(99)}😀`, 3: `${'b'.repeat(99)}😀` }),
        aStudentRow(names, 906, { 5: `${'c'.repeat(39)}😀` }),
      ),
    );
    const rows = (await setup.admin.get(`imports/${id}/students?rows=problems`)).json<StudentImportRow[]>();
    expect(
      rows.map(({ outcome, problems }) => [outcome, problems.map(({ column, code }) => `${column} ${code}`)]),
    ).toEqual([
      ['create', ['firstName charactersDropped']],
      ['refused', ['lastName tooLong', 'lastName charactersDropped']],
      ['refused', ['series seriesUnknown', 'series tooLong']],
      ['create', ['firstName charactersDropped']],
      ['refused', ['year yearInvalid']],
    ]);
    expect(rows[0]?.cells.firstName).toBe('Ana');
    expect(rows[1]?.cells.lastName.length).toBeLessThan(500);
    expect(rows[0]?.problems[0]?.params.characters).toBe('U+0000');
    expect((await setup.read(id)).rows).toBe(306);
  });

  it('[SAFE-10] a long chapter name of a question file is not cut inside a character', async () => {
    const chapter = `${'c'.repeat(299)}😀${'d'.repeat(100)}`;
    const { importId } = await setup.uploaded(await aQuestionFile([aFileQuestion(1, { chapter })]));
    const [row] = await setup.rowsOf(importId);
    expect(codesOf(row)).toContain('import.shortened');
    expect(JSON.stringify(row)).not.toMatch(/\\ud83d|\ufffd/);
  });
});

describe('an expensive file', () => {
  const maker = (stopping = new AbortController().signal) => ({
    database: server.database,
    author: { actorId: setup.admin.userId, requestId: undefined },
    userId: setup.admin.userId,
    stopping,
  });
  const file = (bytes: Uint8Array) =>
    ({ bytes, fileName: 'greu.gift', language: 'ro', format: undefined }) as const;
  const refused = { code: 'import.refused', params: { reason: 'import.tooHeavy' } };
  const imports = async () => (await setup.admin.get('imports')).headers['x-total-count'];

  it('[SAFE-10] exceeds its own memory limit, not the server’s', async () => {
    const before = await imports();
    const many = Buffer.from('Cât? {=mult ~puțin}\n\n'.repeat(200_000));
    await expect(
      dryRunOfQuestions(maker(), file(many), { seconds: 60, heapMegabytes: 24 }),
    ).rejects.toMatchObject(refused);
    expect(await imports()).toBe(before);
    expect((await setup.admin.get('profile')).statusCode).toBe(200);
  });

  it('[SAFE-10] exceeds its own time limit', async () => {
    const short = Buffer.from('Unu? {=da ~nu}');
    await expect(
      dryRunOfQuestions(maker(), file(short), { seconds: 0.001, heapMegabytes: 256 }),
    ).rejects.toMatchObject(refused);
    expect(await dryRunOfQuestions(maker(), file(short))).toMatchObject({ rows: 1 });
  });

  it.each([
    ['being parsed', 0],
    ['being stored', 1],
  ])('[OPS-5] does not keep a process from stopping while it is %s', async (_, imported) => {
    const before = await imports();
    const stopping = new AbortController();
    const reading = dryRunOfQuestions(
      maker(stopping.signal),
      file(Buffer.from('Cât? {=mult ~puțin}\n\n'.repeat(6_000))),
    );
    await expect
      .poll(async () => Number(await imports()) - Number(before), { timeout: 60_000 })
      .toBe(imported);
    stopping.abort();
    await expect(reading).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(await imports()).toBe(before);
  });

  it('[SAFE-10] does not delay other requests', async () => {
    const questions = Array.from({ length: 3000 }, (_, index) => aFileQuestion(index));
    let reading = true;
    const upload = uploadQuestions(setup.admin, await aQuestionFile(questions)).finally(() => {
      reading = false;
    });
    let answered = 0;
    while (reading) {
      expect((await setup.holder.get('profile')).statusCode).toBe(200);
      answered += 1;
    }
    expect((await upload).json()).toMatchObject({ rows: 3000, problems: 0 });
    // The file takes much longer than a call; if it were read between calls, only a few calls would finish.
    expect(answered).toBeGreaterThan(50);
  });

  const sendSmall = (by: SignedInPerson) => uploadQuestions(by, Buffer.from('Unu? {=da ~nu}'), 'a.gift');

  it('[SAFE-17] waits for the others of the same person, which take no turn of anybody else', async () => {
    const own = Array.from({ length: 7 }, () => sendSmall(setup.admin));
    const other = sendSmall(await signedInAs(server, 'admin'));
    const statuses = (await Promise.all([...own, other])).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual(Array(8).fill(201));
  });

  it('[SAFE-10] is refused when too many people’s are in progress; earlier ones are read', async () => {
    const people: SignedInPerson[] = [];
    for (let n = 0; n < 9; n += 1) people.push(await signedInAs(server, 'admin'));
    const responses = await Promise.all(people.map(sendSmall));
    const statuses = responses.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toContain(503);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(4);
    expect(statuses.every((status) => status === 201 || status === 503)).toBe(true);
  });
});
