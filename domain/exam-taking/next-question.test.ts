import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOpen, positionAfter } from './next-question.ts';

/** Questions in order: a dot is untouched, x answered, s skipped, S answered and skipped. */
const questions = (states: string) =>
  Array.from(states, (state, at) => ({
    position: at + 1,
    answered: state === 'x' || state === 'S',
    skipped: state === 's' || state === 'S',
  }));
const left = (position: number, skipped = false) => ({ position, skipped });

describe('the next question', () => {
  it('[EXAM-5] next is the one after, back the one before, an index the named one', () => {
    const paper = questions('....');
    expect(positionAfter({ to: 'next' }, left(2), paper)).toBe(3);
    expect(positionAfter({ to: 'back' }, left(2), paper)).toBe(1);
    expect(positionAfter({ to: 'back' }, left(1), paper)).toBe(1);
    expect(positionAfter({ to: 'index', index: 4 }, left(2), paper)).toBe(4);
    expect(positionAfter({ to: 'nowhere' }, left(2), paper)).toBeUndefined();
  });

  it('[EXAM-5] there is no question beyond the last index', () => {
    expect(positionAfter({ to: 'index', index: 5 }, left(2), questions('....'))).toBeUndefined();
  });

  it('[EXAM-7] after the last question comes the first skipped one, otherwise none', () => {
    expect(positionAfter({ to: 'next' }, left(4), questions('xsSx'))).toBe(2);
    expect(positionAfter({ to: 'next' }, left(4), questions('x.xx'))).toBeUndefined();
  });

  it('[EXAM-7] the last question repeats when this call skips it, not when it was skipped before', () => {
    expect(positionAfter({ to: 'next' }, left(4, true), questions('xxxs'))).toBe(4);
    expect(positionAfter({ to: 'next' }, left(4), questions('xxxs'))).toBeUndefined();
    expect(positionAfter({ to: 'next' }, left(4), questions('xsxs'))).toBe(2);
  });
});

describe('the question when none is named', () => {
  it.each([
    ['xx..', 3],
    ['xs.x', 3],
    ['xsxs', 2],
    ['xxxx', 1],
    ['....', 1],
  ])('[EXAM-3] of %s it is the %i.', (states, index) => expect(firstOpen(questions(states))).toBe(index));

  it('[EXAM-3] is always one of the paper’s', () => {
    const states = fc.string({ unit: fc.constantFrom('.', 'x', 's', 'S'), minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(states, (paper) => {
        const index = firstOpen(questions(paper));
        expect(index).toBeGreaterThanOrEqual(1);
        expect(index).toBeLessThanOrEqual(paper.length);
      }),
    );
  });
});
