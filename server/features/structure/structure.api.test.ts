import { beforeEach, describe, expect, it, test } from 'vitest';
import type { ErrorBody } from '#contract/error-body.ts';
import type { FeasibilityResponse, Structure, StructureDraft } from '#contract/structure.ts';
import {
  aDiscipline,
  aSecretary,
  aSeries,
  type StudyPlace,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion } from '#server/testing/bank.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const dean = useSignedInAs(server, 'dean');
const holder = useSignedInAs(server, 'teacher');
const collaborator = useSignedInAs(server, 'teacher');
let studyPlace: StudyPlace;
let id: number;
/** Two chapters with 6 and 3 questions. */
let chapters: readonly [number, number];

beforeEach(async () => {
  studyPlace = await aSeries(server);
  ({ id } = await aDiscipline(server, {
    studyPlace: studyPlace,
    holders: [holder],
    collaborators: [collaborator],
  }));
  chapters = [await aChapter(server, id), await aChapter(server, id)];
  for (const [index, count] of [6, 3].entries())
    for (let n = 0; n < count; n += 1) await aQuestion(server, chapters[index] ?? 0);
});

type Counts = readonly [number, number];
const draft = (counts: Counts, changed: Partial<StructureDraft> = {}): StructureDraft => ({
  questions: counts[0] + counts[1],
  examDuration: 60,
  automaticDistribution: false,
  chapters: chapters.map((chapter, at) => ({
    id: chapter,
    questions: counts[at] ?? 0,
    percentSimple: 50,
    percentComplex: 50,
  })),
  ...changed,
});
const path = () => `disciplines/${id}/structure`;
const read = async (by = holder) => (await by.get(path())).json<Structure>();
const save = async (body: unknown, by = holder) => by.put(path(), body);
const problemsIn = (response: { json<T>(): T }) =>
  (response.json<Partial<ErrorBody>>().errors ?? []).map(({ path: at, error }) => [at, error]);
const problems = async (body: unknown) => {
  const response = await save(body);
  expect(response.statusCode, response.body).toBe(400);
  return problemsIn(response);
};
const policy = (college: boolean | null, section: boolean | null, simple: number | null = null) =>
  server.database
    .sql`with c as (update colleges set allow_edit_percent = ${college} where id = ${studyPlace.collegeId})
    update sections set allow_edit_percent = ${section}, default_p_simple_questions = ${simple},
      default_p_multiple_questions = ${simple === null ? null : 100 - simple} where id = ${studyPlace.sectionId}`;

describe('[DISC-2] the structure of an exam', () => {
  it('[DISC-2] starts automatic and empty, with the entered questions of each chapter', async () => {
    expect(await read()).toMatchObject({
      pkCollege: studyPlace.collegeId,
      pkSection: studyPlace.sectionId,
      year: studyPlace.year,
      totalQuestions: 9,
      questions: null,
      examDuration: null,
      automaticDistribution: true,
      manualQuestionCount: 0,
      mayEdit: true,
      chapters: [
        { id: chapters[0], totalQuestionCount: 6, questions: 0, percentSimple: 50, percentComplex: 50 },
        { id: chapters[1], totalQuestionCount: 3, questions: 0 },
      ],
    });
  });

  it('[DISC-2] is stored as set by hand, with the sum', async () => {
    const response = await save(draft([5, 2]));
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      {
        questions: 7,
        examDuration: 60,
        automaticDistribution: false,
        manualQuestionCount: 7,
        chapters: [
          { questions: 5, countSimpleQuestions: 3, countComplexQuestions: 2 },
          { questions: 2, countSimpleQuestions: 1, countComplexQuestions: 1 },
        ],
      },
    ]);
    expect(await read()).toEqual(response.json());
  });

  it('[DISC-3] is split by chapter size when automatic, whatever the body says', async () => {
    const response = await save(draft([0, 0], { questions: 5, automaticDistribution: true }));
    const saved = response.json<Structure>();
    expect(saved.chapters.map((chapter) => chapter.questions)).toEqual([3, 2]);
    expect(saved.manualQuestionCount).toBe(0);
  });

  it('[DISC-2] asks nothing of a chapter that a later draft omits', async () => {
    await save(draft([5, 2]));
    const [first] = draft([5, 2]).chapters;
    const saved = (await save(draft([5, 0], { chapters: first ? [first] : [] }))).json<Structure>();
    expect(saved.chapters.map((chapter) => chapter.questions)).toEqual([5, 0]);
  });

  it('[API-4] can be saved from what reading returns: computed columns are ignored, others refused', async () => {
    await save(draft([5, 2]));
    const stored = await read();
    const again = await holder.put(`disciplines/${id}/structure`, { ...stored, questions: 7 });
    expect([again.statusCode, again.json()]).toEqual([200, stored]);
    const [first] = stored.chapters;
    const unknown = { ...stored, colour: 1, chapters: [{ ...first, colour: 1 }] };
    const refused = await holder.put(`disciplines/${id}/structure`, unknown);
    expect(refused.json()).toMatchObject({
      errors: [{ path: 'chapters.0.colour', error: 'validation.unknownField' }, { path: 'colour' }],
    });
  });

  it('[DISC-9] is one of two concurrent drafts, never a mixture that does not add up', async () => {
    const admin = await signedInAs(server, 'admin');
    for (let round = 0; round < 5; round += 1) {
      const responses = await Promise.all([save(draft([6, 1])), save(draft([2, 3]), admin)]);
      expect(responses.map((response) => response.statusCode)).toEqual([200, 200]);
      const { questions, chapters: stored } = await read();
      expect([
        [7, 6, 1],
        [5, 2, 3],
      ]).toContainEqual([questions, ...stored.map((chapter) => chapter.questions)]);
    }
  });

  it('[SAFE-13] is audited with its author', async () => {
    await save(draft([5, 2]));
    const [entry] = await server.database.sql`select actor_id as actor from audit_log
      where entity = 'discipline_structures' order by id desc limit 1`;
    expect(entry).toEqual({ actor: holder.userId });
  });
});

