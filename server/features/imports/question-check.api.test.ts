import { beforeAll, expect, it } from 'vitest';
import type { Job } from '#contract/administration.ts';
import { codesOf, type ImportSetup, importSetup } from '#server/testing/import-setup.ts';
import { png, slope } from '#server/testing/png.ts';
import { uploadQuestions } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { whileChecking } from '#server/testing/student-files.ts';
import { questionCheck } from './question-check.ts';

const server = useTestServer();
let desk: ImportSetup;
beforeAll(async () => {
  desk = await importSetup(server);
});

const run = (importId: number) =>
  questionCheck.job.run(server.services, { importId }, new AbortController().signal);

/** A Moodle file of questions, each with its own image or none. */
function moodleFile(...pictures: readonly (Uint8Array | undefined)[]): Buffer {
  const questions = pictures.map((picture, index) => {
    const [shown, file] = picture
      ? [
          ` &lt;img src="@@PLUGINFILE@@/p${index}.png"&gt;`,
          `<file name="p${index}.png" path="/" encoding="base64">${Buffer.from(picture).toString('base64')}</file>`,
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

/** Uploads a file on a slow database: the request checks two rows and leaves the others to the job. */
async function halfChecked(content: Buffer): Promise<number> {
  const response = await whileChecking(
    server,
    'perform pg_sleep(0.51)',
    'true',
    () => uploadQuestions(desk.admin, content, 'poze.xml', '?background=true'),
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
  // It has no pixels.
  const broken = png({ width: 10, height: 10 });
  const id = await halfChecked(moodleFile(...pictures.with(6, broken), pictures[0], undefined));
  const counts = { unchecked: 10, importable: 13, rejected: 0 };
  expect(await desk.read(id)).toMatchObject({ state: 'checking', rows: 13, counts });
  expect((await desk.admin.get(`imports/${id}/rows`)).headers['x-total-count']).toBe('3');
  const jobs = (await desk.admin.get('administration/jobs')).json<Job[]>();
  expect(jobs.filter(({ name }) => name === 'check-questions')).toMatchObject([
    { subject: 'poze.xml', progress: { done: 3, all: 13 } },
  ]);
  const early = [
    await desk.admin.post(`imports/${id}/commit`),
    await desk.admin.put(`imports/${id}`, { chapterId: desk.chapterId }),
  ];
  expect(early.map((one) => [one.statusCode, one.json().error])).toEqual(
    Array(2).fill([409, 'import.checking']),
  );

  await Promise.all([run(id), run(id)]);
  expect(await desk.read(id)).toMatchObject({ state: 'ready', counts: { ...counts, unchecked: 0 } });
  const rows = await desk.rowsOf(id);
  expect(rows.map(({ question }) => question?.image !== null)).toEqual([
    ...Array.from({ length: 12 }, (_, n) => n !== 6),
    false,
  ]);
  expect(rows[11]?.question?.image).toBe(rows[0]?.question?.image);
  expect(codesOf(rows[6])).toContain('import.imageUnsupported');
  expect(codesOf(rows[5])).not.toContain('import.imageUnsupported');
  // Each image is stored once, and none is kept as it was read.
  expect(await filesOf(id)).toEqual({ files: 10, pictures: 1, bytes: 0 });

  await desk.admin.put(`imports/${id}`, { chapterId: desk.chapterId });
  expect(await desk.imported(id)).toMatchObject({ state: 'done', written: 13 });
});

it('[IMP-2] deleting an import ends its check and leaves no image behind', async () => {
  const id = await halfChecked(moodleFile(...Array.from({ length: 7 }, (_, n) => slope(40 + n, 10))));
  expect(await filesOf(id)).toMatchObject({ files: 2, pictures: 5 });
  const { sql } = server.database;
  const stored = await sql<{ id: string }[]>`select file_id as id from import_images where import_id = ${id}`;
  expect((await desk.admin.delete(`imports/${id}`)).statusCode).toBe(204);
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
    () => uploadQuestions(desk.admin, moodleFile(slope(60, 10), slope(61, 10), slope(62, 10)), 'poze.xml'),
    'import_rows',
  );
  const { importId } = response.json<{ importId: number }>();
  expect(await desk.read(importId)).toMatchObject({
    state: 'ready',
    counts: { rejected: 1, importable: 2, chosen: 2 },
  });
  const [, refused] = await desk.rowsOf(importId);
  expect(codesOf(refused)).toContain('import.notWritten');
});
