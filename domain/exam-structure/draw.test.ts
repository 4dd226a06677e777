import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AnswerLimits,
  type ChapterDemand,
  canServe,
  countChoices,
  drawChapter,
  drawPaper,
  type Pool,
} from './draw.ts';
import { type Random, sample, seededRandom } from './seeded-random.ts';

const limits: AnswerLimits = { maxAnswers: 5, minComplex: 2, maxComplex: 4 };
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const fullPool = (id: number): Pool => ({ id, correct: range(0, 5), wrong: range(5, 5), incomplete: false });
const thinPool = (id: number, correct: number, wrong: number): Pool => ({
  id,
  correct: range(0, correct),
  wrong: range(correct, wrong),
  incomplete: true,
});
const isCorrect = (pool: Pool, answer: number) => pool.correct.includes(answer);

/** Chi-squared statistic against equal probabilities. */
const chiSquared = (observed: readonly number[]) => {
  const expected = observed.reduce((all, one) => all + one, 0) / observed.length;
  return observed.reduce((all, one) => all + (one - expected) ** 2 / expected, 0);
};
/** The value chi-squared exceeds by chance with probability α = 0.001 (Wilson–Hilferty). */
const critical = (freedom: number) => {
  const z = 3.0902;
  const part = 2 / (9 * freedom);
  return freedom * (1 - part + z * Math.sqrt(part)) ** 3;
};
const looksUniform = (observed: readonly number[]) => chiSquared(observed) < critical(observed.length - 1);

const tally = (size: number, rounds: number, pick: (round: number) => readonly number[]) => {
  const counts = range(0, size).map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    for (const picked of pick(round)) counts[picked] = (counts[picked] as number) + 1;
  }
  return counts;
};

const pools = fc
  .array(
    fc.oneof(
      fc.constant('full' as const),
      fc.record({ correct: fc.integer({ min: 1, max: 4 }), wrong: fc.integer({ min: 0, max: 4 }) }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((all) => all.map((one, id) => (one === 'full' ? fullPool(id) : thinPool(id, one.correct, one.wrong))));
const demand = fc
  .record({ pools, simple: fc.nat(5), multiple: fc.nat(5) })
  .filter((one) => countChoices(one, limits) > 0n);

describe('a drawn chapter', () => {
  it('[QUES-3] has exactly the requested kinds, no duplicate question, and only what each pool allows', () => {
    fc.assert(
      fc.property(demand, fc.string(), (chapter, seed) => {
        const drawn = drawChapter(seededRandom(seed), chapter, limits);
        expect(drawn.filter((one) => one.kind === 'simple')).toHaveLength(chapter.simple);
        expect(drawn.filter((one) => one.kind === 'multiple')).toHaveLength(chapter.multiple);
        expect(new Set(drawn.map((one) => one.questionId)).size).toBe(drawn.length);
        for (const one of drawn) {
          const pool = chapter.pools[one.questionId] as Pool;
          const correct = one.answers.filter((answer) => isCorrect(pool, answer)).length;
          expect(canServe(pool, one.kind, limits)).toBe(true);
          expect(new Set(one.answers).size).toBe(one.answers.length);
          expect(one.kind).toBe(correct === 1 ? 'simple' : 'multiple');
          expect(correct).toBeGreaterThanOrEqual(1);
          expect(one.answers).toHaveLength(
            pool.incomplete ? pool.correct.length + pool.wrong.length : limits.maxAnswers,
          );
        }
      }),
    );
  });

  it('[SCORE-11] always includes a wrong answer in a multiple question', () => {
    const generous = { maxAnswers: 5, minComplex: 2, maxComplex: 5 };
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const drawn = drawChapter(
          seededRandom(seed),
          { pools: [fullPool(0)], simple: 0, multiple: 1 },
          generous,
        );
        expect(drawn[0]?.answers.some((answer) => !isCorrect(fullPool(0), answer))).toBe(true);
      }),
    );
  });

  it('[QUES-3] the same seed gives the same paper, another seed another', () => {
    const chapters = [{ pools: range(0, 40).map(fullPool), simple: 5, multiple: 15 }];
    const paper = (seed: string) => drawPaper(seededRandom(seed), chapters, limits);
    expect(paper('one')).toEqual(paper('one'));
    expect(paper('one')).not.toEqual(paper('two'));
  });

  it('repeats a neighbour’s questions only when the bank is too small', () => {
    fc.assert(
      fc.property(demand, fc.string(), (chapter, seed) => {
        const neighbour = new Set(
          drawChapter(seededRandom(`${seed} neighbour`), chapter, limits).map((one) => one.questionId),
        );
        const drawn = drawChapter(seededRandom(seed), chapter, limits, neighbour);
        const repeated = drawn.filter((one) => neighbour.has(one.questionId)).length;
        const fresh = { ...chapter, pools: chapter.pools.filter((pool) => !neighbour.has(pool.id)) };
        expect(repeated === 0 || countChoices(fresh, limits) === 0n).toBe(true);
      }),
    );
  });
});

