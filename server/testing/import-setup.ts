import { expect } from 'vitest';
import type { ImportRow, QuestionImport } from '#contract/imports.ts';
import { systemAuthor } from '#server/db/database.ts';
import { writingImports } from '#server/features/imports/question-commit.ts';
import { aDiscipline, aTeacher, type Person, type SignedInPerson, signedIn, signedInAs } from './accounts.ts';
import { aChapter, answersOf } from './bank.ts';
import { uploadQuestions } from './question-files.ts';
import type { TestServer } from './server.ts';

type Uploaded = { importId: number; format: string; rows: number; problems: number };

/** The messages of a row. */
export const codesOf = (row: ImportRow | undefined) => row?.findings.map(({ code }) => code);

/** An administrator who imports into two chapters of a teacher's discipline. */
export async function importSetup(server: TestServer) {
  const admin: SignedInPerson = await signedInAs(server, 'admin');
  const holder: SignedInPerson = await signedIn(server, await aTeacher(server));
  const { id: disciplineId } = await aDiscipline(server, { holders: [holder] });
  const chapterId = await aChapter(server, disciplineId);
  const otherChapterId = await aChapter(server, disciplineId);

  const read = async (id: number): Promise<QuestionImport> => (await admin.get(`imports/${id}`)).json();
  /** Runs the import job without waiting for its schedule. */
  const runJob = (importId: number, signal = new AbortController().signal) =>
    writingImports.run(server.services, { importId }, signal);
  return {
    admin,
    holder,
    disciplineId,
    chapterId,
    otherChapterId,
    read,
    runJob,
    uploaded: async (content: Uint8Array, fileName?: string, query?: string): Promise<Uploaded> => {
      const response = await uploadQuestions(admin, content, fileName, query);
      expect(response.statusCode, response.body).toBe(201);
      return response.json();
    },
    rowsOf: async (id: number, query = ''): Promise<ImportRow[]> =>
      (await admin.get(`imports/${id}/rows${query}`)).json(),
    /** The number of questions in a chapter. */
    entered: async (chapter: number): Promise<number> =>
      Number((await admin.get(`questions?chapterId=${chapter}`)).headers['x-total-count']),
    /** Starts the import and waits until all rows are written. */
    imported: async (importId: number): Promise<QuestionImport> => {
      const response = await admin.post(`imports/${importId}/commit`);
      expect(response.statusCode, response.body).toBe(200);
      await runJob(importId);
      return read(importId);
    },
  };
}

/** An import of one question, ready to start. */
export async function anImport(server: TestServer, madeBy: Person, chapterId: number): Promise<number> {
  const content = {
    text: 'Importată?',
    image: null,
    points: 10,
    answers: answersOf(5, 5).map((answer) => ({
      ...answer,
      image: null,
      referenceTitle: null,
      referencePage: null,
    })),
  };
  return server.database.transaction(systemAuthor, async (tx) => {
    const [made] = await tx<{ id: number }[]>`
      insert into imports (kind, made_by, file_name, format, state) values ('questions', ${madeBy.userId}, 'a.csv', 'csv', 'ready')
      returning id`;
    if (!made) throw new Error('the import was not made');
    await tx`insert into import_rows (import_id, position, label, parsed, chosen, state, chapter_id)
      values (${made.id}, 1, 'Importată?', ${tx.json(content)}, true, 'ready', ${chapterId})`;
    return made.id;
  });
}

export type ImportSetup = Awaited<ReturnType<typeof importSetup>>;
