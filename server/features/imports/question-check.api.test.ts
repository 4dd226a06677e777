import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Job } from '#contract/administration.ts';
import { encodeImage } from '#server/files/image-encoding.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { png, slope } from '#server/testing/png.ts';
import { aFileQuestion, aQuestionFile, uploadQuestions } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { whileChecking } from '#server/testing/student-files.ts';
import { questionCheck } from './question-check.ts';

const server = useTestServer();
let setup: ImportSetup;
beforeAll(async () => {
  setup = await importSetup(server);
});

const run = (importId: number) =>
  questionCheck.job.run(server.services, { importId }, new AbortController().signal);

const inBase64 = (picture: Uint8Array) => Buffer.from(picture).toString('base64');

/** A Moodle file of questions, each with its own image or none. */
function moodleFile(...pictures: readonly (Uint8Array | undefined)[]): Buffer {
  const questions = pictures.map((picture, index) => {
    const [shown, file] = picture
      ? [
          ` &lt;img src="@@PLUGINFILE@@/p${index}.png"&gt;`,
          `<file name="p${index}.png" path="/" encoding="base64">${inBase64(picture)}</file>`,
        ]
      : ['', ''];
    return `<question type="multichoice"><name><text>Q${index}</text></name>
      <questiontext format="html"><text>Întrebarea ${index}${shown}</text>${file}</questiontext>
      <defaultgrade>1</defaultgrade><single>false</single>
      <answer fraction="100" format="html"><text>da</text></answer>
      <answer fraction="0" format="html"><text>nu</text></answer></question>`;
  });
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><quiz>${questions.join('')}</quiz>`);
}

/** A Moodle file of one question; its first answer is correct, and all are images without a text. */
function imageAnswers(...pictures: readonly Uint8Array[]): Buffer {
  const answers = pictures.map(
    (picture, index) => `<answer fraction="${index === 0 ? 100 : 0}" format="html">
      <text>&lt;img src="@@PLUGINFILE@@/a${index}.png"&gt;</text>
      <file name="a${index}.png" path="/" encoding="base64">${inBase64(picture)}</file></answer>`,
  );
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><quiz><question type="multichoice">
    <name><text>Q</text></name><questiontext format="html"><text>Care este inima?</text></questiontext>
    <defaultgrade>1</defaultgrade><single>false</single>${answers.join('')}</question></quiz>`);
}

/** An image without pixels. */
const brokenPng = (width: number) => png({ width, height: 10 });

/** An image that takes long to encode. */
function noise(side: number): Buffer {
  const pixels = randomBytes((side + 1) * side);
  for (let row = 0; row < side; row += 1) pixels[row * (side + 1)] = 0;
  return png({ width: side, height: side, pixels });
}

/** Uploads a file on a slow database: the request checks two rows and leaves the others to the job. */
async function halfChecked(content: Buffer): Promise<number> {
  const response = await whileChecking(
    server,
    'perform pg_sleep(0.51)',
    'true',
    () => uploadQuestions(setup.admin, content, 'poze.xml', '?background=true'),
    'import_rows',
  );
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ importId: number }>().importId;
}

const filesOf = async (importId: number) => {
  const [counted] = await server.database.sql<{ files: number; pictures: number; bytes: number }[]>`
    select (select count(*)::int from import_images i join files f on f.id = i.file_id where i.import_id = ${importId}) as files,
           count(*)::int as pictures, coalesce(sum(length(content)), 0)::int as bytes
      from import_pictures where import_id = ${importId}`;
  return counted;
};

it('[UX-13] [IMP-2] the images of a large file are checked by a job, whose progress is shown', async () => {
  const pictures = Array.from({ length: 11 }, (_, n) => slope(20 + n, 10));
  const id = await halfChecked(moodleFile(...pictures.with(6, brokenPng(10)), pictures[0], undefined));
  const counts = { unchecked: 10, importable: 13, rejected: 0 };
  expect(await setup.read(id)).toMatchObject({ state: 'checking', rows: 13, counts });
  expect((await setup.admin.get(`imports/${id}/rows`)).headers['x-total-count']).toBe('3');
  const jobs = (await setup.admin.get('administration/jobs')).json<Job[]>();
  expect(jobs.filter(({ name }) => name === 'check-questions')).toMatchObject([
    { subject: 'poze.xml', progress: { done: 3, all: 13 } },
  ]);
  const early = [
    await setup.admin.post(`imports/${id}/commit`),
    await setup.admin.put(`imports/${id}`, { chapterId: setup.chapterId }),
  ];
  expect(early.map((one) => [one.statusCode, one.json().error])).toEqual(
    Array(2).fill([409, 'import.checking']),
  );

  await Promise.all([run(id), run(id)]);
  expect(await setup.read(id)).toMatchObject({ state: 'ready', counts: { ...counts, unchecked: 0 } });
  const rows = await setup.rowsOf(id);
  expect(rows.map(({ question }) => question?.image !== null)).toEqual([
    ...Array.from({ length: 12 }, (_, n) => n !== 6),
    false,
  ]);
  expect(rows[11]?.question?.image).toBe(rows[0]?.question?.image);
  expect(codesOf(rows[6])).toContain('import.imageUnsupported');
  expect(codesOf(rows[5])).not.toContain('import.imageUnsupported');
  // Each image is stored once, and none is kept as it was read.
  expect(await filesOf(id)).toEqual({ files: 10, pictures: 0, bytes: 0 });

  await setup.admin.put(`imports/${id}`, { chapterId: setup.chapterId });
  expect(await setup.imported(id)).toMatchObject({ state: 'done', written: 13 });
});