describe('randomness, tested at α = 0.001 with fixed seeds', () => {
  const chapter: ChapterDemand = {
    pools: [...range(0, 12).map(fullPool), thinPool(12, 1, 4), thinPool(13, 3, 2)],
    simple: 3,
    multiple: 3,
  };
  const questionsOf = (draw: typeof drawChapter) => (round: number) =>
    draw(seededRandom(`questions ${round}`), chapter, limits)
      .map((one) => one.questionId)
      .filter((id) => id < 12);
  const rounds = 20_000;

  /** A typically biased drawer: it prefers the front of the bank. */
  const biased: typeof drawChapter = (random, wanted, within) =>
    drawChapter(
      { below: (bound) => Math.min(random.below(bound), random.below(bound)) } as Random,
      wanted,
      within,
    );

  it('[QUES-3] draws every question that can serve both kinds equally often; detects a biased drawer', () => {
    expect(looksUniform(tally(12, rounds, questionsOf(drawChapter)))).toBe(true);
    expect(looksUniform(tally(12, rounds, questionsOf(biased)))).toBe(false);
  });

  it('[QUES-3] every assignment of questions and kinds is equally likely, also with small pools', () => {
    const small: ChapterDemand = {
      pools: [fullPool(0), fullPool(1), thinPool(2, 1, 4), thinPool(3, 2, 3)],
      simple: 1,
      multiple: 1,
    };
    const seen = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const drawn = drawChapter(seededRandom(`assignment ${round}`), small, limits);
      const key = drawn
        .map((one) => `${one.kind}${one.questionId}`)
        .toSorted()
        .join(' ');
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    expect(seen.size).toBe(Number(countChoices(small, limits)));
    expect(looksUniform([...seen.values()])).toBe(true);
  });

  it('the correct answer of a simple question appears equally often at each position', () => {
    const one: ChapterDemand = { pools: [fullPool(0)], simple: 1, multiple: 0 };
    const positions = tally(5, rounds, (round) => {
      const answers = drawChapter(seededRandom(`place ${round}`), one, limits)[0]?.answers ?? [];
      return [answers.findIndex((answer) => isCorrect(fullPool(0), answer))];
    });
    expect(looksUniform(positions)).toBe(true);
  });

  it('[QUES-3] shows each answer of a pool equally often within its kind, and each number of correct answers equally often', () => {
    const one: ChapterDemand = { pools: [fullPool(0)], simple: 0, multiple: 1 };
    const shown = (round: number) =>
      drawChapter(seededRandom(`answer ${round}`), one, limits)[0]?.answers ?? [];
    const all = tally(10, rounds, shown);
    expect(looksUniform(all.slice(0, 5))).toBe(true);
    expect(looksUniform(all.slice(5))).toBe(true);
    const numbers = tally(5, rounds, (round) => [shown(round).filter((answer) => answer < 5).length]);
    expect(looksUniform(numbers.slice(2))).toBe(true);
    expect(numbers.slice(0, 2)).toEqual([0, 0]);
  });

  it('[QUES-3] two students draw independently: consecutive seeds share no more questions than chance', () => {
    const bank: ChapterDemand = { pools: range(0, 50).map(fullPool), simple: 0, multiple: 10 };
    const ids = (round: number) =>
      new Set(drawChapter(seededRandom(`student ${round}`), bank, limits).map((one) => one.questionId));
    const overlaps = range(0, 4000).map(
      (round) => [...ids(round)].filter((id) => ids(round + 1).has(id)).length,
    );
    const mean = overlaps.reduce((all, one) => all + one, 0) / overlaps.length;
    // Hypergeometric: mean 2, variance 10·0.2·0.8·40/49; the band is 3.29 standard errors (α = 0.001).
    const band = 3.29 * Math.sqrt((10 * 0.2 * 0.8 * 40) / 49 / overlaps.length);
    expect(Math.abs(mean - 2)).toBeLessThan(band);
  });

  it('every order of a shuffle is equally likely', () => {
    const seen = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const order = sample(seededRandom(`shuffle ${round}`), ['a', 'b', 'c', 'd'], 4).join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(24);
    expect(looksUniform([...seen.values()])).toBe(true);
  });
});
