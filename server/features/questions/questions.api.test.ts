import { beforeAll, describe, expect, it, test } from 'vitest';
import type { Question } from '#contract/questions.ts';
import {
  aDiscipline,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, answersOf, aQuestion, aQuestionDraft } from '#server/testing/bank.ts';
import { type TestServer, useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let holder: SignedInPerson;
let collaborator: SignedInPerson;
let stranger: SignedInPerson;
let disciplineId: number;
let chapterId: number;
let foreignChapterId: number;

const teacher = async (name: string): Promise<Person> => aTeacher(server, { name });

beforeAll(async () => {
  holder = await signedIn(server, await teacher('Radu Câmpean'));
  collaborator = await signedIn(server, await teacher('Ioana Țăranu'));
  stranger = await signedInAs(server, 'teacher');
  ({ id: disciplineId } = await aDiscipline(server, { holders: [holder], collaborators: [collaborator] }));
  chapterId = await aChapter(server, disciplineId);
  foreignChapterId = await aChapter(server, (await aDiscipline(server)).id);
});

const draft = (changed = {}) => aQuestionDraft(chapterId, changed);
async function added(by: SignedInPerson, changed = {}): Promise<number> {
  const response = await by.post('questions', draft(changed));
  expect(response.statusCode, response.body).toBe(201);
  return response.json().id;
}
const versions = async (id: number) => (await holder.get(`questions/${id}/history`)).json();

describe('a question of the bank', () => {
  it('[QUES-1] is stored with its text, points, answers, key and references', async () => {
    const answers = answersOf(5, 5).map((answer, index) => ({
      ...answer,
      referenceTitle: index === 0 ? 'Tratat de farmacologie' : null,
      referencePage: index === 0 ? '112–115' : null,
    }));
    const response = await holder.post('questions', draft({ text: 'Ce este H~2~O?', points: 7.5, answers }));
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({
      chapterId,
      pkDiscipline: disciplineId,
      text: 'Ce este H~2~O?',
      points: 7.5,
      examOnly: false,
      incomplete: false,
      version: 1,
      mayEdit: true,
      answers,
    });
    expect((await holder.get(`questions/${response.json().id}`)).json()).toEqual(response.json());
  });

  it('[QUES-1] is worth 10 points by default', async () => {
    const id = await added(holder);
    expect((await holder.get(`questions/${id}`)).json().points).toBe(10);
  });

  test.each([
    [
      'four correct answers',
      { answers: answersOf(4, 5) },
      'answers',
      'question.tooFewCorrect',
      { missing: 1 },
    ],
    ['three false answers', { answers: answersOf(5, 3) }, 'answers', 'question.tooFewWrong', { missing: 2 }],
    ['no text', { text: '  ' }, 'text', 'validation.required', {}],
    ['no points', { points: 0 }, 'points', 'validation.min', { min: 0.01 }],
    [
      'an answer without a description',
      { answers: [...answersOf(5, 5), { text: ' ', isCorrect: false }] },
      'answers.10.text',
      'validation.required',
      {},
    ],
    [
      'the same answer twice',
      { answers: [...answersOf(5, 5), { text: '**Varianta** 1', isCorrect: false }] },
      'answers.10.text',
      'question.answerTwice',
      {},
    ],
    ['a chapter that is not there', { chapterId: 999_999 }, 'chapterId', 'validation.reference', {}],
  ])('[QUES-1][QUES-8] is refused at its field with %s', async (_, changed, path, error, params) => {
    const response = await holder.post('questions', draft(changed));
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual([{ path, error, params }]);
  });

  it('[ROLE-5] cannot be added to another teacher’s chapter, which is not found', async () => {
    const response = await holder.post('questions', draft({ chapterId: foreignChapterId }));
    expect(response.json().errors).toEqual([
      { path: 'chapterId', error: 'validation.reference', params: {} },
    ]);
  });

  it('[SAFE-10] stores a script as text', async () => {
    const text = "<script>alert(1)</script> <img src=x onerror=alert(1)> {{7*7}} '; drop table users; --";
    const id = await added(holder, { text });
    const read = await holder.get(`questions/${id}`);
    expect(read.json().text).toBe(text);
    expect(read.headers['content-type']).toMatch(/^application\/json/);
    expect(read.headers['x-content-type-options']).toBe('nosniff');
    const list = await holder.get(`questions?search=${encodeURIComponent('<script>alert')}`);
    expect(list.json().map((row: { id: number }) => row.id)).toEqual([id]);
  });

  test.each([
    ['a sign no database keeps', { text: 'a\u0000b' }, 400],
    ['half a letter', { text: 'a\ud800b' }, 400],
    ['a text without end', { text: 'a'.repeat(10_001) }, 400],
    ['thirty-one answers', { answers: answersOf(15, 16) }, 400],
    ['more points than a table holds', { points: 1e300 }, 400],
    ['an image that is no name', { image: '../../etc/passwd' }, 400],
    ['a field nobody asked for', { correct: 31 }, 400],
  ])('[SAFE-10] is refused with %s', async (_, changed, status) => {
    expect((await holder.post('questions', draft(changed))).statusCode).toBe(status);
  });

  it('[QUES-6] is audited with its author', async () => {
    const id = await added(collaborator);
    const [entry] = await server.database.sql`
      select actor_id, action from audit_log where entity = 'questions' and entity_id = ${String(id)}`;
    expect(entry).toMatchObject({ actor_id: collaborator.userId, action: 'insert' });
  });
});

describe('editing', () => {
  it('[QUES-4] creates a new version and keeps the old one unchanged', async () => {
    const id = await added(holder, { text: 'Prima formă' });
    const changed = { text: 'A doua formă', answers: answersOf(6, 5), version: 1 };
    const response = await holder.put(`questions/${id}`, draft(changed));
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toMatchObject({ version: 2, text: 'A doua formă' });
    expect(await versions(id)).toMatchObject([
      { number: 2, text: 'A doua formă', answers: { length: 11 } },
      { number: 1, text: 'Prima formă', answers: { length: 10 } },
    ]);
  });

  it('[QUES-4] creates no version without a change', async () => {
    const id = await added(holder);
    expect((await holder.put(`questions/${id}`, draft())).json().version).toBe(1);
    expect(await versions(id)).toHaveLength(1);
  });

  it('[API-4] accepts a question as it was read, and refuses a field it never had', async () => {
    const id = await added(holder);
    const read = (await holder.get(`questions/${id}`)).json<Question>();
    const changed = await holder.put(`questions/${id}`, { ...read, text: 'Textul corectat' });
    expect([changed.statusCode, changed.json()]).toMatchObject([
      200,
      { text: 'Textul corectat', version: 2 },
    ]);
    const unknown = await holder.put(`questions/${id}`, { ...read, version: 2, colour: 'blue' });
    expect([unknown.statusCode, unknown.json().errors]).toMatchObject([400, [{ path: 'colour' }]]);
  });

  it('[QUES-4] keeps the version when a question is moved or reserved', async () => {
    const id = await added(holder);
    const other = await aChapter(server, disciplineId);
    const response = await holder.put(`questions/${id}`, draft({ chapterId: other, examOnly: true }));
    expect(response.json()).toMatchObject({ chapterId: other, examOnly: true, version: 1 });
    expect(await versions(id)).toHaveLength(1);
  });

  it('[QUES-4] never overwrites a concurrent save', async () => {
    const id = await added(holder);
    await holder.put(`questions/${id}`, draft({ text: 'a colegului', version: 1 }));
    const late = await admin.put(`questions/${id}`, draft({ text: 'a mea', version: 1 }));
    expect(late.statusCode).toBe(409);
    expect(late.json()).toEqual({ error: 'question.changed', params: { by: 'Radu Câmpean' } });
    expect((await holder.get(`questions/${id}`)).json().text).toBe('a colegului');
  });

  it('[QUES-4] lets exactly one of two concurrent saves succeed', async () => {
    const id = await added(holder);
    const responses = await Promise.all(
      ['unu', 'doi', 'trei'].map((text) => holder.put(`questions/${id}`, draft({ text, version: 1 }))),
    );
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 409, 409]);
    expect(await versions(id)).toHaveLength(2);
  });

  it('[QUES-1] requires five and five from an imported incomplete question', async () => {
    const id = await aQuestion(server, chapterId, { correct: 1, wrong: 3 });
    expect((await holder.get(`questions/${id}`)).json()).toMatchObject({ incomplete: true });
    const thin = await holder.put(`questions/${id}`, draft({ answers: answersOf(1, 3) }));
    expect(thin.json().errors.map((found: { error: string }) => found.error)).toEqual([
      'question.tooFewCorrect',
      'question.tooFewWrong',
    ]);
    const full = await holder.put(`questions/${id}`, draft());
    expect(full.json()).toMatchObject({ incomplete: false, version: 2 });
  });

  it('[QUES-4] never changes or deletes a version, enforced by the database', async () => {
    const id = await added(holder);
    const { sql } = server.database;
    const tries = [
      sql`update question_versions set text = 'altceva' where question_id = ${id}`,
      sql`update answer_options set text = 'altceva' where question_version_id in
            (select id from question_versions where question_id = ${id})`,
      sql`update question_keys set correct = 1 where question_version_id in
            (select id from question_versions where question_id = ${id})`,
      sql`delete from question_versions where question_id = ${id}`,
      sql`delete from question_keys where question_version_id in
            (select id from question_versions where question_id = ${id})`,
    ];
    for (const tried of tries)
      await expect(tried).rejects.toThrow('a version of a question is never changed or removed');
  });
});

