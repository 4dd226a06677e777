import { beforeAll, describe, expect, it, test } from 'vitest';
import { aDiscipline, aSeries, aTeacher, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aQuestionDraft } from '#server/testing/bank.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let teacher: SignedInPerson;
let chapters: Record<'cardio' | 'reno' | 'foreign', number>;
let disciplines: Record<'mine' | 'foreign', { id: number; studyPlace: Awaited<ReturnType<typeof aSeries>> }>;

beforeAll(async () => {
  teacher = await signedIn(server, await aTeacher(server));
  const mine = await aDiscipline(server, {
    holders: [teacher],
    studyPlace: await aSeries(server, { year: 3 }),
  });
  const foreign = await aDiscipline(server);
  disciplines = { mine, foreign };
  chapters = {
    cardio: await aChapter(server, mine.id),
    reno: await aChapter(server, mine.id),
    foreign: await aChapter(server, foreign.id),
  };
  await aQuestion(server, chapters.cardio, { text: 'Mecanismul de acțiune al **digoxinei** este:' });
  await aQuestion(server, chapters.cardio, { text: 'Inhibitorii enzimei de conversie scad:' });
  await aQuestion(server, chapters.reno, { text: 'Furosemidul acționează la nivelul:' });
  await aQuestion(server, chapters.foreign, { text: 'Digoxina se elimină predominant:' });
  await teacher.post(
    'questions',
    aQuestionDraft(chapters.reno, {
      text: 'Alegeți diureticele:',
      answers: [
        ...['spironolactonă', 'indapamidă', 'furosemid', 'amilorid', 'manitol'].map((text) => ({
          text,
          isCorrect: true,
        })),
        ...['ramipril', 'șofran', 'aspirină', 'digoxină', 'heparină'].map((text) => ({
          text,
          isCorrect: false,
        })),
      ],
    }),
  );
});

type Row = { text: string; mayEdit: boolean };
async function listed(by: SignedInPerson, query: string): Promise<{ texts: string[]; total: number }> {
  const response = await by.get(`questions?${query}`);
  expect(response.statusCode, response.body).toBe(200);
  return {
    texts: response.json().map((row: Row) => row.text),
    total: Number(response.headers['x-total-count']),
  };
}
const search = (text: string) => `search=${encodeURIComponent(text)}`;

describe('the list of questions', () => {
  it('[QUES-2] shows teachers their own disciplines and administrators all', async () => {
    expect((await listed(teacher, '')).total).toBe(4);
    expect((await listed(admin, '')).total).toBe(5);
  });

  test.each([
    ['diureticele', 1],
    ['DIGOXINEI', 1],
    ['digoxin', 2],
    ['actiune', 1],
    ['acțiune', 1],
    ['sofran', 1],
    ['conversie inhibitorii', 1],
    ['furosemid', 2],
    ['al', 2],
    ['nimic', 0],
    ['%', 0],
    ['_', 0],
    ['\\', 0],
  ])('[QUES-2] finds %j in texts and answers, ignoring diacritics, %d times', async (text, count) => {
    expect((await listed(teacher, search(text))).total).toBe(count);
  });

  it('[QUES-2] does not match formatting characters', async () => {
    expect((await listed(teacher, search('**dig'))).total).toBe(0);
  });

  it('[QUES-2] filters by place, discipline, year and chapter; 0 means all', async () => {
    const { mine, foreign } = disciplines;
    const total = async (query: string) => (await listed(admin, query)).total;
    expect(await total(`pkCollege=${mine.studyPlace.collegeId}`)).toBe(4);
    expect(await total(`pkSection=${foreign.studyPlace.sectionId}`)).toBe(1);
    expect(await total(`pkDiscipline=${mine.id}&year=3`)).toBe(4);
    expect(await total(`pkDiscipline=${mine.id}&year=2`)).toBe(0);
    expect(await total(`chapterId=${chapters.reno}`)).toBe(2);
    expect(await total('pkCollege=0&pkSection=0&pkDiscipline=0&year=0&chapterId=0')).toBe(5);
  });

  it('[QUES-2] is paged, with the total', async () => {
    const first = await listed(admin, 'skip=0&take=2');
    const second = await listed(admin, 'skip=2&take=2');
    const third = await listed(admin, 'skip=4&take=2');
    expect([first, second, third].map(({ texts }) => texts.length)).toEqual([2, 2, 1]);
    expect([first, second, third].map(({ total }) => total)).toEqual([5, 5, 5]);
    expect([...first.texts, ...second.texts, ...third.texts]).toEqual((await listed(admin, '')).texts);
    expect((await listed(admin, 'skip=50')).texts).toEqual([]);
  });

  test.each(['id', 'text', 'chapter', 'changedAt'])(
    '[QUES-2] reverses when sorted descending by %s',
    async (sort) => {
      const upwards = await listed(admin, `sort=${sort}`);
      const downwards = await listed(admin, `sort=${sort}&desc=true`);
      expect(downwards.texts).toEqual(upwards.texts.toReversed());
    },
  );

  it('[QUES-2] sorts texts by their letters, not by their formatting', async () => {
    const { texts } = await listed(teacher, 'sort=text');
    expect(texts.map((text) => text.slice(0, 3))).toEqual(['Ale', 'Fur', 'Inh', 'Mec']);
  });

  it('[QUES-2] returns the columns of each row', async () => {
    const [row] = (await teacher.get(`questions?${search('diureticele')}`)).json();
    expect(row).toMatchObject({
      chapterId: chapters.reno,
      pkDiscipline: disciplines.mine.id,
      points: 10,
      correctCount: 5,
      wrongCount: 5,
      incomplete: false,
      examOnly: false,
      hasImage: false,
      version: 1,
      changedBy: 'Ana Pop',
      mayEdit: true,
    });
  });

  test.each([
    'take=0',
    'take=501',
    'skip=-1',
    'sort=search',
    'chapterId=x',
    'year=9',
    'pkCollege=99999999999',
  ])('[SAFE-10] refuses %s', async (query) =>
    expect((await teacher.get(`questions?${query}`)).statusCode).toBe(400),
  );
});

