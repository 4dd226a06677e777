import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pointsOf } from '../scoring/score-exam.ts';
import { type ScoringMode, scoringModes } from '../scoring/score-question.ts';
import {
  type QuestionSettlement,
  reachesOf,
  type ServedAnswer,
  settledMode,
  settledQuestion,
  settlementKinds,
} from './settlement.ts';

/** Five answers in the bank's order, A and B correct; ticks by letter. */
const bits = (letters: string) =>
  [...letters].reduce((all, letter) => all | (1 << (letter.charCodeAt(0) - 65)), 0);
const served = (ticks: string, changed: Partial<ServedAnswer> = {}): ServedAnswer => ({
  kind: 'm',
  points: 10,
  answerOrder: [0, 1, 2, 3, 4],
  key: bits('AB'),
  ticks: bits(ticks),
  ...changed,
});
const remove = (letters: string): QuestionSettlement => ({ kind: 'removeAnswer', answers: bits(letters) });
/** Decides all answers, or only some. */
const key = (letters: string, decided = 'ABCDE'): QuestionSettlement => ({
  kind: 'changeKey',
  answers: bits(letters),
  decided: bits(decided),
});
const late = (letters: string): QuestionSettlement => ({ kind: 'countLate', ticks: bits(letters) });
const full: QuestionSettlement = { kind: 'fullPoints' };

const earns = (question: ServedAnswer, settlements: QuestionSettlement[], mode: ScoringMode = 'FULL_MATCH') =>
  pointsOf(settledQuestion(question, settlements), mode);

describe('the effect of settlements on a question', () => {
  it('[CONT-4] full points override everything, whatever comes before or after', () => {
    expect(earns(served('CDE'), [full])).toBe(10);
    expect(earns(served(''), [key('C'), full, remove('A'), late('D')])).toBe(10);
  });

  it('[SCORE-11] a removed answer counts neither as correct nor as wrong, in every mode', () => {
    expect(earns(served('ABC'), [])).toBe(8);
    for (const mode of scoringModes) {
      expect(earns(served('ABC'), [remove('C')], mode)).toBe(10);
      expect(earns(served('A'), [remove('B')], mode)).toBe(10);
      expect(earns(served('AC'), [remove('B')], mode)).toBe(0);
      expect(earns(served(''), [remove('AB')], mode)).toBe(10);
      expect(earns(served('AB'), [remove('CDE')], mode)).toBe(10);
    }
    expect(earns(served('A'), [remove('CDE')], 'JUST_CORRECT')).toBe(5);
  });

  it('[CONT-4] removals add up, and stay removed under another key', () => {
    expect(earns(served('CD'), [remove('A'), remove('B')])).toBe(10);
    expect(earns(served('C'), [remove('B'), key('BC')])).toBe(10);
    expect(earns(served('C'), [key('BC'), remove('B')])).toBe(10);
  });

  it('[CONT-4] the newest key counts, and the newest late answer', () => {
    expect(earns(served('CD'), [key('CD')])).toBe(10);
    expect(earns(served('CD'), [key('CD'), key('AB')])).toBe(2);
    expect(earns(served(''), [late('AC'), late('AB')])).toBe(10);
    expect(earns(served('AB'), [late('AC')])).toBe(6);
  });

  it('[CONT-7] a new key leaves the answers it does not decide as they are', () => {
    expect(earns(served('ABC'), [key('C', 'C')])).toBe(10);
    expect(earns(served('BC'), [key('C', 'AC')])).toBe(10);
    // Without the first of two, the second has the effect it has alone.
    expect(earns(served('ABCD'), [key('C', 'C'), key('D', 'D')])).toBe(10);
    expect(earns(served('ABD'), [key('D', 'D')])).toBe(10);
  });

  it('[CONT-4] reads the key by the order of the bank and the late ticks by the order shown', () => {
    const turned = served('', { answerOrder: [4, 3, 2, 1, 0] });
    expect(earns(turned, [late('DE')])).toBe(10);
    expect(earns(turned, [late('AB'), key('DE')])).toBe(10);
  });

  it('[SCORE-11] any correct answer of a simple question earns all points under a new key', () => {
    const simple = (ticks: string) => served(ticks, { kind: 's', key: bits('A') });
    for (const mode of scoringModes) {
      for (const ticks of ['A', 'B', 'AB']) expect(earns(simple(ticks), [key('AB')], mode)).toBe(10);
      for (const ticks of ['', 'C', 'AC']) expect(earns(simple(ticks), [key('AB')], mode)).toBe(0);
    }
    expect(earns(served('B'), [key('AB')])).toBe(0);
  });

  it('[CONT-4] full points and late answers reach one student; other settlements may reach a template or a session', () => {
    expect(settlementKinds.filter((kind) => reachesOf(kind).includes('session'))).toEqual([
      'removeAnswer',
      'changeKey',
      'scoringMode',
    ]);
    expect(reachesOf('fullPoints')).toEqual(['student']);
    expect(reachesOf('countLate')).toEqual(['student']);
  });

  it('[CONT-4] an exam is scored in the newest corrected mode, or in its own', () => {
    expect(settledMode('FULL_MATCH', [])).toBe('FULL_MATCH');
    expect(settledMode('FULL_MATCH', ['JUST_CORRECT', 'WRONG_CANCELS'])).toBe('WRONG_CANCELS');
  });
});

