import { describe, expect, it } from 'vitest';
import { createRecordingBuffer, type RecordedEvent } from './recording-buffer.ts';

const move = (timestamp: number): RecordedEvent => ({ type: 3, data: { source: 1 }, timestamp });
const click = (timestamp: number): RecordedEvent => ({ type: 3, data: { source: 2 }, timestamp });
const read = (cut: string | undefined): RecordedEvent[] => JSON.parse(`[${cut ?? ''}]`);
const times = (events: readonly RecordedEvent[]) => events.map(({ timestamp }) => timestamp);
const roomy = { softBytes: 1e6, hardBytes: 2e6, maxHeld: 100 };

describe('[REC-4] the buffer of a recording', () => {
  it('[REC-1] starts empty and returns what was recorded since the last cut, in order', () => {
    const buffer = createRecordingBuffer(roomy);
    expect(buffer.flush()).toBeUndefined();
    buffer.add(click(1));
    buffer.add(move(2));
    expect(times(read(buffer.flush()))).toEqual([1, 2]);
    buffer.add(click(3));
    expect(times(read(buffer.flush()))).toEqual([3]);
  });

  it('[REC-4] respects its limit: drops the oldest movements first, clicks last', () => {
    const buffer = createRecordingBuffer({ ...roomy, maxHeld: 3 });
    for (const event of [click(1), move(2), click(3), move(4), click(5)]) buffer.add(event);
    expect(times(read(buffer.flush()))).toEqual([1, 3, 5]);
    for (const event of [click(6), click(7), click(8), click(9)]) buffer.add(event);
    expect(times(read(buffer.flush()))).toEqual([7, 8, 9]);
  });

  it('[REC-4] drops only movements above the soft limit', () => {
    const buffer = createRecordingBuffer({ ...roomy, softBytes: 10 });
    buffer.add(click(1));
    buffer.flush();
    buffer.add(move(2));
    buffer.add(click(3));
    expect(times(read(buffer.flush()))).toEqual([3]);
    expect(buffer.isFull()).toBe(false);
  });

  it('[REC-4] stops above the hard limit and marks its end', () => {
    const buffer = createRecordingBuffer({ ...roomy, softBytes: 5, hardBytes: 10 });
    buffer.add(click(1));
    const last = read(buffer.flush());
    expect(last.at(-1)).toMatchObject({ type: 5, data: { tag: 'recording-full' } });
    buffer.add(click(2));
    expect(buffer.flush()).toBeUndefined();
    expect(buffer.isFull()).toBe(true);
  });

  it('[REC-4] counts what an earlier page of the sitting recorded towards the limits', () => {
    const buffer = createRecordingBuffer({ ...roomy, hardBytes: 1000 }, 990);
    buffer.add(click(1));
    expect(read(buffer.flush()).at(-1)).toMatchObject({ data: { tag: 'recording-full' } });
    expect(buffer.isFull()).toBe(true);
  });

  it('[REC-4] does not record the mouse position over the on-screen keyboard', () => {
    const buffer = createRecordingBuffer(roomy);
    const positions = [
      { x: 1, y: 1, id: 7, timeOffset: 0 },
      { x: 233, y: 713, id: -1, timeOffset: 10 },
    ];
    buffer.add({ type: 3, data: { source: 1, positions }, timestamp: 1 });
    buffer.add({ type: 3, data: { source: 1, positions: positions.slice(1) }, timestamp: 2 });
    buffer.add({ type: 3, data: { source: 2, type: 2, id: -1, x: 233, y: 713 }, timestamp: 3 });
    const events = read(buffer.flush());
    expect(times(events)).toEqual([1]);
    expect(JSON.stringify(events)).not.toContain('233');
  });
});
