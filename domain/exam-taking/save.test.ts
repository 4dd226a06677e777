import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { highestSeq, intendedTicks, judgeSave, type QuestionState, type Save, seqFloor } from './save.ts';
import type { StoredExamState } from './sitting.ts';
import { ticksArePossible } from './ticks.ts';

const deadline = 1_000_000;
const running: StoredExamState = {
  status: 'running',
  deadline,
  writer: 'this tab',
  writerSignIn: 'this sign-in',
};
const question = (changed: Partial<QuestionState> = {}): QuestionState => ({
  kind: 'multiple',
  shown: 5,
  ticks: 0,
  seq: 0,
  skipped: false,
  ...changed,
});
const save = (changed: Partial<Save> = {}): Save => ({
  writer: 'this tab',
  signInId: 'this sign-in',
  barred: false,
  seq: 1,
  ticks: 0b00011,
  skip: false,
  arrivedAt: deadline - 1,
  ...changed,
});
const outcome = (state: StoredExamState, before: QuestionState, sent: Save) => {
  const judged = judgeSave(state, before, sent);
  return judged.status === 'refused' ? judged.why : judged.question;
};

describe('a save is refused', () => {
  it('[EXAM-2] by an exam that has not begun or is over', () => {
    expect(outcome({ status: 'prepared' }, question(), save())).toBe('notRunning');
    const finished: StoredExamState = { status: 'finished', finishedAt: 0, cause: 'student' };
    expect(outcome(finished, question(), save())).toBe('finished');
  });

  it('[EXAM-8] when it arrives more than a minute after the deadline', () => {
    expect(outcome(running, question(), save({ arrivedAt: deadline + 60_001 }))).toBe('late');
    expect(outcome(running, question(), save({ arrivedAt: deadline + 60_000 }))).toMatchObject({ ticks: 3 });
  });

  it('[EXAM-9] [SAFE-3] when another tab has become the writer; without a writer it is accepted only from the writer’s sign-in', () => {
    expect(outcome(running, question(), save({ writer: 'the other tab' }))).toBe('takenOver');
    expect(outcome(running, question(), save({ writer: undefined }))).toMatchObject({ ticks: 3 });
    const elsewhere = save({ writer: undefined, signInId: 'another sign-in' });
    expect(outcome(running, question(), elsewhere)).toBe('takenOver');
    expect(outcome({ ...running, writerSignIn: null }, question(), save({ writer: undefined }))).toBe(
      'takenOver',
    );
    // The page continues after its user signed in again.
    expect(outcome(running, question(), save({ signInId: 'another sign-in' }))).toMatchObject({ ticks: 3 });
  });

  it('[SAFE-16] when it is practice and its sender is taking an official exam, before any other reason', () => {
    const states: StoredExamState[] = [
      running,
      { status: 'prepared' },
      { status: 'finished', finishedAt: 0, cause: 'student' },
    ];
    for (const state of states) expect(outcome(state, question(), save({ barred: true }))).toBe('sitting');
  });

  test.each([
    ['two answers of a simple question', 'simple', 0b00011, false],
    ['the last answer of a simple question', 'simple', 0b10000, true],
    ['an answer that a simple question does not show', 'simple', 0b100000, false],
    ['one answer of a simple question', 'simple', 0b01000, true],
    ['no answer of a simple question', 'simple', 0, true],
    ['all answers of a multiple question', 'multiple', 0b11111, true],
    ['an answer that is not shown', 'multiple', 0b100000, false],
    ['bits below nothing', 'multiple', -1, false],
  ] as const)('[EXAM-18] %s (%s, bits %i) possible: %s', (_what, kind, ticks, possible) => {
    expect(ticksArePossible(question({ kind }), ticks)).toBe(possible);
    const judged = judgeSave(running, question({ kind }), save({ ticks }));
    expect(judged.status).toBe(possible ? 'applied' : 'refused');
  });
});

