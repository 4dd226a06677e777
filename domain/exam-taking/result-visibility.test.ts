import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type VisibilityInput, visibleToTaker } from './result-visibility.ts';
import { examKinds } from './sitting.ts';

const ended: VisibilityInput = {
  kind: 'official',
  state: { status: 'finished', finishedAt: 1000, cause: 'student' },
  allowExamPreview: true,
  questionsUsedUntil: 5000,
};

describe('what a candidate may see', () => {
  it('[EXAM-14] only the paper before the end, with any settings at any time', () => {
    const states = fc.constantFrom<VisibilityInput['state']>(
      { status: 'prepared' },
      { status: 'running', deadline: 2000, writer: 'w', writerSignIn: 's' },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...examKinds),
        states,
        fc.boolean(),
        fc.option(fc.nat(9000), { nil: undefined }),
        fc.nat(9000),
        (kind, state, allowExamPreview, questionsUsedUntil, now) => {
          expect(
            visibleToTaker({ ...ended, kind, state, allowExamPreview, questionsUsedUntil }, now),
          ).toEqual({
            see: 'paper',
          });
        },
      ),
    );
  });

  it('[RESU-1] the score of an official exam immediately, the key once no answer of that day’s last slot can count', () => {
    expect(visibleToTaker(ended, 5000)).toEqual({ see: 'score', keyFrom: 65_000 });
    expect(visibleToTaker(ended, 65_000)).toEqual({ see: 'score', keyFrom: 65_000 });
    expect(visibleToTaker(ended, 65_001)).toEqual({ see: 'key' });
  });

  it('[RESU-1] never the key while previews are not allowed', () => {
    const closed = { ...ended, allowExamPreview: false };
    expect(visibleToTaker(closed, 9000)).toEqual({ see: 'score', keyFrom: undefined });
    expect(visibleToTaker({ ...closed, kind: 'simulation' }, 9000)).toEqual({
      see: 'score',
      keyFrom: undefined,
    });
  });

  it('[SIM-1] the key of a simulation as soon as it is over', () => {
    expect(visibleToTaker({ ...ended, kind: 'simulation', questionsUsedUntil: undefined }, 1001)).toEqual({
      see: 'key',
    });
  });

  it('[RESU-4] the key of a trial as soon as it is over, previews or not', () => {
    const trial: VisibilityInput = {
      ...ended,
      kind: 'trial',
      allowExamPreview: false,
      questionsUsedUntil: undefined,
    };
    expect(visibleToTaker(trial, 1001)).toEqual({ see: 'key' });
  });
});
