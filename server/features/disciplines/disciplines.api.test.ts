import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { Item } from '#contract/item.ts';
import {
  aDiscipline,
  anAccount,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { type Draft, drafts } from '#server/testing/drafts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

const aDraft = async (changed: Draft = {}): Promise<Draft> => ({
  ...(await drafts.disciplines?.(server)),
  ...changed,
});
const added = async (draft: Draft): Promise<Item> => {
  const response = await admin.post('disciplines', draft);
  expect(response.statusCode, response.body).toBe(201);
  return response.json<Item>();
};

describe('[DISC-1] a discipline', () => {
  it('[DISC-1] is returned with the names of everything it references', async () => {
    const studyPlace = await aSeries(server, { name: 'Seria A' });
    const [first, second, helper] = [
      await aTeacher(server, { name: 'Ștefan Zaharia' }),
      await aTeacher(server, { name: 'Ana Ionescu' }),
      await aTeacher(server, { name: 'Mihai Țepeș' }),
    ];
    const item = await added(
      await aDraft({
        collegeId: studyPlace.collegeId,
        sectionId: studyPlace.sectionId,
        series: [studyPlace.seriesId],
        holders: [first.userId, second.userId],
        collaborators: [helper.userId],
      }),
    );
    expect(item).toMatchObject({
      universityYear: '2026–2027',
      seriesNames: ['Seria A'],
      holders: [first.userId, second.userId],
      holderNames: ['Ana Ionescu', 'Ștefan Zaharia'],
      collaboratorNames: ['Mihai Țepeș'],
      questionCount: 0,
      mayEdit: true,
      mayEditChapters: true,
    });
  });

  it('[DISC-1] needs at least one holder and one series, but no collaborator', async () => {
    for (const field of ['holders', 'series']) {
      const response = await admin.post('disciplines', await aDraft({ [field]: [] }));
      expect(response.json()).toMatchObject({ errors: [{ path: field, error: 'validation.selectOne' }] });
    }
    expect((await added(await aDraft({ collaborators: [] }))).collaboratorNames).toEqual([]);
  });

  it('[DISC-1] never has the same teacher as holder and collaborator', async () => {
    const { userId } = await aTeacher(server);
    const response = await admin.post(
      'disciplines',
      await aDraft({ holders: [userId], collaborators: [userId] }),
    );
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'collaborators', error: 'discipline.teacherTwice' }] },
    ]);
  });

  it('[DISC-1] lets a holder and a collaborator swap in one change', async () => {
    const [first, second] = [await aTeacher(server), await aTeacher(server)];
    const draft = await aDraft({ holders: [first.userId], collaborators: [second.userId] });
    const { id } = await added(draft);
    const swapped = { ...draft, holders: [second.userId], collaborators: [first.userId] };
    expect((await admin.put(`disciplines/${id}`, swapped)).json()).toMatchObject(swapped);
    expect((await admin.put(`disciplines/${id}`, draft)).json()).toMatchObject(draft);
  });

  it('[DISC-1] is taught only by teachers, and only to series of its own section', async () => {
    const { userId } = await anAccount(server);
    const { seriesId } = await aSeries(server);
    for (const [field, value] of [
      ['holders', [userId]],
      ['series', [seriesId]],
    ] as const) {
      const response = await admin.post('disciplines', await aDraft({ [field]: value }));
      expect(response.json()).toMatchObject({ errors: [{ path: field, error: 'validation.reference' }] });
    }
  });

  it('[DISC-1] has a unique code within its section and university year', async () => {
    const draft = await aDraft();
    await added(draft);
    const again = await admin.post('disciplines', draft);
    expect([again.statusCode, again.json()]).toEqual([
      409,
      { error: 'resource.duplicate', params: { field: 'code' } },
    ]);
  });

  test.each([
    ['year', 0],
    ['year', 9],
    ['semester', 0],
    ['semester', 3],
  ])('[DISC-1] cannot be in %s %d', async (field, value) => {
    const response = await admin.post('disciplines', await aDraft({ [field]: value }));
    expect(response.json()).toMatchObject({ errors: [{ path: field }] });
  });

  it('[UX-5] can be sorted by its university year, which is shown as one text', async () => {
    const items = (await admin.get('disciplines?sort=universityYear&take=500')).json<Item[]>();
    const years = items.map((item) => String(item.universityYear));
    expect(years.length).toBeGreaterThan(1);
    expect(years).toEqual([...years].sort());
  });
});

