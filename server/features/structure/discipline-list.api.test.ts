import { beforeAll, describe, expect, it } from 'vitest';
import type { DisciplineListRow } from '#contract/structure.ts';
import { aDiscipline, aSeries, type StudyPlace, signedInAs } from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aStructure } from '#server/testing/bank.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const dean = useSignedInAs(server, 'dean');
const holder = useSignedInAs(server, 'teacher');
const collaborator = useSignedInAs(server, 'teacher');
let studyPlace: StudyPlace;
/** Asks 7 of its 9 questions. */
let id: number;

beforeAll(async () => {
  studyPlace = await aSeries(server);
  ({ id } = await aDiscipline(server, { studyPlace, holders: [holder], collaborators: [collaborator] }));
  const chapterId = await aChapter(server, id);
  for (let n = 0; n < 9; n += 1) await aQuestion(server, chapterId);
  await aStructure(server, id, [{ id: chapterId, questions: 7 }]);
});

describe('[DISC-2] the list of disciplines', () => {
  const list = async (query = '', by = holder) => {
    const response = await by.get(`disciplineList?${query}`);
    return {
      rows: response.json<DisciplineListRow[]>(),
      total: Number(response.headers['x-total-count']),
    };
  };

  it('[DISC-2] shows entered and asked questions, with names and the ids for links', async () => {
    const { rows } = await list('take=500');
    expect(rows.find((row) => row.id === id)).toEqual({
      id,
      disciplineDescription: expect.stringContaining('Disciplina'),
      disciplineCode: expect.any(String),
      universityYear: '2025–2026',
      collegeDescription: expect.stringContaining('Facultatea'),
      sectionDescription: expect.stringContaining('Specializarea'),
      calculatedSeriesNames: expect.stringContaining('Seria'),
      year: 1,
      semester: 1,
      questionCount: 9,
      examQuestions: 7,
      pkCollege: studyPlace.collegeId,
      pkSection: studyPlace.sectionId,
      mayEdit: true,
    });
  });

  it('[ROLE-10] gives the dean’s office no write access to banks that are not theirs', async () => {
    expect((await list('take=500', dean)).total).toBeGreaterThan(0);
    expect(await list('take=500&ownBank=true', dean)).toEqual({ rows: [], total: 0 });
    expect((await list('take=500&ownBank=true')).rows.map((row) => row.id)).toContain(id);
  });

  it('[DISC-2] filters by discipline, college, section and year of study', async () => {
    const idsOf = async (query: string) => (await list(`take=500&${query}`)).rows.map((row) => row.id);
    expect(await idsOf(`id=${id}`)).toEqual([id]);
    for (const query of [
      `pkCollege=${studyPlace.collegeId}`,
      `pkSection=${studyPlace.sectionId}`,
      `year=${studyPlace.year}`,
    ])
      expect(await idsOf(query)).toContain(id);
    for (const query of ['pkCollege=2000000', 'pkSection=2000000', `year=${studyPlace.year + 1}`])
      expect(await idsOf(query)).not.toContain(id);
  });

  it('[ROLE-5] marks rows as read-only for a collaborator', async () => {
    const { rows } = await list('take=500', collaborator);
    expect(rows.every((row) => !row.mayEdit)).toBe(true);
  });

  it('[UX-5] is searched, sorted and paged in the database', async () => {
    const teacher = await signedInAs(server, 'teacher');
    const made = [];
    for (let n = 0; n < 3; n += 1) made.push((await aDiscipline(server, { holders: [teacher] })).id);
    await server.database
      .sql`update disciplines set description = case id when ${made[0] ?? 0} then 'Zoologie'
      when ${made[1] ?? 0} then 'Știința mediului' else 'Anatomie' end where id = any(${made})`;
    const names = async (query: string) =>
      (await list(query, teacher)).rows.map((row) => row.disciplineDescription);
    expect(await names('')).toEqual(['Anatomie', 'Știința mediului', 'Zoologie']);
    for (const desc of ['desc=true', 'desc=1', 'desc'])
      expect(await names(`${desc}&take=1`)).toEqual(['Zoologie']);
    for (const desc of ['desc=false', 'desc=0']) expect(await names(`${desc}&take=1`)).toEqual(['Anatomie']);
    expect(await names('skip=1&take=1')).toEqual(['Știința mediului']);
    expect(await names('search=STIINTA')).toEqual(['Știința mediului']);
    expect((await list('take=1', teacher)).total).toBe(3);
    for (const sort of ['disciplineCode', 'year', 'questionCount', 'universityYear', 'examQuestions'])
      expect((await list(`sort=${sort}`, teacher)).rows).toHaveLength(3);
  });
});
