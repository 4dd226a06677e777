import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnsweredQuestion, pointsOf, scoreExam } from './score-exam.ts';
import { scoringModes } from './score-question.ts';

/** A question with five shown answers; the bits of the key and of the ticks are shown positions. */
const question = (changed: Partial<AnsweredQuestion> = {}): AnsweredQuestion => ({
  points: 10,
  answerOrder: [0, 1, 2, 3, 4],
  key: 0b00011,
  ticks: 0,
  ...changed,
});

const anyQuestion = fc
  .record({
    points: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100),
    answerOrder: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 2 }),
    key: fc.integer({ min: 1, max: 1023 }),
    ticks: fc.nat(1023),
  })
  .map((one) => ({ ...one, ticks: one.ticks & ((1 << one.answerOrder.length) - 1) }));
const anyExam = fc.array(anyQuestion, { maxLength: 12 });
const mode = fc.constantFrom(...scoringModes);

describe('the score of an exam', () => {
  it('[SCORE-1] is the sum over its questions; an untouched question earns nothing', () => {
    const exam = [question({ ticks: 0b00011 }), question({ ticks: 0b00101 }), question()];
    expect(exam.map((one) => pointsOf(one, 'FULL_MATCH'))).toEqual([10, 6, 0]);
    expect(scoreExam(exam, 'FULL_MATCH')).toEqual({ score: 16, grade: 5.8, maxPoints: 30 });
  });

  it('[EXAM-14] reads ticks as shown positions and the key as bank positions', () => {
    const shuffled = question({ answerOrder: [4, 0, 3, 1, 2] });
    expect(pointsOf({ ...shuffled, ticks: 0b01010 }, 'PERFECT_MATCH')).toBe(10);
    expect(pointsOf({ ...shuffled, ticks: 0b00011 }, 'PERFECT_MATCH')).toBe(0);
  });

  it('[SCORE-8] depends on the mode', () => {
    const exam = [question({ ticks: 0b00111 })];
    expect(scoringModes.map((one) => scoreExam(exam, one).score)).toEqual([8, 0, 6.67, 0, 5]);
  });

  it('[SCORE-9] is rounded once: three thirds are a whole, although each is shown as 3.33', () => {
    const third = question({ key: 0b00111, ticks: 0b00001 });
    expect(pointsOf(third, 'JUST_CORRECT')).toBe(3.33);
    expect(scoreExam([third, third, third], 'JUST_CORRECT')).toMatchObject({ score: 10, grade: 4 });
  });

  it('[SCORE-9] sums the points of the questions for the maximum', () => {
    const exam = [question({ points: 2.5, ticks: 0b00011 }), question({ points: 7.5 })];
    expect(scoreExam(exam, 'FULL_MATCH')).toEqual({ score: 2.5, grade: 3.25, maxPoints: 10 });
  });

  it('[SCORE-9] is graded 1 for an exam without questions', () => {
    expect(scoreExam([], 'FULL_MATCH')).toEqual({ score: 0, grade: 1, maxPoints: 0 });
  });

  it('[SCORE-9] stays between 0 and the maximum, and the grade between 1 and 10', () => {
    fc.assert(
      fc.property(anyExam, mode, (exam, how) => {
        const { score, grade, maxPoints } = scoreExam(exam, how);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(maxPoints);
        expect(grade).toBeGreaterThanOrEqual(1);
        expect(grade).toBeLessThanOrEqual(10);
      }),
    );
  });

  it('[SCORE-11] is the maximum in every mode when exactly the correct answers are ticked', () => {
    fc.assert(
      fc.property(
        anyExam.filter((exam) => exam.length > 0),
        mode,
        (exam, how) => {
          const perfect = exam.map((one) => ({
            ...one,
            ticks: one.answerOrder.reduce(
              (bits, bankIndex, at) => ((one.key >> bankIndex) & 1 ? bits | (1 << at) : bits),
              0,
            ),
          }));
          const { score, maxPoints, grade } = scoreExam(perfect, how);
          expect([score, grade]).toEqual([maxPoints, 10]);
        },
      ),
    );
  });

  it('[SCORE-10] does not depend on the order of questions or shown answers', () => {
    fc.assert(
      fc.property(anyExam, mode, (exam, how) => {
        const turned = exam.toReversed().map((one) => ({
          ...one,
          answerOrder: one.answerOrder.toReversed(),
          ticks: one.answerOrder.reduce(
            (bits, _, at) => ((one.ticks >> at) & 1 ? bits | (1 << (one.answerOrder.length - 1 - at)) : bits),
            0,
          ),
        }));
        expect(scoreExam(turned, how)).toEqual(scoreExam(exam, how));
      }),
    );
  });
});
