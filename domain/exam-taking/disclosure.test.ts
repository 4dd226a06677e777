import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Disclosure, seenByTaker } from './disclosure.ts';
import { examKinds } from './sitting.ts';

const ended: Disclosure = {
  kind: 'official',
  state: { is: 'finished', finishedAt: 1000, cause: 'student' },
  allowExamPreview: true,
  lastSlotEnd: 5000,
};

describe('what a candidate may see', () => {
  it('[EXAM-14] only the paper before the end, whatever the settings and the time', () => {
    const states = fc.constantFrom<Disclosure['state']>(
      { is: 'prepared' },
      { is: 'running', deadline: 2000, writer: 'w', writerSignIn: 's' },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...examKinds),
        states,
        fc.boolean(),
        fc.option(fc.nat(9000), { nil: undefined }),
        fc.nat(9000),
        (kind, state, allowExamPreview, lastSlotEnd, now) => {
          expect(seenByTaker({ ...ended, kind, state, allowExamPreview, lastSlotEnd }, now)).toEqual({
            see: 'paper',
          });
        },
      ),
    );
  });

  it('[RESU-1] the score of an official exam immediately, the key once no answer of that day’s last slot can count', () => {
    expect(seenByTaker(ended, 5000)).toEqual({ see: 'score', keyFrom: 65_000 });
    expect(seenByTaker(ended, 65_000)).toEqual({ see: 'score', keyFrom: 65_000 });
    expect(seenByTaker(ended, 65_001)).toEqual({ see: 'key' });
  });

  it('[RESU-1] never the key while previews are not allowed', () => {
    const closed = { ...ended, allowExamPreview: false };
    expect(seenByTaker(closed, 9000)).toEqual({ see: 'score', keyFrom: undefined });
    expect(seenByTaker({ ...closed, kind: 'simulation' }, 9000)).toEqual({
      see: 'score',
      keyFrom: undefined,
    });
  });

  it('[SIM-1] the key of a simulation as soon as it is over', () => {
    expect(seenByTaker({ ...ended, kind: 'simulation', lastSlotEnd: undefined }, 1001)).toEqual({
      see: 'key',
    });
  });

  it('[RESU-4] the key of a trial as soon as it is over, previews or not', () => {
    const trial: Disclosure = { ...ended, kind: 'trial', allowExamPreview: false, lastSlotEnd: undefined };
    expect(seenByTaker(trial, 1001)).toEqual({ see: 'key' });
  });
});