it('[IMP-2] deleting an import ends its check and leaves no image behind', async () => {
  const id = await halfChecked(moodleFile(...Array.from({ length: 7 }, (_, n) => slope(40 + n, 10))));
  expect(await filesOf(id)).toMatchObject({ files: 2, pictures: 5 });
  const { sql } = server.database;
  const stored = await sql<{ id: string }[]>`select file_id as id from import_images where import_id = ${id}`;
  expect((await setup.admin.delete(`imports/${id}`)).statusCode).toBe(204);
  await run(id);
  expect(await filesOf(id)).toEqual({ files: 0, pictures: 0, bytes: 0 });
  expect(await sql`select from files where id = any(${stored.map((one) => one.id)}::uuid[])`).toHaveLength(0);
});

it('[IMP-2] a question whose images the database refuses is rejected alone', async () => {
  const refusal = `raise exception 'refused' using errcode = 'check_violation'`;
  const response = await whileChecking(
    server,
    refusal,
    "new.position = 2 and new.state = 'ready'",
    () => uploadQuestions(setup.admin, moodleFile(slope(60, 10), slope(61, 10), slope(62, 10)), 'poze.xml'),
    'import_rows',
  );
  const { importId } = response.json<{ importId: number }>();
  expect(await setup.read(importId)).toMatchObject({
    state: 'ready',
    counts: { rejected: 1, importable: 2, chosen: 2 },
  });
  const [, refused] = await setup.rowsOf(importId);
  expect(codesOf(refused)).toContain('import.notWritten');
  expect(await filesOf(importId)).toMatchObject({ pictures: 0 });
});

it('[IMP-2] a question with an answer that was only an image, which cannot be used, is rejected', async () => {
  const { importId } = await setup.uploaded(imageAnswers(slope(70, 10), brokenPng(11)), 'poze.xml');
  expect(await setup.read(importId)).toMatchObject({ state: 'ready', counts: { rejected: 1, chosen: 0 } });
  const [row] = await setup.rowsOf(importId);
  expect(codesOf(row)).toEqual(expect.arrayContaining(['import.imageUnsupported', 'import.imageNeeded']));
  const usable = await setup.uploaded(imageAnswers(slope(71, 10), slope(72, 10)), 'poze.xml');
  expect(await setup.read(usable.importId)).toMatchObject({ counts: { rejected: 0, chosen: 1 } });
});

it('[UX-13] [IMP-2] a request leaves the images of one question to the job when they take long', async () => {
  const pictures = [12, 13, 14, 15].map(brokenPng);
  const response = await whileChecking(
    server,
    'perform pg_sleep(0.51)',
    'true',
    () => uploadQuestions(setup.admin, imageAnswers(...pictures), 'poze.xml', '?background=true'),
    'import_pictures',
  );
  const { importId } = response.json<{ importId: number }>();
  expect(await setup.read(importId)).toMatchObject({ state: 'checking', counts: { unchecked: 1 } });
  await run(importId);
  expect(await setup.read(importId)).toMatchObject({ state: 'ready', counts: { unchecked: 0 } });
});

it('[IMP-2] large images are stored one by one', async () => {
  const large = (width: number) =>
    png({ width, height: 1, pixels: Buffer.alloc(width + 1), text: 'x'.repeat(2_200_000) });
  const id = await halfChecked(moodleFile(...[20, 21, 22, 23, 24].map(large)));
  const { sql } = server.database;
  const stored = await sql<{ count: number }[]>`
    select count(*)::int as count from import_pictures where import_id = ${id} and content is not null group by xmin::text`;
  expect(stored.length).toBeGreaterThan(1);
  expect(stored.filter(({ count }) => count > 1)).toEqual([]);
});

