import { describe, expect, it } from 'vitest';
import { isExamVisible, isOnExam } from './exam-presence.ts';

const none = { phase: 'none' } as const;
const real = (phase: 'preparing' | 'prepared' | 'running' | 'ended') =>
  ({ phase, simulation: false }) as const;
const simulated = (phase: 'preparing' | 'prepared' | 'running' | 'ended') =>
  ({ phase, simulation: true }) as const;

describe('[SHELL-8] being on an exam', () => {
  it.each([
    [true, 'Exam', real('running'), true],
    [true, 'Exam', none, true],
    [true, 'Exam', real('ended'), false],
    [false, 'Exam', real('running'), false],
    [true, 'PrepareExam', real('preparing'), true],
    [true, 'PrepareExam', real('prepared'), true],
    [true, 'PrepareExam', none, false],
    [false, 'PrepareExam', real('prepared'), false],
    [true, 'Dashboard', real('running'), false],
    [true, 'Exam', simulated('running'), true],
  ] as const)('[SHELL-8] signed in %s on %s with %j: %s', (isSignedIn, screen, presence, expected) => {
    expect(isOnExam(isSignedIn, screen, presence)).toBe(expected);
  });
});

describe('the exam-visibility flag', () => {
  it('[SHELL-11] is always on in exam-application mode', () => {
    expect(isExamVisible(true, none)).toBe(true);
    expect(isExamVisible(true, simulated('running'))).toBe(true);
  });

  it('[SHELL-11] is on while a real exam is prepared or runs here, and off before and after', () => {
    expect(isExamVisible(false, real('preparing'))).toBe(true);
    expect(isExamVisible(false, real('prepared'))).toBe(true);
    expect(isExamVisible(false, real('running'))).toBe(true);
    expect(isExamVisible(false, real('ended'))).toBe(false);
    expect(isExamVisible(false, none)).toBe(false);
  });

  it('[SHELL-11] is on in every tab while the server reports a running official exam', () => {
    expect(isExamVisible(false, none, true)).toBe(true);
    expect(isExamVisible(false, simulated('running'), true)).toBe(true);
  });

  it('[SHELL-11] stays off during a simulation', () => {
    expect(isExamVisible(false, simulated('running'))).toBe(false);
  });
});