describe('a structure refuses', () => {
  test.each([
    ['DISC-7', 'fewer questions than its chapters together', 'structure.belowChapterSum', { questions: 6 }],
    ['DISC-9', 'more questions than its chapters together', 'structure.sumDiffers', { questions: 8 }],
    ['DISC-10', 'nothing', 'structure.questionsMissing', { questions: null }],
    ['DISC-10', 'no questions', 'structure.questionsMissing', { questions: 0 }],
  ])('[%s] %s', async (_id, _what, error, changed) => {
    expect(await problems(draft([5, 2], changed))).toEqual([['questions', error]]);
  });

  test.each([null, 0])('[DISC-10] a duration of %s', async (examDuration) => {
    expect(await problems(draft([5, 2], { examDuration }))).toEqual([
      ['examDuration', 'structure.durationMissing'],
    ]);
  });

  it('[DISC-8] more questions than a chapter has, at the chapter’s position', async () => {
    expect(await problems(draft([5, 4]))).toEqual([
      ['chapters.1.questions', 'structure.chapterAboveEntered'],
    ]);
  });

  it('[DISC-8] more questions than all chapters have, even when automatic', async () => {
    expect(await problems(draft([0, 0], { questions: 10, automaticDistribution: true }))).toContainEqual([
      'questions',
      'structure.aboveEntered',
    ]);
  });

  it('[DISC-2] percents that do not add up to 100', async () => {
    const body = draft([5, 2]);
    const [first, ...rest] = body.chapters;
    if (!first) throw new Error('no chapter');
    expect(await problems({ ...body, chapters: [{ ...first, percentComplex: 40 }, ...rest] })).toEqual([
      ['chapters.0.percentSimple', 'structure.percentSum'],
    ]);
  });

  it('[DISC-2] a chapter of another discipline, or the same one twice', async () => {
    const foreign = await aChapter(server, (await aDiscipline(server, { holders: [holder] })).id);
    const body = draft([5, 2]);
    const [first] = body.chapters;
    if (!first) throw new Error('no chapter');
    for (const extra of [
      { ...first, id: foreign, questions: 0 },
      { ...first, questions: 0 },
    ])
      expect(await problems({ ...body, chapters: [...body.chapters, extra] })).toContainEqual([
        'chapters.2.id',
        'validation.reference',
      ]);
  });

  it('[DISC-9] a draft without storing any part of it', async () => {
    await save(draft([5, 2]));
    const before = await read();
    await problems(draft([1, 1], { questions: 8 }));
    expect(await read()).toEqual(before);
  });
});