describe('near duplicates', () => {
  const similar = async (text: string, more = '') =>
    (
      await teacher.get(
        `questions/similar?chapterId=${chapters.reno}&text=${encodeURIComponent(text)}${more}`,
      )
    ).json();

  it('[QUES-2] are found in the whole discipline while typing, most similar first', async () => {
    await aQuestion(server, chapters.cardio, { text: 'Inhibitorii enzimei de conversie nu scad:' });
    const found = await similar('inhibitorii *enzimei* de conversie scad');
    expect(found.map(({ text }: Row) => text)).toEqual([
      'Inhibitorii enzimei de conversie scad:',
      'Inhibitorii enzimei de conversie nu scad:',
    ]);
    expect(found[0].similarity).toBeGreaterThan(0.95);
  });

  it('[QUES-2] exclude questions that merely share a word', async () => {
    expect(await similar('Inhibitorii pompei de protoni se administrează înainte de masă')).toEqual([]);
  });

  it('[QUES-2] exclude the edited question and other disciplines', async () => {
    const text = 'Digoxina se elimină predominant:';
    expect(await similar(text)).toEqual([]);
    const [own] = await similar('Furosemidul acționează la nivelul');
    expect(await similar('Furosemidul acționează la nivelul', `&except=${own.id}`)).toEqual([]);
  });
});

describe('several questions at once', () => {
  it('[QUES-2] move to a chapter or become exam-only without a new version; those one may not edit stay and are named', async () => {
    const discipline = await aDiscipline(server, { holders: [teacher] });
    const [from, to] = [await aChapter(server, discipline.id), await aChapter(server, discipline.id)];
    const own = [await aQuestion(server, from), await aQuestion(server, from)];
    const foreign = await aQuestion(server, chapters.foreign);
    const moved = await teacher.post('questions/changeSelected', {
      ids: [...own, foreign, own[0]],
      chapterId: to,
      examOnly: true,
    });
    expect([moved.statusCode, moved.json()]).toEqual([
      200,
      { changed: 2, failed: [{ id: foreign, error: 'resource.notFound', params: {} }] },
    ]);
    for (const id of own)
      expect((await teacher.get(`questions/${id}`)).json()).toMatchObject({
        chapterId: to,
        examOnly: true,
        version: 1,
      });
    expect((await admin.get(`questions/${foreign}`)).json()).toMatchObject({
      chapterId: chapters.foreign,
      examOnly: false,
    });
    const released = await teacher.post('questions/changeSelected', { ids: [own[0]], examOnly: false });
    expect(released.json()).toEqual({ changed: 1, failed: [] });
    expect((await teacher.get(`questions/${own[0]}`)).json()).toMatchObject({
      chapterId: to,
      examOnly: false,
    });
  });

  it('[QUES-2] are refused in a chapter of another discipline’s teacher, without a change, and in none', async () => {
    const id = await aQuestion(server, chapters.reno);
    const into = (body: object) => teacher.post('questions/changeSelected', { ids: [id], ...body });
    const foreign = await into({ chapterId: chapters.foreign });
    expect([foreign.statusCode, foreign.json().errors]).toEqual([
      400,
      [{ path: 'chapterId', error: 'validation.reference', params: {} }],
    ]);
    expect((await into({})).json().errors).toEqual([
      { path: 'chapterId', error: 'validation.required', params: {} },
    ]);
    expect((await into({ ids: [], examOnly: true })).statusCode).toBe(400);
    expect((await teacher.get(`questions/${id}`)).json()).toMatchObject({ chapterId: chapters.reno });
  });
});
