import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { add, fraction, isLess, ofPoints, roundToHundredths, sum, zero } from './fraction.ts';
import { gradeOf } from './grade.ts';
import { type MarkedOption, type ScoringMode, scoreQuestion, scoringModes } from './score-question.ts';

/** Parses exam-paper notation: a capital letter is correct, a star is a tick, a dash is a removed answer. */
const paper = (text: string): MarkedOption[] =>
  text.split(' ').map((answer) => ({
    correct: /[A-Z]/.test(answer),
    ticked: answer.includes('*'),
    removed: answer.includes('-'),
  }));
const earned = (mode: ScoringMode, text: string, points = 10) =>
  roundToHundredths(scoreQuestion(points, paper(text), mode));

/** Ticked and correct answers by letter, as in public test suites. */
const marked = (ticks: string, key: string, count: number): MarkedOption[] =>
  Array.from('ABCDEFGHIJ'.slice(0, count), (letter) => ({
    correct: key.includes(letter),
    ticked: ticks.includes(letter),
  }));

describe('a question with several correct answers', () => {
  test.each([
    ['FULL_MATCH', 'A* B c* d e', 6],
    ['FULL_MATCH', 'A* B* c d e', 10],
    ['FULL_MATCH', 'A* B* c* d e', 8],
    ['FULL_MATCH', 'A* B c d e', 0],
    ['FULL_MATCH', 'A* B* c* d* e*', 0],
    ['FULL_MATCH', 'A B c* d* e', 2],
  ] as const)('[SCORE-3] %s %s earns %d', (mode, text, points) => expect(earned(mode, text)).toBe(points));

  test.each([
    ['PERFECT_MATCH', 'A* B* c d e', 10],
    ['PERFECT_MATCH', 'A* B c d e', 0],
    ['PERFECT_MATCH', 'A* B* c* d e', 0],
  ] as const)('[SCORE-4] %s %s earns %d', (mode, text, points) => expect(earned(mode, text)).toBe(points));

  test.each([
    ['NEGATIVE_MARKING', 'A* B* C* d e', 10],
    ['NEGATIVE_MARKING', 'A* B* C d e', 6.67],
    ['NEGATIVE_MARKING', 'A* B* C d* e', 1.67],
    ['NEGATIVE_MARKING', 'A B C d* e*', 0],
    ['NEGATIVE_MARKING', 'A* B C d e', 0],
    ['NEGATIVE_MARKING', 'A* B* C* d* e*', 0],
  ] as const)('[SCORE-5] %s %s earns %d', (mode, text, points) => expect(earned(mode, text)).toBe(points));

  test.each([
    ['JUST_CORRECT', 'A* B* c d', 10],
    ['JUST_CORRECT', 'A* B c d', 5],
    ['JUST_CORRECT', 'A* B* c* d', 0],
  ] as const)('[SCORE-6] %s %s earns %d', (mode, text, points) => expect(earned(mode, text)).toBe(points));

  test.each([
    ['WRONG_CANCELS', 'A* B* C* d e', 10],
    ['WRONG_CANCELS', 'A* B* C d* e', 3.33],
    ['WRONG_CANCELS', 'A* B C d* e*', 0],
  ] as const)('[SCORE-7] %s %s earns %d', (mode, text, points) => expect(earned(mode, text)).toBe(points));
});

describe('values from public test suites', () => {
  test.each([
    ['AC', 'AC', 5],
    ['AB', 'AC', 3],
    ['ABD', 'ABD', 5],
    ['ABCD', 'ABCD', 5],
    ['AB', 'ABD', 4],
    ['BD', 'AC', 1],
    ['A', 'AC', 0],
    ['', 'AC', 0],
    ['ABCDE', 'AC', 0],
  ])('[SCORE-3] FULL_MATCH over five answers: ticked %j, key %s, of 5 points %d', (ticks, key, points) =>
    expect(roundToHundredths(scoreQuestion(5, marked(ticks, key, 5), 'FULL_MATCH'))).toBe(points),
  );

  test.each([
    ['A', 'A', 4],
    ['B', 'A', 0],
    ['', 'A', 0],
    ['AB', 'A', 0],
    ['D', 'D', 4],
  ])(
    '[SCORE-2] one correct answer: ticked %j, key %s, of 4 points %d in every mode',
    (ticks, key, points) => {
      for (const mode of scoringModes)
        expect(roundToHundredths(scoreQuestion(4, marked(ticks, key, 5), mode))).toBe(points);
    },
  );

  test.each([
    ['JUST_CORRECT', 4, 'AC', 'AC', 1, 1],
    ['JUST_CORRECT', 4, 'A', 'AC', 1, 2],
    ['JUST_CORRECT', 4, 'ABC', 'AC', 0, 1],
    ['JUST_CORRECT', 4, 'B', 'AC', 0, 1],
    ['PERFECT_MATCH', 4, 'AC', 'AC', 1, 1],
    ['PERFECT_MATCH', 4, 'A', 'AC', 0, 1],
    ['PERFECT_MATCH', 4, 'ABC', 'AC', 0, 1],
    ['PERFECT_MATCH', 4, 'B', 'AC', 0, 1],
    ['NEGATIVE_MARKING', 5, 'ACE', 'ACE', 1, 1],
    ['NEGATIVE_MARKING', 5, 'AC', 'ACE', 2, 3],
    ['NEGATIVE_MARKING', 5, 'ABC', 'ACE', 1, 6],
    ['NEGATIVE_MARKING', 5, 'BD', 'ACE', 0, 1],
    ['WRONG_CANCELS', 5, 'ACE', 'ACE', 1, 1],
    ['WRONG_CANCELS', 5, 'AC', 'ACE', 2, 3],
    ['WRONG_CANCELS', 5, 'ABC', 'ACE', 1, 3],
    ['WRONG_CANCELS', 5, 'BD', 'ACE', 0, 1],
  ] as const)(
    '[SCORE-9] %s over %d answers: ticked %s, key %s is exactly %d/%d',
    (mode, count, ticks, key, top, bottom) =>
      expect(scoreQuestion(1, marked(ticks, key, count), mode)).toEqual(fraction(top, bottom)),
  );
});