describe('[MSG-15] the study place of a discipline', () => {
  let draft: Draft;
  let id: number;
  let elsewhere: Draft;

  beforeAll(async () => {
    // References the discipline like an exam.
    await server.database
      .sql`create table some_exams (discipline_id integer not null references disciplines)`;
  });
  beforeEach(async () => {
    draft = await aDraft();
    ({ id } = await added(draft));
    const studyPlace = await aSeries(server);
    elsewhere = {
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      series: [studyPlace.seriesId],
    };
  });

  it('[DISC-1] can change while no exam uses it, with its chapters and its structure', async () => {
    await aChapter(server, id);
    expect((await admin.put(`disciplines/${id}`, { ...draft, ...elsewhere })).statusCode).toBe(200);
  });

  it('[DISC-1] is fixed once an exam uses it, section and series alike', async () => {
    await server.database.sql`insert into some_exams values (${id})`;
    const another = await aSeries(server, {
      collegeId: draft.collegeId as number,
      sectionId: draft.sectionId as number,
    });
    const more = { series: [...(draft.series as number[]), another.seriesId] };
    for (const moved of [elsewhere, more, { series: [another.seriesId] }]) {
      const response = await admin.put(`disciplines/${id}`, { ...draft, ...moved });
      expect([response.statusCode, response.json()]).toEqual([
        409,
        { error: 'discipline.placeInUse', params: {} },
      ]);
    }
  });

  it('[DISC-1] leaves name, teachers and semester editable', async () => {
    await server.database.sql`insert into some_exams values (${id})`;
    const { userId } = await aTeacher(server);
    const changed = { ...draft, description: 'Altă denumire', holders: [userId], semester: 1 };
    expect((await admin.put(`disciplines/${id}`, changed)).json()).toMatchObject(changed);
  });

  it('[STRUCT-7] prevents deleting the discipline', async () => {
    await server.database.sql`insert into some_exams values (${id})`;
    expect((await admin.delete(`disciplines/${id}`)).statusCode).toBe(409);
  });
});

describe('[STRUCT-7] deleting a discipline', () => {
  it('[STRUCT-7] is refused while it has chapters, and names them', async () => {
    const { id } = await aDiscipline(server);
    const chapter = await aChapter(server, id);
    const refused = await admin.delete(`disciplines/${id}`);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { error: 'resource.inUse', params: { by: 'chapter', count: 1 } },
    ]);
    expect((await admin.delete(`chapters/${chapter}`)).statusCode).toBe(204);
    expect((await admin.delete(`disciplines/${id}`)).statusCode).toBe(204);
  });

  it('[DISC-5] is refused while removed questions are part of the history', async () => {
    const { id } = await aDiscipline(server);
    const chapter = await aChapter(server, id);
    await aQuestion(server, chapter);
    await admin.delete(`chapters/${chapter}`);
    expect((await admin.delete(`disciplines/${id}`)).json()).toMatchObject({ error: 'resource.inUse' });
  });
});

describe('[ROLE-11] access to disciplines', () => {
  it('[ROLE-11] lets secretaries change those of their scope, but not one shared with another secretary', async () => {
    const mine = await aSeries(server, { year: 2 });
    const other = await aSeries(server, { ...mine });
    const secretary = await signedIn(
      server,
      await aSecretary(server, { ...mine, seriesIds: [mine.seriesId] }),
    );
    const at = (series: number[]) => ({
      collegeId: mine.collegeId,
      sectionId: mine.sectionId,
      year: 2,
      series,
    });
    const own = await added(await aDraft(at([mine.seriesId])));
    const shared = await added(await aDraft(at([mine.seriesId, other.seriesId])));
    const foreign = await added(await aDraft(at([other.seriesId])));

    const seen = (await secretary.get('disciplines?take=500')).json<Item[]>();
    expect(Object.fromEntries(seen.map((item) => [item.id, item.mayEdit]))).toEqual({
      [own.id]: true,
      [shared.id]: false,
    });
    const rename = { description: 'Nouă' };
    const put = async (item: Item) =>
      (await secretary.put(`disciplines/${item.id}`, { ...item, ...rename })).statusCode;
    expect([await put(own), await put(shared), await put(foreign)]).toEqual([200, 404, 404]);
    const outside = await secretary.post('disciplines', await aDraft(at([mine.seriesId, other.seriesId])));
    expect(outside.json()).toMatchObject({ errors: [{ path: 'series', error: 'validation.reference' }] });
    const otherYear = await secretary.post('disciplines', await aDraft({ ...at([mine.seriesId]), year: 3 }));
    expect(otherYear.json()).toMatchObject({ errors: [{ path: 'series', error: 'validation.otherYear' }] });
  });

  it('[STRUCT-2] requires series of the discipline’s year, which stay in it while they are taught', async () => {
    const { studyPlace } = await aDiscipline(server);
    const other = await aSeries(server, { ...studyPlace, year: 2 });
    const at = { ...studyPlace, series: [studyPlace.seriesId, other.seriesId] };
    const { seriesId: _, ...taught } = at;
    const response = await admin.post('disciplines', await aDraft(taught));
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { errors: [{ path: 'series', error: 'validation.otherYear', params: { theirs: 2, year: 1 } }] },
    ]);
    const stored = (await admin.get(`series/${studyPlace.seriesId}`)).json<Item>();
    const moved = await admin.put(`series/${studyPlace.seriesId}`, { ...stored, year: 2 });
    expect(moved.json()).toEqual({ error: 'resource.inUse', params: { by: 'discipline', count: 1 } });
  });

  it('[ROLE-5] lets teachers read what they teach, with their rights to change it', async () => {
    const teacher = await signedInAs(server, 'teacher');
    const held = await aDiscipline(server, { holders: [teacher] });
    const helped = await aDiscipline(server, { collaborators: [teacher] });
    await aDiscipline(server);
    const seen = (await teacher.get('disciplines?take=500&sort=id')).json<Item[]>();
    expect(seen.map(({ id, mayEdit, mayEditChapters }) => ({ id, mayEdit, mayEditChapters }))).toEqual([
      { id: held.id, mayEdit: false, mayEditChapters: true },
      { id: helped.id, mayEdit: false, mayEditChapters: false },
    ]);
  });

  it('[ROLE-10] lets the dean’s office read every discipline and change none', async () => {
    const { id } = await aDiscipline(server);
    const dean = await signedInAs(server, 'dean');
    const item = (await dean.get(`disciplines/${id}`)).json<Item>();
    expect(item).toMatchObject({ mayEdit: false, mayEditChapters: false });
    expect((await dean.put(`disciplines/${id}`, item)).statusCode).toBe(403);
  });
});

