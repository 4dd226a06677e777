import { describe, expect, it } from 'vitest';
import { paperState } from './paper-state.ts';

const facts = { isDrawn: false, isBegun: false, isFinished: false, isOver: false };

describe('the state of a paper', () => {
  it.each([
    ['waiting', {}],
    ['drawn', { isDrawn: true }],
    ['running', { isDrawn: true, isBegun: true }],
    ['running', { isDrawn: true, isBegun: true, isOver: true }],
    ['finished', { isDrawn: true, isBegun: true, isFinished: true, isOver: true }],
    ['missed', { isDrawn: true, isOver: true }],
  ] as const)('is %s', (state, changed) => {
    expect(paperState({ ...facts, ...changed })).toBe(state);
  });
});
