import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Structure } from '#contract/structure.ts';
import {
  chapterCounts,
  draftOf,
  formOf,
  isDifferent,
  isTouched,
  problemsOf,
  type StructureForm,
  simpleEverywhere,
  totalsOf,
  withChapter,
  withDistribution,
  withMultiple,
  withSimple,
  withSimpleEverywhere,
} from './structure-form.ts';

const chapter = (id: number, entered: number, questions: number) => ({
  id,
  code: `K${id}`,
  description: `Chapter ${id}`,
  examOnly: false,
  totalQuestionCount: entered,
  questions,
  percentSimple: 40,
  percentComplex: 60,
  countSimpleQuestions: 0,
  countComplexQuestions: 0,
});
const stored = (changed: Partial<Structure> = {}): Structure => ({
  id: 1,
  pkCollege: 2,
  pkSection: 3,
  year: 4,
  disciplineDescription: 'Physiology',
  disciplineCode: 'FZ',
  totalQuestions: 30,
  questions: 9,
  examDuration: 30,
  automaticDistribution: true,
  manualQuestionCount: 0,
  mayEdit: true,
  mayEditPercent: true,
  chapters: [chapter(1, 20, 6), chapter(2, 10, 3)],
  ...changed,
});
const form = (changed: Partial<StructureForm> = {}): StructureForm => ({ ...formOf(stored()), ...changed });
const counts = (one: StructureForm) => chapterCounts(one).map((each) => each.asked);
const codes = (one: StructureForm) => problemsOf(one).map(({ path, error }) => [path, error]);

describe('splitting by chapter size', () => {
  it('[DISC-3] follows the total while typing and always adds up', () => {
    fc.assert(
      fc.property(fc.nat(30), (questions) => {
        const split = counts(form({ questions }));
        expect(split.reduce((all, one) => all + one, 0)).toBe(questions);
      }),
    );
    expect(counts(form({ questions: 10 }))).toEqual([7, 3]);
  });

  it('[DISC-3] keeps its counts when switching to manual', () => {
    const manual = withDistribution(form({ questions: 10 }), false);
    expect(manual.chapters.map(({ questions }) => questions)).toEqual([7, 3]);
    expect(counts(withChapter(manual, 2, { questions: 5 }))).toEqual([7, 5]);
  });

  it('[DISC-3] keeps manual counts when nothing is switched', () => {
    const manual = withDistribution(form(), false);
    expect(withDistribution(manual, false)).toEqual(manual);
  });

  it('[DISC-2] splits simple and complex by the chapter’s percentages', () =>
    expect(chapterCounts(form()).map(({ simple, multiple }) => [simple, multiple])).toEqual([
      [2, 4],
      [1, 2],
    ]));
});

describe('reports problems at their fields', () => {
  const manual = (first: number, second: number, total: number) =>
    withChapter(withChapter(form({ automatic: false, questions: total }), 1, { questions: first }), 2, {
      questions: second,
    });

  it('[DISC-7] fewer questions than the chapters together', () =>
    expect(codes(manual(6, 4, 9))).toEqual([['questions', 'structure.belowChapterSum']]));
  it('[DISC-9] more questions than the chapters together', () =>
    expect(codes(manual(6, 4, 11))).toEqual([['questions', 'structure.sumDiffers']]));
  it('[DISC-8] more of a chapter than it holds', () =>
    expect(codes(manual(0, 11, 11))).toEqual([['chapters.1.questions', 'structure.chapterAboveEntered']]));
  it('[DISC-8] more than all chapters hold', () =>
    expect(codes(form({ questions: 31 }))[0]).toEqual(['questions', 'structure.aboveEntered']));
  it('[DISC-10] no duration and no count', () =>
    expect(codes(form({ questions: '', examDuration: '' }))).toEqual([
      ['examDuration', 'structure.durationMissing'],
      ['questions', 'structure.questionsMissing'],
    ]));
  it('[DISC-9] nothing when it adds up', () => expect(codes(manual(6, 3, 9))).toEqual([]));
});

describe('percentages', () => {
  it('[DISC-2] add up to 100', () => {
    expect(withSimple(30)).toEqual({ percentSimple: 30, percentComplex: 70 });
    expect(withMultiple(30)).toEqual({ percentSimple: 70, percentComplex: 30 });
    expect(withSimple('')).toEqual({ percentSimple: '', percentComplex: 100 });
  });

  it('[DISC-2] can be set for all chapters together, and show a common value only when all agree', () => {
    const everywhere = withSimpleEverywhere(form(), 75);
    expect(simpleEverywhere(everywhere)).toBe(75);
    expect(simpleEverywhere(withChapter(everywhere, 1, withSimple(10)))).toBe('');
  });
});

describe('totals', () => {
  it('[DISC-2] add up entered and asked questions, and give the time per question', () =>
    expect(totalsOf(form())).toEqual({
      entered: 30,
      asked: 9,
      simple: 3,
      multiple: 6,
      secondsPerQuestion: 200,
    }));

  it('[DISC-2] give no time per question while there are no questions', () =>
    expect(totalsOf(form({ questions: '' })).secondsPerQuestion).toBeUndefined());
});

describe('saving', () => {
  it('[DISC-2] sends what is shown, with null for an empty field', () =>
    expect(draftOf(form({ examDuration: '' }))).toEqual({
      questions: 9,
      examDuration: null,
      automaticDistribution: true,
      chapters: [
        { id: 1, questions: 6, percentSimple: 40, percentComplex: 60 },
        { id: 2, questions: 3, percentSimple: 40, percentComplex: 60 },
      ],
    }));

  it('[DISC-3] is offered without an edit when the bank has grown under an automatic split', () => {
    const grown = stored({ chapters: [chapter(1, 20, 6), chapter(2, 40, 3)] });
    expect([isTouched(formOf(grown), grown), isDifferent(formOf(grown), grown)]).toEqual([false, true]);
    expect([isTouched(form(), stored()), isDifferent(form(), stored())]).toEqual([false, false]);
    expect(isTouched(form({ questions: 8 }), stored())).toBe(true);
  });
});
