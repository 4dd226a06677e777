import { expect } from 'vitest';
import type { YearCopy } from '#contract/year-copies.ts';
import { copyingYear } from '#server/features/year-copies/copying.ts';
import { aDiscipline, aTeacher, signedInAs } from './accounts.ts';
import { aChapter, aQuestion, aStructure } from './bank.ts';
import type { TestServer } from './server.ts';
import { useStarted } from './use-started.ts';

type Taught = {
  readonly yearId: number;
  readonly disciplineId: number;
  readonly chapters: readonly number[];
};

/** Chooses every discipline of a year. */
export const all = { disciplines: { except: [] } };

/** University years with a discipline, and an administrator who copies them. */
export function useYearCopies(server: TestServer) {
  const admin = useStarted(
    () => signedInAs(server, 'admin'),
    () => undefined,
  );

  let nextYear = 2030;
  async function aYear(): Promise<number> {
    nextYear += 1;
    const made = await admin.post('universityYears', { startYear: nextYear, endYear: nextYear + 1 });
    return made.json<{ id: number }>().id;
  }

  /** A discipline in its own university year, with two chapters of three questions and a structure. */
  async function taught(): Promise<Taught> {
    const { id: disciplineId } = await aDiscipline(server, { holders: [await aTeacher(server)] });
    const { universityYearId: yearId } = (await admin.get(`disciplines/${disciplineId}`)).json();
    const chapters = [await aChapter(server, disciplineId), await aChapter(server, disciplineId)];
    for (const chapter of chapters) for (let n = 0; n < 3; n += 1) await aQuestion(server, chapter);
    await aStructure(
      server,
      disciplineId,
      chapters.map((id) => ({ id, questions: 2 })),
    );
    return { yearId, disciplineId, chapters };
  }

  const runJob = (copyId: number, services = server.services) =>
    copyingYear.run(services, { copyId }, new AbortController().signal);
  const read = async (id: number) => (await admin.get(`yearCopies/${id}`)).json<YearCopy>();

  async function copied(body: object): Promise<YearCopy> {
    const started = await admin.post('yearCopies', { disciplines: null, series: [], ...body });
    expect(started.statusCode, started.body).toBe(201);
    const { id } = started.json<YearCopy>();
    await runJob(id);
    return read(id);
  }

  return { admin, aYear, taught, runJob, read, copied };
}