describe('history', () => {
  it('[QUES-6] lists who wrote each version and when, newest first', async () => {
    const id = await added(collaborator);
    await holder.put(`questions/${id}`, draft({ text: 'mai bine' }));
    const found = await versions(id);
    expect(found.map((version: { writtenBy: string }) => version.writtenBy)).toEqual([
      'Radu Câmpean',
      'Ioana Țăranu',
    ]);
    for (const { writtenAt } of found) expect(new Date(writtenAt).getTime()).not.toBeNaN();
  });

  it('[QUES-6] survives removal of the question', async () => {
    const id = await added(holder);
    expect((await holder.delete(`questions/${id}`)).statusCode).toBe(204);
    expect((await holder.get(`questions/${id}`)).statusCode).toBe(404);
    expect((await holder.delete(`questions/${id}`)).statusCode).toBe(404);
    expect(await versions(id)).toHaveLength(1);
    const list = await holder.get('questions?take=500');
    expect(list.json().some((row: { id: number }) => row.id === id)).toBe(false);
  });
});

describe('rights', () => {
  it('[ROLE-5] let a holder edit all questions, a collaborator their own; both see all', async () => {
    const ofHolder = await added(holder);
    const ofCollaborator = await added(collaborator);
    const rows: Record<'id' | 'mayEdit', number>[] = (await collaborator.get('questions?take=500')).json();
    const mayEdit = (id: number) => rows.find((row) => row.id === id)?.mayEdit;
    expect([mayEdit(ofHolder), mayEdit(ofCollaborator)]).toEqual([false, true]);
    expect((await collaborator.get(`questions/${ofHolder}`)).json().mayEdit).toBe(false);

    expect((await collaborator.put(`questions/${ofHolder}`, draft({ text: 'alt text' }))).statusCode).toBe(
      404,
    );
    expect((await collaborator.delete(`questions/${ofHolder}`)).statusCode).toBe(404);
    expect(
      (await collaborator.put(`questions/${ofCollaborator}`, draft({ text: 'alt text' }))).statusCode,
    ).toBe(200);
    expect((await holder.put(`questions/${ofCollaborator}`, draft({ text: 'și mai bine' }))).statusCode).toBe(
      200,
    );
    expect((await admin.delete(`questions/${ofCollaborator}`)).statusCode).toBe(204);
  });

  it('[ROLE-5] give the same response for another teacher’s question and a missing one', async () => {
    const id = await added(holder);
    const paths = (one: number) => [
      () => stranger.get(`questions/${one}`),
      () => stranger.put(`questions/${one}`, draft()),
      () => stranger.delete(`questions/${one}`),
      () => stranger.get(`questions/${one}/history`),
      () => stranger.get(`questions/${one}/preview`),
    ];
    const tell = async (one: number) => Promise.all(paths(one).map(async (ask) => (await ask()).body));
    expect(await tell(id)).toEqual(await tell(999_999));
    for (const ask of paths(id)) expect((await ask()).statusCode).toBe(404);
    expect((await stranger.get('questions')).json()).toEqual([]);
    expect((await stranger.get(`questions?chapterId=${chapterId}`)).headers['x-total-count']).toBe('0');
    expect((await stranger.get(`questions/similar?chapterId=${chapterId}&text=care`)).statusCode).toBe(404);
    expect((await stranger.get(`disciplines/${disciplineId}/samplePaper`)).statusCode).toBe(404);
  });

  const calls = [
    ['GET', 'questions'],
    ['POST', 'questions'],
    ['GET', 'questions/1'],
    ['PUT', 'questions/1'],
    ['DELETE', 'questions/1'],
    ['GET', 'questions/1/history'],
    ['GET', 'questions/1/preview'],
    ['GET', 'questions/similar?chapterId=1&text=a'],
    ['GET', 'disciplines/1/samplePaper'],
    ['GET', 'questionLimits'],
    ['POST', 'questionImages'],
    ['POST', 'answerImages'],
  ] as const;
  test.each(calls)(
    '[ROLE-4] %s %s needs a sign-in, [ROLE-5] and is not for students, secretaries and the dean',
    async (method, path) => {
      const ask = (by: ReturnType<TestServer['caller']>) =>
        ({
          GET: () => by.get(path),
          POST: () => by.post(path, {}),
          PUT: () => by.put(path, {}),
          DELETE: () => by.delete(path),
        })[method]();
      expect((await ask(server.caller())).statusCode).toBe(401);
      for (const who of ['student', 'secretary'] as const)
        expect((await ask(await signedInAs(server, who))).statusCode).toBe(403);
    },
  );
});

describe('limits', () => {
  it('[QUES-3] follow the settings', async () => {
    expect((await holder.get('questionLimits')).json()).toEqual({
      maxAnswers: 5,
      minComplex: 2,
      maxComplex: 4,
    });
    await server.set({ questionMaxAnswers: 6, questionMaxComplexAnswers: 5 });
    expect((await holder.get('questionLimits')).json()).toEqual({
      maxAnswers: 6,
      minComplex: 2,
      maxComplex: 5,
    });
    await server.set({ questionMaxAnswers: 5, questionMaxComplexAnswers: 4 });
  });
});