it('[IMP-2] [SAFE-18] an image that waits to be encoded holds no transaction, and its import can be deleted', async () => {
  const id = await halfChecked(moodleFile(...[80, 81, 82, 83].map((width) => slope(width, 10))));
  const { sql } = server.database;
  const [before] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  let isEncoding = true;
  const other = encodeImage(noise(800)).finally(() => {
    isEncoding = false;
  });
  const check = run(id);
  const reading = async () =>
    (
      await sql<{ state: string }[]>`
        select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and query like '%content from import_pictures%' and query_start > ${before?.now ?? null} and state <> 'active'`
    ).map(({ state }) => state);
  await expect.poll(reading, { interval: 5 }).toEqual(['idle']);
  expect((await setup.admin.delete(`imports/${id}`)).statusCode).toBe(204);
  expect(isEncoding).toBe(true);
  await Promise.all([other, check]);
  expect(await filesOf(id)).toEqual({ files: 0, pictures: 0, bytes: 0 });
});

/** Uploads many questions on a slow database: the request stores the first hundred rows and leaves the others to the job. */
async function halfStored(name: string, ...more: readonly Parameters<typeof aFileQuestion>[1][]) {
  const { sql } = server.database;
  const plain = Array.from({ length: 250 }, (_, n) => aFileQuestion(n, { text: `${name} ${n}` }));
  const others = more.map((given, n) => aFileQuestion(250 + n, given));
  const content = await aQuestionFile([...plain, ...others]);
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as $$ begin perform pg_sleep(0.012); return new; end $$;
    create trigger planted before insert on import_rows for each row execute function planted()`);
  const response = await uploadQuestions(setup.admin, content, 'multe.csv', '?background=true').finally(() =>
    sql.unsafe('drop trigger planted on import_rows; drop function planted()'),
  );
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ importId: number; rows: number; problems: number }>();
}

it('[UX-13] [IMP-2] the rows of a large file are stored by a job, which several processes may run', async () => {
  // A question without a wrong answer cannot be imported.
  const { importId: id, ...counted } = await halfStored('Multe', { correct: 1, wrong: 0 });
  expect(counted).toMatchObject({ rows: 251, problems: 1 });
  expect(await setup.read(id)).toMatchObject({ state: 'checking', rows: 251, counts: { unchecked: 151 } });
  const [listed] = (await setup.admin.get('imports?take=1')).json<{ id: number; rows: number }[]>();
  expect(listed).toMatchObject({ id, rows: 251 });
  const jobs = (await setup.admin.get('administration/jobs')).json<Job[]>();
  expect(jobs.filter(({ subject }) => subject === 'multe.csv')).toMatchObject([
    { name: 'check-questions', progress: { done: 100, all: 251 } },
  ]);
  const early = await setup.admin.post(`imports/${id}/commit`);
  expect([early.statusCode, early.json().error]).toEqual([409, 'import.checking']);

  await Promise.all([run(id), run(id)]);
  expect(await setup.read(id)).toMatchObject({
    state: 'ready',
    rows: 251,
    counts: { unchecked: 0, importable: 250, rejected: 1, chosen: 250 },
  });
  const rows = await setup.rowsOf(id, '?skip=200&take=51');
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 51 }, (_, n) => 201 + n));
  expect(rows[0]?.question?.text).toBe('Multe 200');
  const { sql } = server.database;
  expect(await sql`select from import_batches where import_id = ${id}`).toHaveLength(0);
  await setup.admin.put(`imports/${id}`, { chapterId: setup.chapterId });
  expect(await setup.imported(id)).toMatchObject({ state: 'done', written: 250 });
});

it('[UX-13] [IMP-2] a restart stores the rest of a file, and no version ends its check before', async () => {
  const { importId: id } = await halfStored('Rest');
  const { sql } = server.database;
  await sql`delete from jobs.job where name = 'check-questions'`;
  await expect(sql`update imports set state = 'ready' where id = ${id}`).rejects.toThrow(/not stored yet/);
  const stopped = new AbortController();
  stopped.abort();
  await questionCheck.job.run(server.services, { importId: id }, stopped.signal);
  expect(await setup.read(id)).toMatchObject({ counts: { unchecked: 150 } });
  await sql`delete from jobs.job where name = 'check-questions'`;

  await questionCheck.job.resume?.(server.services);
  const queued = await sql<{ id: string }[]>`
    select data ->> 'importId' as id from jobs.job where name = 'check-questions'`;
  expect(queued.map((job) => Number(job.id))).toContain(id);
  await run(id);
  expect(await setup.read(id)).toMatchObject({ state: 'ready', rows: 250, counts: { importable: 250 } });
});

it('[IMP-2] deleting an import ends the storing of its rows', async () => {
  const { importId: id } = await halfStored('Șters');
  expect((await setup.admin.delete(`imports/${id}`)).statusCode).toBe(204);
  await run(id);
  const { sql } = server.database;
  expect(await sql`select from import_batches where import_id = ${id}`).toHaveLength(0);
  expect(await sql`select from import_rows where import_id = ${id}`).toHaveLength(0);
});