describe('a blank', () => {
  const answered = question({ ticks: 0b00101, seq: 4 });

  it('[SAFE-3] never overwrites unless it says that it is newer', () => {
    expect(intendedTicks({ ticks: 0, seq: undefined, skip: false })).toBeUndefined();
    expect(outcome(running, answered, save({ ticks: 0, seq: undefined }))).toEqual(answered);
    expect(outcome(running, answered, save({ ticks: undefined, seq: 9 }))).toEqual(answered);
    expect(outcome(running, answered, save({ ticks: 0, seq: 4 }))).toEqual(answered);
    expect(outcome(running, answered, save({ ticks: 0, seq: 5 }))).toMatchObject({ ticks: 0, seq: 5 });
  });

  it('[EXAM-4] a skip marks the question and never changes its ticks', () => {
    expect(outcome(running, answered, save({ skip: true, ticks: 0b11000, seq: 9 }))).toEqual({
      ...answered,
      skipped: true,
    });
  });

  it('[SAFE-4] a skip overtaken by an answer marks nothing; a tick overtaken by a skip counts', () => {
    expect(outcome(running, answered, save({ skip: true, seq: 3 }))).toEqual(answered);
    const skipped = outcome(running, question(), save({ skip: true, seq: 3 })) as QuestionState;
    expect(outcome(running, skipped, save({ seq: 2 }))).toMatchObject({ ticks: 3, seq: 2 });
  });

  it('[EXAM-4] an answer clears the mark of a skipped question, a blank keeps it', () => {
    const skipped = question({ skipped: true });
    expect(outcome(running, skipped, save())).toMatchObject({ skipped: false });
    expect(outcome(running, skipped, save({ ticks: 0 }))).toMatchObject({ skipped: true });
  });
});

describe('the order of saves', () => {
  const sent = fc.uniqueArray(fc.record({ seq: fc.integer({ min: 1, max: 1000 }), ticks: fc.nat(31) }), {
    selector: ({ seq }) => seq,
    minLength: 1,
    maxLength: 12,
  });
  const stateAfter = (before: QuestionState, all: readonly Save[]) =>
    all.reduce((state, one) => {
      const judged = judgeSave(running, state, one);
      return judged.status === 'refused' ? state : judged.question;
    }, before);

  it('[SAFE-4] the highest sequence wins in any order of arrival and with duplicates', () => {
    fc.assert(
      fc.property(
        sent.chain((all) => fc.tuple(fc.constant(all), fc.array(fc.constantFrom(...all), { maxLength: 20 }))),
        fc.infiniteStream(fc.nat()),
        ([all, again], chance) => {
          const arrivals = [...all, ...again]
            .map((one) => ({ one, at: chance.next().value as number }))
            .sort((left, right) => left.at - right.at)
            .map(({ one }) => save(one));
          const last = all.reduce((high, one) => (one.seq > high.seq ? one : high));
          expect(stateAfter(question(), arrivals)).toMatchObject(last);
        },
      ),
    );
  });

  it('[SAFE-4] without sequences the order of arrival decides', () => {
    const state = stateAfter(question(), [
      save({ seq: undefined, ticks: 1 }),
      save({ seq: undefined, ticks: 2 }),
    ]);
    expect(state).toMatchObject({ ticks: 2, seq: 2 });
  });

  it('[SAFE-4] a sequence does not wrap around at its maximum', () => {
    const full = question({ ticks: 1, seq: highestSeq });
    expect(outcome(running, full, save({ seq: undefined, ticks: 2 }))).toMatchObject({
      ticks: 2,
      seq: highestSeq,
    });
  });
});

describe('[EXAM-9] the sequences of a writer', () => {
  it('[EXAM-9] are above those of every earlier writer, and never exceed the maximum', () => {
    expect(seqFloor(0)).toBe(0);
    expect(seqFloor(2)).toBeGreaterThan(seqFloor(1) + 50_000);
    expect(seqFloor(1_000_000) + 50_000).toBeLessThan(highestSeq);
  });
});
