import { describe, expect, it } from 'vitest';
import { type AnswerLimits, drawChapter, type Pool } from './draw.ts';
import { type ChapterRequirement, judgeFeasibility } from './feasibility.ts';
import { seededRandom } from './seeded-random.ts';

const limits: AnswerLimits = { maxAnswers: 5, minComplex: 2, maxComplex: 4 };
const pool = (id: number, correct = 5, wrong = 5): Pool => ({
  id,
  correct: Array.from({ length: correct }, (_, index) => index),
  wrong: Array.from({ length: wrong }, (_, index) => correct + index),
  incomplete: correct < 5 || wrong < 5,
});
const chapter = (
  chapterId: number,
  pools: readonly Pool[],
  simple: number,
  multiple: number,
): ChapterRequirement => ({
  chapterId,
  pools,
  simple,
  multiple,
});
const bank = (count: number) => Array.from({ length: count }, (_, id) => pool(id));

describe('[DISC-6] feasibility of an exam', () => {
  it('a large enough bank is feasible, and its different exams are counted', () => {
    expect(judgeFeasibility([chapter(1, bank(4), 1, 1)], limits)).toMatchObject({
      feasible: true,
      distinctExams: 12n,
    });
    expect(judgeFeasibility([chapter(1, bank(5), 0, 2), chapter(2, bank(3), 1, 0)], limits)).toMatchObject({
      distinctExams: 30n,
    });
  });

  it('reports a chapter with too few questions and what it lacks', () => {
    expect(judgeFeasibility([chapter(1, bank(9), 2, 2), chapter(2, bank(3), 2, 2)], limits)).toEqual({
      feasible: false,
      shortages: [{ chapterId: 2, of: 'either', asked: 4, available: 3 }],
    });
  });

  it('counts questions that are served only as they are for their own kind', () => {
    const onlySimple = [pool(0, 1, 4), pool(1, 1, 4), pool(2, 1, 3)];
    expect(judgeFeasibility([chapter(7, onlySimple, 1, 1)], limits)).toEqual({
      feasible: false,
      shortages: [{ chapterId: 7, of: 'multiple', asked: 1, available: 0 }],
    });
  });

  it('gives the expected number of questions that two papers share', () => {
    const ten = judgeFeasibility([chapter(1, bank(50), 4, 6)], limits);
    expect(ten.feasible && ten.expectedOverlap).toBeCloseTo(2, 6);
    const all = judgeFeasibility([chapter(1, bank(10), 4, 6)], limits);
    expect(all.feasible && all.expectedOverlap).toBeCloseTo(10, 6);
  });

  it('the expectation matches actual draws, also with small pools', () => {
    const mixed = chapter(1, [...bank(6), pool(6, 1, 4), pool(7, 3, 2)], 2, 2);
    const judged = judgeFeasibility([mixed], limits);
    const ids = (seed: string) => drawChapter(seededRandom(seed), mixed, limits).map((one) => one.questionId);
    const pairs = 4000;
    let shared = 0;
    for (let pair = 0; pair < pairs; pair += 1) {
      const other = new Set(ids(`b ${pair}`));
      shared += ids(`a ${pair}`).filter((id) => other.has(id)).length;
    }
    expect(judged.feasible && judged.expectedOverlap).toBeCloseTo(shared / pairs, 1);
  });
});