describe('[DISC-1] teachers', () => {
  it('[DISC-1] are found by name or address, ignoring diacritics', async () => {
    const { userId } = await aTeacher(server, { name: 'Țărmure Câmpeanu', email: 'tc@umf.test' });
    for (const search of ['tarmure', 'CAMPEANU', 'tc@umf'])
      expect((await admin.get(`teachers?search=${search}`)).json<Item[]>().map((item) => item.id)).toEqual([
        userId,
      ]);
  });

  it('[DISC-1] do not include other accounts', async () => {
    const { userId } = await aStudent(server, { name: 'Cineva Altcineva' });
    expect((await admin.get('teachers?search=altcineva')).json()).toEqual([]);
    expect((await admin.get(`teachers/${userId}`)).statusCode).toBe(404);
    expect((await admin.put(`teachers/${userId}`, { name: 'A', email: 'a@b.ro' })).statusCode).toBe(404);
    expect((await admin.delete(`teachers/${userId}`)).statusCode).toBe(404);
  });

  it('[DISC-1] can be added to an existing account', async () => {
    const secretary = await aSecretary(server, { email: 'Doua.Roluri@exam.test' });
    const response = await admin.post('teachers', { name: 'Două Roluri', email: 'doua.roluri@exam.test' });
    expect([response.statusCode, response.json()]).toMatchObject([201, { id: secretary.userId }]);
    const again = await admin.post('teachers', { name: 'Două Roluri', email: 'DOUA.roluri@exam.test' });
    expect(again.json()).toEqual({ error: 'resource.duplicate', params: { field: 'email' } });
  });

  it('[STRUCT-7] cannot be deleted while they teach; afterwards their account stays', async () => {
    const { userId, email } = await aTeacher(server);
    const { id } = await aDiscipline(server, { holders: [{ userId, email }] });
    expect((await admin.get(`teachers/${userId}`)).json()).toMatchObject({ disciplineCount: 1 });
    const refused = await admin.delete(`teachers/${userId}`);
    expect(refused.json()).toEqual({ error: 'resource.inUse', params: { by: 'discipline', count: 1 } });
    await admin.delete(`disciplines/${id}`);
    expect((await admin.delete(`teachers/${userId}`)).statusCode).toBe(204);
    const [account] = await server.database.sql`select is_teacher from users where id = ${userId}`;
    expect(account).toEqual({ is_teacher: false });
  });

  it('[DISC-1] keep their disciplines when their address changes', async () => {
    const { userId, email } = await aTeacher(server);
    const { id } = await aDiscipline(server, { holders: [{ userId, email }] });
    const moved = { name: 'Altă Adresă', email: 'alta.adresa@exam.test' };
    expect((await admin.put(`teachers/${userId}`, moved)).json()).toMatchObject(moved);
    expect((await admin.get(`disciplines/${id}`)).json()).toMatchObject({
      holders: [userId],
      holderNames: ['Altă Adresă'],
    });
  });
});
