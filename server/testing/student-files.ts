import { expect } from 'vitest';
import { writingStudents } from '#server/features/imports/students/student-commit.ts';
import type { SignedInPerson, StudyPlace } from './accounts.ts';
import type { TestServer } from './server.ts';
import { upload } from './upload.ts';

const weights = [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9];

/** A valid personal id. */
function aCnp(number: number): string {
  const digits = `5040${1 + (number % 9)}1${String(number).padStart(6, '0')}`;
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0) % 11;
  return `${digits}${sum === 10 ? 1 : sum}`;
}

export type PlaceNames = { readonly college: string; readonly section: string; readonly series: string };

/** The names of a faculty, section and series as in a student file. */
export async function namesOf(server: TestServer, { seriesId }: StudyPlace): Promise<PlaceNames> {
  const [row] = await server.database.sql<PlaceNames[]>`
    select c.name as college, s.name as section, e.name as series from series e join sections s on s.id = e.section_id
      join colleges c on c.id = s.college_id where e.id = ${seriesId}`;
  if (!row) throw new Error('no series');
  return row;
}

/** A row of a student file in year 2; `changed` replaces cells by their position. */
export const aStudentRow = (
  { college, section, series }: PlaceNames,
  number: number,
  changed: Readonly<Record<number, string>> = {},
): string[] =>
  [
    college,
    `U${number}`,
    'Țepeș',
    `Ana ${number}`,
    aCnp(number),
    '2',
    section,
    series,
    `07123${String(number).padStart(5, '0')}`,
    `ana.${number}@exam.test`,
    `M-${number}`,
  ].map((cell, index) => changed[index] ?? cell);

export const studentCsv = (...rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => cells.join(';')).join('\r\n'));

export const giveStudents = (by: SignedInPerson, content: Uint8Array, fileName = 'studenti.csv') =>
  upload(by, 'imports/students?lang=ro', content, { fileName, type: 'application/octet-stream' });

/** Uploads a student file and returns its import. */
export async function uploadedStudents(
  by: SignedInPerson,
  content: Uint8Array,
  fileName?: string,
): Promise<number> {
  const response = await giveStudents(by, content, fileName);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ importId: number }>().importId;
}

/** Confirms an import and runs its job. */
export async function importStudents(
  { services }: TestServer,
  by: SignedInPerson,
  importId: number,
): Promise<void> {
  const response = await by.post(`imports/${importId}/commit`);
  expect(response.statusCode, response.body).toBe(200);
  await writingStudents.run(services, { importId }, new AbortController().signal);
}

/** Runs `work` while the database does something before the outcome of a row of a file is stored. */
export async function whileChecking<T>(
  { database: { sql } }: TestServer,
  doing: string,
  rows: string,
  work: () => Promise<T>,
  table: 'student_import_rows' | 'import_rows' | 'import_pictures' = 'student_import_rows',
): Promise<T> {
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as $$ begin ${doing}; return new; end $$;
    create trigger planted before update on ${table} for each row when (${rows}) execute function planted()`);
  return work().finally(() => sql.unsafe(`drop trigger planted on ${table}; drop function planted()`));
}

/** Makes the check of a hundred rows take longer than the second that a request checks. */
export const slowly = 'perform pg_sleep(0.012)';

/** Uploads a file on a slow database: the request checks the first hundred rows and leaves the others to the job. */
export async function halfCheckedStudents(
  server: TestServer,
  by: SignedInPerson,
  ...rows: readonly (readonly string[])[]
): Promise<number> {
  const response = await whileChecking(server, slowly, 'true', () =>
    upload(by, 'imports/students?background=true', studentCsv(...rows), { fileName: 'studenti.csv' }),
  );
  expect(response.statusCode, response.body).toBe(201);
  const { importId, ...counted } = response.json<{ importId: number }>();
  expect(counted).toEqual({ rows: rows.length, problems: 0 });
  return importId;
}
