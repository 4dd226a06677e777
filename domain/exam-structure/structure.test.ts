import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type ChapterPlan,
  defaultPercentSimple,
  distributeByChapters,
  mayEditPercents,
  type StructurePlan,
  splitKinds,
  structureProblems,
} from './structure.ts';

const chapter = (
  code: string,
  entered: number,
  questions: number,
  percentSimple = 40,
  percentComplex = 60,
): ChapterPlan => ({
  code,
  entered,
  questions,
  percentSimple,
  percentComplex,
});
const plan = (change: Partial<StructurePlan> = {}): StructurePlan => ({
  questions: 30,
  examDuration: 60,
  chapters: [chapter('I', 50, 20), chapter('II', 30, 10)],
  ...change,
});
const problemsOf = (one: StructurePlan) => structureProblems(one).map(({ path, error }) => [path, error]);

describe('a structure', () => {
  it('[DISC-9] has no problems when it adds up', () => expect(problemsOf(plan())).toEqual([]));

  it('[DISC-7] may not ask fewer questions than its chapters together', () =>
    expect(problemsOf(plan({ questions: 25 }))).toEqual([['questions', 'structure.belowChapterSum']]));

  it('[DISC-9] may not ask more than its chapters together either', () =>
    expect(problemsOf(plan({ questions: 35 }))).toEqual([['questions', 'structure.sumDiffers']]));

  it('[DISC-8] may not ask a chapter for more than it has entered, and names the chapter', () => {
    const problems = structureProblems(plan({ chapters: [chapter('I', 15, 20), chapter('II', 30, 10)] }));
    expect(problems).toEqual([
      {
        path: 'chapters.0.questions',
        error: 'structure.chapterAboveEntered',
        params: { chapter: 'I', asked: 20, entered: 15 },
      },
    ]);
  });

  it('[DISC-8] may not ask for more than the whole discipline has', () =>
    expect(
      problemsOf(plan({ questions: 90, chapters: [chapter('I', 50, 50), chapter('II', 30, 30)] })),
    ).toContainEqual(['questions', 'structure.aboveEntered']));

  test.each([0, null])('[DISC-10] requires a duration, and %j does not count', (examDuration) =>
    expect(problemsOf(plan({ examDuration }))).toEqual([['examDuration', 'structure.durationMissing']]),
  );

  test.each([0, null])('[DISC-10] requires a question count, and %j does not count', (questions) =>
    expect(problemsOf(plan({ questions }))).toEqual([['questions', 'structure.questionsMissing']]),
  );

  it('[DISC-2] requires percents that add up to 100 in every chapter', () =>
    expect(problemsOf(plan({ chapters: [chapter('I', 50, 20, 40, 50), chapter('II', 30, 10)] }))).toEqual([
      ['chapters.0.percentSimple', 'structure.percentSum'],
    ]));
});

describe('percents', () => {
  test.each([
    [true, false, true],
    [false, true, false],
    [null, false, false],
    [null, true, true],
    [null, null, true],
  ])('[DISC-4][STRUCT-9] section says %j, college says %j: editable is %j', (section, college, expected) =>
    expect(mayEditPercents(section, college)).toBe(expected),
  );

  test.each([
    [{ simple: 30, multiple: 70 }, { simple: 50, multiple: 50 }, 30],
    [{ simple: null, multiple: null }, { simple: 25, multiple: 75 }, 25],
    [{ simple: null, multiple: 80 }, { simple: 50, multiple: 50 }, 20],
    [{ simple: null, multiple: null }, { simple: null, multiple: null }, 50],
  ])('[STRUCT-9] section %j and college %j prefill %d %% simple', (section, college, expected) =>
    expect(defaultPercentSimple(section, college)).toBe(expected),
  );

  it('[DISC-2] splits a chapter into whole questions of both kinds without losing one', () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(100), (questions, percentSimple) => {
        const { simple, multiple } = splitKinds({ questions, percentSimple });
        expect(simple + multiple).toBe(questions);
        expect(Math.abs(simple - (questions * percentSimple) / 100)).toBeLessThan(1);
      }),
    );
  });
});

it('[DISC-3] automatic distribution asks no chapter for more than it has and adds up as far as the bank allows', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.array(fc.nat(80), { minLength: 1, maxLength: 12 }), (questions, entered) => {
      const parts = distributeByChapters(questions, entered);
      const all = entered.reduce((sum, count) => sum + count, 0);
      expect(parts.reduce((sum, count) => sum + count, 0)).toBe(Math.min(questions, all));
      parts.forEach((part, index) => {
        expect(part).toBeLessThanOrEqual(entered[index] as number);
      });
    }),
  );
});