describe('[DISC-4] percents', () => {
  const withSimple = (percentSimple: number) => {
    const body = draft([5, 2]);
    return {
      ...body,
      chapters: body.chapters.map((chapter) => ({
        ...chapter,
        percentSimple,
        percentComplex: 100 - percentSimple,
      })),
    };
  };

  test.each([
    [null, null, true],
    [false, null, false],
    [true, null, true],
    [false, true, true],
    [true, false, false],
  ])('[STRUCT-9] with college %s and section %s: editable %s', async (college, section, allowed) => {
    await policy(college, section);
    expect((await read()).mayEditPercent).toBe(allowed);
    const locked = [
      ['chapters.0.percentSimple', 'structure.percentLocked'],
      ['chapters.1.percentSimple', 'structure.percentLocked'],
    ];
    const response = await save(withSimple(80));
    expect([response.statusCode, problemsIn(response)]).toEqual(allowed ? [200, []] : [400, locked]);
  });

  it('[STRUCT-9] start with the section’s defaults, which a locked structure can be saved with', async () => {
    await policy(false, null, 30);
    expect((await read()).chapters[0]).toMatchObject({ percentSimple: 30, percentComplex: 70 });
    expect((await save(withSimple(30))).statusCode).toBe(200);
  });
});

describe('[ROLE-9] access to a structure', () => {
  it('[ROLE-9] is read and write for the holder, an admin and the dean’s office', async () => {
    for (const by of [holder, await signedInAs(server, 'admin'), dean]) {
      expect((await read(by)).mayEdit).toBe(true);
      expect((await save(draft([5, 2]), by)).statusCode).toBe(200);
    }
  });

  it('[ROLE-9] is read-only for a collaborator and a secretary in scope', async () => {
    const secretary = await signedIn(server, await aSecretary(server, { collegeId: studyPlace.collegeId }));
    for (const by of [collaborator, secretary]) {
      expect((await read(by)).mayEdit).toBe(false);
      expect((await save(draft([5, 2]), by)).statusCode).toBe(403);
    }
    expect((await read()).questions).toBe(null);
  });

  it('[ROLE-9] is not found for anyone else', async () => {
    const others = [await signedInAs(server, 'teacher'), await signedInAs(server, 'secretary')];
    for (const by of others) expect((await by.get(path())).statusCode).toBe(404);
    expect((await save(draft([5, 2]), others[0])).statusCode).toBe(404);
  });
});

describe('[DISC-6] feasibility', () => {
  const judged = async (body: StructureDraft) =>
    (await holder.post(`disciplines/${id}/feasibility`, body)).json<FeasibilityResponse>();

  it('[DISC-6] counts the different exams of a draft and how much two of them share', async () => {
    // 5 of 6 questions, 2 of them simple: 6 × 10 choices; 1 of 3, simple: 3. Shares 25/6 + 1/3 of them.
    const feasibility = await judged({
      ...draft([5, 1]),
      chapters: draft([5, 1]).chapters.map((chapter, at) => ({
        ...chapter,
        percentSimple: at === 0 ? 40 : 100,
        percentComplex: at === 0 ? 60 : 0,
      })),
    });
    expect(feasibility).toEqual({
      feasible: true,
      shortages: [],
      distinctExams: '180',
      expectedOverlap: 4.5,
    });
  });

  it('[DISC-6] names the chapter that is short, and of which kind', async () => {
    const feasibility = await judged(draft([5, 5]));
    expect(feasibility).toMatchObject({ feasible: false, distinctExams: null, expectedOverlap: null });
    expect(feasibility.shortages).toEqual([
      { chapterId: chapters[1], chapter: expect.any(String), of: 'either', asked: 5, available: 3 },
    ]);
  });

  it('[DISC-6] counts what the bank can serve as each kind, not what is entered', async () => {
    const { id: another } = await aDiscipline(server, { holders: [holder] });
    const chapter = await aChapter(server, another);
    // With one correct answer it can only be served as a simple question.
    await aQuestion(server, chapter, { correct: 1, wrong: 5 });
    const body = {
      ...draft([1, 0]),
      chapters: [{ id: chapter, questions: 1, percentSimple: 0, percentComplex: 100 }],
    };
    const feasibility = (
      await holder.post(`disciplines/${another}/feasibility`, body)
    ).json<FeasibilityResponse>();
    expect(feasibility.shortages).toMatchObject([{ of: 'multiple', asked: 1, available: 0 }]);
  });

  it('[DISC-6] writes nothing; without a body it checks the saved structure', async () => {
    const missing = await holder.get(`disciplines/${id}/feasibility`);
    expect([missing.statusCode, missing.json()]).toMatchObject([409, { error: 'structure.missing' }]);
    await judged(draft([5, 1]));
    expect((await read()).questions).toBe(null);
    await save(draft([6, 3]));
    const saved = (await collaborator.get(`disciplines/${id}/feasibility`)).json<FeasibilityResponse>();
    expect(saved).toMatchObject({ feasible: true, expectedOverlap: 9 });
  });
});
