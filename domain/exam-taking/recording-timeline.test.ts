import { describe, expect, it } from 'vitest';
import {
  afterIdle,
  nearestPosition,
  positionOf,
  segmentAt,
  type TimelinePart,
  timelineOf,
} from './recording-timeline.ts';

const piece = (from: number, to: number, keyframe = true) => ({ from, to, keyframe });
const first: TimelinePart = {
  fileName: '7.json',
  from: 1000,
  to: 61_000,
  pieces: [piece(1000, 20_000), piece(20_001, 30_000, false), piece(35_000, 61_000)],
  idle: [[40_000, 60_000]],
};
const resumed: TimelinePart = {
  fileName: '7.2.json',
  from: 500_000,
  to: 520_000,
  pieces: [piece(500_000, 520_000)],
  idle: [],
};

describe('[REC-2] the time line of a recording', () => {
  it('[REC-2] has the parts of a resumed sitting in the order they were recorded, without the time between', () => {
    const { length, parts, segments } = timelineOf([resumed, first]);
    expect(length).toBe(80_000);
    expect(parts.map(({ fileName, start }) => [fileName, start])).toEqual([
      ['7.json', 0],
      ['7.2.json', 60_000],
    ]);
    expect(segments.map(({ pieces, start, end }) => [pieces, start, end])).toEqual([
      [[0, 1], 0, 34_000],
      [[2], 34_000, 60_000],
      [[0], 60_000, 80_000],
    ]);
  });

  it('[REC-5] finds the stretch of a position', () => {
    const timeline = timelineOf([first, resumed]);
    expect([0, 33_999, 34_000, 60_000, 80_000, 99_999].map((at) => segmentAt(timeline, at))).toEqual([
      0, 0, 1, 2, 2, 2,
    ]);
  });

  it('[REC-2] skips a pause but shows its beginning and end', () => {
    const timeline = timelineOf([first, resumed]);
    expect([39_000, 40_400, 40_500, 50_000, 57_500, 57_600].map((at) => afterIdle(timeline, at))).toEqual([
      undefined,
      undefined,
      57_500,
      57_500,
      undefined,
      undefined,
    ]);
  });

  it('[REC-5] maps moments to positions; a moment that was not recorded has none', () => {
    const timeline = timelineOf([first, resumed]);
    expect(positionOf(timeline, 31_000)).toBe(30_000);
    expect(positionOf(timeline, 505_000)).toBe(65_000);
    expect(positionOf(timeline, 100_000)).toBeUndefined();
    expect([0, 100_000, 505_000, 900_000].map((at) => nearestPosition(timeline, at))).toEqual([
      0, 60_000, 65_000, 80_000,
    ]);
  });

  it('[REC-2] leaves out and names parts that cannot be played', () => {
    const broken = { ...resumed, pieces: [piece(500_000, 520_000, false)] };
    const { length, unplayable } = timelineOf([first, broken]);
    expect([length, unplayable]).toEqual([60_000, ['7.2.json']]);
  });
});
