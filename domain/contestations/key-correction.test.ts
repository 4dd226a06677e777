import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allAnswers, correctedKey, type KeyCorrection, keyCorrection } from './key-correction.ts';

/** Answers by letter, A at the first position. */
const bits = (letters: string) =>
  [...letters].reduce((all, letter) => all | (1 << (letter.charCodeAt(0) - 65)), 0);
const correction = (shown: string, inForce: string, correct: string, elsewhere: string[] = []) =>
  keyCorrection(
    { shown: bits(shown), inForce: bits(inForce), elsewhere: elsewhere.map(bits) },
    bits(correct),
  );

describe('a corrected key', () => {
  it('[CONT-7] decides only the answers it changes', () => {
    expect(correction('ABCD', 'A', 'AB')).toEqual({ answers: bits('AB'), decided: bits('B') });
    expect(correction('ABCD', 'A', 'B')).toEqual({ answers: bits('B'), decided: bits('AB') });
    // B is correct by an earlier correction, which stays that one's.
    expect(correction('ABCD', 'AB', 'ABC')).toEqual({ answers: bits('ABC'), decided: bits('C') });
  });

  it('[CONT-7] an answer made wrong stays wrong when an earlier correction is withdrawn', () => {
    const later = correction('ABCD', 'BC', 'B');
    expect(later && correctedKey(bits('AC'), [later])).toBe(bits('A'));
  });

  it('[CONT-7] gives its whole key when withdrawn ones leave no correct answer', () => {
    const later = correction('AB', 'AE', '');
    expect(later && correctedKey(bits('A'), [later])).toBe(bits('E'));
  });

  it('[CONT-4] also decides answers that differ in some of the reached exams', () => {
    expect(correction('ABCD', 'A', 'AB', ['AC'])).toEqual({ answers: bits('AB'), decided: bits('BC') });
  });

  it('[CONT-4] confirms the shown answers when it changes none', () => {
    expect(correction('ABC', 'AB', 'AB')).toEqual({ answers: bits('AB'), decided: bits('ABC') });
  });

  it('[CONT-4] may make every shown answer wrong while another one stays correct, but not all answers', () => {
    expect(correction('AB', 'AE', '')).toEqual({ answers: bits('E'), decided: bits('A') });
    expect(correction('AB', 'A', '')).toBeUndefined();
  });

  it('[CONT-4] a correction stored without decided answers decides all of them', () => {
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
          const one = keyCorrection({ shown, inForce, elsewhere: [] }, correct);
          const next = (inForce & ~shown) | (correct & shown);
          expect(one === undefined).toBe(next === 0);
          if (!one) continue;
          expect(correctedKey(own, [...made, one])).toBe(next);
          made.push(one);
        }
        const remaining = made.filter((_, index) => ((withdrawn >> index) & 1) === 0);
        const key = correctedKey(own, remaining);
        expect(key).not.toBe(0);
        // An answer that no remaining correction decides is as served, unless no answer was left correct.
        const wasEmpty = remaining.some((_, index) => {
          const { answers, decided } = remaining[index] as KeyCorrection;
          return ((correctedKey(own, remaining.slice(0, index)) & ~decided) | (answers & decided)) === 0;
        });
        const untouched = ~remaining.reduce((decided, one) => decided | one.decided, 0);
        expect(wasEmpty || ((key ^ own) & untouched) === 0).toBe(true);
      }),
    );
  });
});
