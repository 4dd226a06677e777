import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allAnswers, correctedKey, type KeyCorrection, keyCorrection } from './key-correction.ts';

/** Answers by letter, A at the first position. */
const bits = (letters: string) =>
  [...letters].reduce((all, letter) => all | (1 << (letter.charCodeAt(0) - 65)), 0);
const correction = (shown: string, own: string, inForce: string, correct: string, elsewhere: string[] = []) =>
  keyCorrection(
    { shown: bits(shown), own: bits(own), inForce: bits(inForce), elsewhere: elsewhere.map(bits) },
    bits(correct),
  );

describe('a corrected key', () => {
  it('[CONT-7] decides only the answers it changes', () => {
    expect(correction('ABCD', 'A', 'A', 'AB')).toEqual({ answers: bits('B'), decided: bits('B') });
    expect(correction('ABCD', 'A', 'A', 'B')).toEqual({ answers: bits('B'), decided: bits('AB') });
    // B is correct by an earlier correction, which stays that one's.
    expect(correction('ABCD', 'A', 'AB', 'ABC')).toEqual({ answers: bits('C'), decided: bits('C') });
  });

  it('[CONT-4] decides also what some of the reached exams have otherwise', () => {
    expect(correction('ABCD', 'A', 'A', 'AB', ['AC'])).toEqual({ answers: bits('B'), decided: bits('BC') });
  });

  it('[CONT-4] confirms the shown answers when it changes none', () => {
    expect(correction('ABC', 'A', 'AB', 'AB')).toEqual({ answers: bits('AB'), decided: bits('ABC') });
  });

  it('[CONT-4] may make every shown answer wrong while another one stays correct, but not all answers', () => {
    expect(correction('AB', 'AE', 'AE', '')).toEqual({ answers: bits('E'), decided: bits('AE') });
    expect(correction('AB', 'A', 'AE', '')).toEqual({ answers: bits('E'), decided: bits('AE') });
    expect(correction('AB', 'A', 'A', '')).toBeUndefined();
  });

  it('[CONT-4] one from before decides every answer', () => {
    expect(correctedKey(bits('AB'), [{ answers: bits('C'), decided: allAnswers }])).toBe(bits('C'));
  });

  it('[CONT-7] gives what was chosen, and withdrawing any leaves the others and a correct answer', () => {
    const all = fc.integer({ min: 1, max: 1023 });
    const chosen = fc.record({ shown: all, correct: fc.nat(1023) });
    fc.assert(
      fc.property(all, fc.array(chosen, { maxLength: 6 }), fc.nat(63), (own, choices, withdrawn) => {
        const made: KeyCorrection[] = [];
        for (const { shown, correct } of choices) {
          const inForce = correctedKey(own, made);
          const one = keyCorrection({ shown, own, inForce, elsewhere: [] }, correct);
          const next = (inForce & ~shown) | (correct & shown);
          expect(one === undefined).toBe(next === 0);
          if (!one) continue;
          expect(correctedKey(own, [...made, one])).toBe(next);
          made.push(one);
        }
        const kept = made.filter((_, index) => ((withdrawn >> index) & 1) === 0);
        const key = correctedKey(own, kept);
        expect(key).not.toBe(0);
        // An answer that no remaining correction decides is as served.
        expect((key ^ own) & ~kept.reduce((decided, one) => decided | one.decided, 0)).toBe(0);
      }),
    );
  });
});