describe('for any settlements', () => {
  const question: fc.Arbitrary<ServedAnswer> = fc.record({
    kind: fc.constantFrom('s' as const, 'm' as const),
    points: fc.integer({ min: 1, max: 1000 }).map((hundredths) => hundredths / 100),
    answerOrder: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 2 }),
    key: fc.integer({ min: 1, max: 255 }),
    ticks: fc.nat(255),
  });
  const settlement: fc.Arbitrary<QuestionSettlement> = fc.oneof(
    fc.constant(full),
    fc.record({ kind: fc.constant('removeAnswer' as const), answers: fc.integer({ min: 1, max: 255 }) }),
    fc
      .record({ answers: fc.integer({ min: 1, max: 255 }), others: fc.nat(255) })
      .map(({ answers, others }) => ({ kind: 'changeKey' as const, answers, decided: answers | others })),
    fc.record({ kind: fc.constant('countLate' as const), ticks: fc.nat(255) }),
  );
  const mode = fc.constantFrom(...scoringModes);

  it('[SAFE-9] the same settlements give the same points, between none and all, and never change what was served', () => {
    fc.assert(
      fc.property(question, fc.array(settlement, { maxLength: 5 }), mode, (one, all, how) => {
        const before = structuredClone(one);
        const points = earns(one, all, how);
        expect(points).toBe(earns(one, [...all], how));
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(one.points);
        expect(one).toEqual(before);
      }),
    );
  });

  it('[SAFE-9] only the order within a kind matters', () => {
    fc.assert(
      fc.property(question, fc.array(settlement, { maxLength: 5 }), mode, (one, all, how) => {
        const sorted = all.toSorted((a, b) => a.kind.localeCompare(b.kind));
        expect(earns(one, sorted, how)).toBe(earns(one, all, how));
      }),
    );
  });

  it('[SCORE-11] ticking exactly what is correct and not removed earns all points in every mode', () => {
    fc.assert(
      fc.property(question, fc.array(settlement, { maxLength: 4 }), mode, (one, all, how) => {
        const counted = all.filter((settlement) => settlement.kind !== 'countLate');
        const { key: correct, removed = 0, answerOrder } = settledQuestion(one, counted);
        const ticks = answerOrder.reduce(
          (ticked, bankIndex, at) => (((correct & ~removed) >> bankIndex) & 1 ? ticked | (1 << at) : ticked),
          0,
        );
        fc.pre(one.kind === 'm' || counted.length > 0);
        expect(earns({ ...one, ticks }, counted, how)).toBe(one.points);
      }),
    );
  });
});