const options = fc.array(fc.record({ correct: fc.boolean(), ticked: fc.boolean(), removed: fc.boolean() }), {
  minLength: 1,
  maxLength: 15,
});
const mode = fc.constantFrom(...scoringModes);
const points = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const remaining = (all: readonly MarkedOption[]) => all.filter((option) => !option.removed);

describe('for any ticks', () => {
  it('[SCORE-1] a question earns between 0 and its points, and 0 when nothing is ticked', () => {
    fc.assert(
      fc.property(points, options, mode, (worth, served, how) => {
        const score = scoreQuestion(worth, served, how);
        expect(isLess(score, zero)).toBe(false);
        expect(isLess(ofPoints(worth), score)).toBe(false);
        const untouched = served.map((option) => ({ ...option, ticked: false }));
        const untickedEarns = remaining(served).some((option) => option.correct)
          ? scoreQuestion(worth, untouched, how)
          : zero;
        expect(untickedEarns).toEqual(zero);
      }),
    );
  });

  it('[SCORE-11] ticking exactly the correct answers earns all points in every mode, with or without removals', () => {
    fc.assert(
      fc.property(points, options, mode, (worth, served, how) => {
        const perfect = served.map((option) => ({ ...option, ticked: option.correct }));
        expect(scoreQuestion(worth, perfect, how)).toEqual(ofPoints(worth));
      }),
    );
  });

  it('[SCORE-11] ticks on a removed answer change nothing', () => {
    fc.assert(
      fc.property(points, options, mode, (worth, served, how) => {
        const reversed = served.map((option) =>
          option.removed ? { ...option, ticked: !option.ticked } : option,
        );
        expect(scoreQuestion(worth, reversed, how)).toEqual(scoreQuestion(worth, served, how));
      }),
    );
  });

  it('[SCORE-11] the order of the answers changes nothing', () => {
    fc.assert(
      fc.property(points, options, mode, (worth, served, how) => {
        expect(scoreQuestion(worth, served.toReversed(), how)).toEqual(scoreQuestion(worth, served, how));
      }),
    );
  });

  it('[SCORE-6] with just-correct and wrong-cancels one more correct tick never earns less', () => {
    fc.assert(
      fc.property(points, options, fc.constantFrom('JUST_CORRECT', 'WRONG_CANCELS'), (worth, served, how) => {
        const several = remaining(served).filter((option) => option.correct).length > 1;
        const missing = served.findIndex((option) => option.correct && !option.ticked && !option.removed);
        fc.pre(several && missing >= 0);
        const more = served.map((option, index) =>
          index === missing ? { ...option, ticked: true } : option,
        );
        expect(isLess(scoreQuestion(worth, more, how), scoreQuestion(worth, served, how))).toBe(false);
      }),
    );
  });
});

describe('removed answers', () => {
  it('[SCORE-11] no correct answer left: everyone earns all points, even without ticks', () => {
    for (const how of scoringModes) {
      expect(earned(how, '-A -B c d e')).toBe(10);
      expect(earned(how, '-A* -B* c* d e')).toBe(10);
    }
  });

  it('[SCORE-11] one correct left: the question becomes simple', () => {
    expect(earned('FULL_MATCH', 'A* -B c d e')).toBe(10);
    expect(earned('FULL_MATCH', 'A* -B c* d e')).toBe(0);
  });

  it('[SCORE-11] no wrong answer left: ticking all that remain is perfect, ticking one is still a guess', () => {
    expect(earned('FULL_MATCH', 'A* B* -c -d')).toBe(10);
    expect(earned('NEGATIVE_MARKING', 'A* B* -c* -d')).toBe(10);
    expect(earned('FULL_MATCH', 'A* B -c -d')).toBe(0);
    expect(earned('NEGATIVE_MARKING', 'A* B* C -d')).toBe(6.67);
  });
});

describe('the grade', () => {
  test.each([
    [0, 600, 1],
    [600, 600, 10],
    [300, 600, 5.5],
    [400, 600, 7],
    [0, 0, 1],
  ])('[SCORE-9] %d of %d points is %d', (score, maximum, grade) =>
    expect(gradeOf(fraction(score), fraction(maximum))).toBe(grade),
  );

  it('[SCORE-9] thirds add up to a whole, unlike floating-point numbers', () => {
    const third = scoreQuestion(10, paper('A* B* C d* e'), 'WRONG_CANCELS');
    expect(roundToHundredths(third)).toBe(3.33);
    expect(sum([third, third, third])).toEqual(fraction(10));
  });

  it('[SCORE-9] rounds half a hundredth up, once, at the end', () => {
    expect(roundToHundredths(fraction(1005, 1000))).toBe(1.01);
    expect(roundToHundredths(fraction(1_004_999, 1_000_000))).toBe(1);
    expect(roundToHundredths(add(fraction(1, 400), fraction(1, 400)))).toBe(0.01);
  });

  it('[SCORE-9] is between 1 and 10 and grows with the score', () => {
    fc.assert(
      fc.property(fc.nat(6000), fc.nat(6000), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((score) =>
          gradeOf(fraction(score, 10), fraction(600)),
        );
        expect(low).toBeGreaterThanOrEqual(1);
        expect(high).toBeLessThanOrEqual(10);
        expect(low).toBeLessThanOrEqual(high as number);
      }),
    );
  });
});
