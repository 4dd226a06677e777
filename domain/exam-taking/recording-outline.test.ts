import { describe, expect, it } from 'vitest';
import { createOutlineBuilder, type RecordedEvent } from './recording-outline.ts';

const outlineOf = (events: readonly RecordedEvent[], bytes = 100) => {
  const builder = createOutlineBuilder();
  for (const [index, event] of events.entries()) builder.add(event, 1 + index * (bytes + 1), bytes);
  const outline = builder.finish();
  if (!outline) throw new Error('no outline');
  return outline;
};
const meta = (timestamp: number) => ({ type: 4, timestamp });
const snapshot = (timestamp: number) => ({ type: 2, timestamp });
const click = (timestamp: number) => ({ type: 3, timestamp, data: { source: 2 } });
const mutation = (timestamp: number) => ({ type: 3, timestamp, data: { source: 0 } });
const moves = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 3, timestamp: from + index, data: { source: 1 } }));

describe('[REC-5] the outline of a recording', () => {
  it('[REC-5] starts a piece at each keyframe, which plays without the pieces before', () => {
    const { pieces, events } = outlineOf([
      meta(0),
      snapshot(1),
      ...moves(2, 600),
      meta(1000),
      snapshot(1001),
      ...moves(1002, 10),
    ]);
    expect(events).toBe(614);
    expect(pieces).toEqual([
      { from: 0, to: 601, events: 602, keyframe: true, offset: 1, bytes: 602 * 101 - 1 },
      { from: 1000, to: 1011, events: 12, keyframe: true, offset: 1 + 602 * 101, bytes: 12 * 101 - 1 },
    ]);
  });

  it('[REC-5] keeps keyframes that follow each other closely in one piece', () => {
    const { pieces } = outlineOf([meta(0), snapshot(1), click(2), meta(3), snapshot(4), click(5)]);
    expect(pieces.map(({ events }) => events)).toEqual([6]);
  });

  it('[REC-5] limits pieces without keyframes, and marks that they need the ones before', () => {
    const { pieces } = outlineOf([meta(0), snapshot(1), ...moves(2, 12_000)]);
    expect(pieces.map(({ events, keyframe }) => [events, keyframe])).toEqual([
      [5000, true],
      [5000, false],
      [2002, false],
    ]);
  });

  it('[SAFE-17] stays small whatever the events say', () => {
    const far = Array.from({ length: 20_000 }, (_, index) => click(index * 20_000));
    const stops = far.map(({ timestamp }) => ({ type: 5, timestamp, data: { tag: 'recording-stopped' } }));
    const outline = outlineOf([...far, ...stops]);
    expect(outline.events).toBe(40_000);
    expect([outline.idle.length, outline.stops?.length]).toEqual([2000, 100]);
  });

  it('[REC-2] finds no keyframe in a recording without a snapshot of the page', () => {
    expect(outlineOf([meta(0), click(5)]).pieces.map(({ keyframe }) => keyframe)).toEqual([false]);
  });

  it('[REC-2] detects pauses of the user, whatever the page does meanwhile', () => {
    const { idle } = outlineOf([
      meta(0),
      snapshot(0),
      click(1000),
      mutation(6000),
      click(11_500),
      click(21_000),
      mutation(40_000),
    ]);
    expect(idle).toEqual([
      [1000, 11_500],
      [21_000, 40_000],
    ]);
  });

  it('[REC-2] never lets time run backwards and ignores impossible times', () => {
    const { from, to, pieces } = outlineOf([
      meta(5000),
      snapshot(4000),
      click(1e300),
      click(6000),
      click(-1),
    ]);
    expect([from, to, pieces[0]?.from, pieces[0]?.to]).toEqual([5000, 6000, 5000, 6000]);
  });

  it('[REC-1] reports when the student stopped it', () => {
    const stopped = { type: 5, timestamp: 700, data: { tag: 'recording-stopped', payload: {} } };
    expect(outlineOf([meta(0), snapshot(0), click(500)]).stops).toEqual([]);
    expect(outlineOf([meta(0), snapshot(0), click(500), stopped]).stops).toEqual([700]);
  });

  it('[REC-2] reports when the recorder ran out of space', () => {
    expect(outlineOf([meta(0), snapshot(0)]).isCut).toBe(false);
    expect(
      outlineOf([meta(0), { type: 5, timestamp: 1, data: { tag: 'recording-full', payload: {} } }]).isCut,
    ).toBe(true);
  });
});
