/** The parts of a recorded event that the outline reads. */
export type RecordedEvent = {
  readonly type: number;
  readonly timestamp: number;
  readonly data?: unknown;
};

/** The recorder's codes for the events used here. */
const eventType = { snapshot: 2, incremental: 3, meta: 4, custom: 5 } as const;
/** Mouse, click, scroll, resize, input and touch: something the user did. */
const userSources: readonly unknown[] = [1, 2, 3, 4, 5, 6];

/**
 * A stretch of a recording that is loaded at once. One with a keyframe starts with a snapshot of the whole page and
 * plays without the ones before it. Times are those of the recording computer's clock.
 */
export type RecordingPiece = {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly keyframe: boolean;
  /** The position of its events in the unpacked list. */
  readonly offset: number;
  readonly bytes: number;
};

/** The contents of a part of a recording, without its events. */
export type RecordingOutline = {
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly pieces: readonly RecordingPiece[];
  /** Stretches in which the user did nothing. */
  readonly idle: readonly (readonly [from: number, to: number])[];
  /** Whether the recorder ran out of space, so that the end is missing. */
  readonly isCut: boolean;
  /** When the student stopped the recording; absent in older stored outlines. */
  readonly stops?: readonly number[];
};

/** A keyframe starts a new piece only when the current one is large enough for its own request. */
const minEvents = 500;
const minBytes = 256 * 1024;
/** Without keyframes, pieces end at these sizes. */
const maxEvents = 5000;
const maxBytes = 4 * 1024 * 1024;
/** A pause shorter than this is not skipped. */
const idleMilliseconds = 10_000;
/** More pauses and stops than any sitting has: a recording made by a script could list millions. */
const maxIdle = 2000;
const maxStops = 100;
const latest = 8.64e15;

type Open = { -readonly [K in keyof RecordingPiece]: RecordingPiece[K] } & { hasSnapshot: boolean };

export type OutlineBuilder = {
  /** Adds an event with its position in the unpacked list. */
  readonly add: (event: RecordedEvent, offset: number, bytes: number) => void;
  /** Undefined when there were no events. */
  readonly finish: () => RecordingOutline | undefined;
};

const sourceOf = ({ data }: RecordedEvent): unknown =>
  typeof data === 'object' && data !== null && 'source' in data ? data.source : undefined;
const tagOf = ({ data }: RecordedEvent): unknown =>
  typeof data === 'object' && data !== null && 'tag' in data ? data.tag : undefined;

/** Builds the outline of a part while its events stream by. */
export function createOutlineBuilder(): OutlineBuilder {
  const pieces: RecordingPiece[] = [];
  const idle: (readonly [number, number])[] = [];
  let piece: Open | undefined;
  let from: number | undefined;
  let at = 0;
  let lastAct = 0;
  let events = 0;
  let isCut = false;
  const stops: number[] = [];

  function close(): void {
    if (!piece) return;
    const { hasSnapshot, keyframe, ...closed } = piece;
    pieces.push({ ...closed, keyframe: keyframe && hasSnapshot });
    piece = undefined;
  }

  function act(time: number): void {
    if (time - lastAct >= idleMilliseconds && idle.length < maxIdle) idle.push([lastAct, time]);
    lastAct = time;
  }

  function isBoundary(type: number, end: number): boolean {
    if (!piece) return false;
    const bytes = end - piece.offset;
    if (piece.events >= maxEvents || bytes > maxBytes) return true;
    return type === eventType.meta && (piece.events >= minEvents || bytes >= minBytes);
  }

  return {
    add: (event, offset, bytes) => {
      const { type, timestamp } = event;
      const isTime = timestamp >= 0 && timestamp <= latest;
      // Time never runs backwards within a part, whatever a computer's clock does.
      if (isTime && (from === undefined || timestamp > at)) at = timestamp;
      if (from === undefined) {
        from = at;
        lastAct = at;
      }
      if (isBoundary(type, offset + bytes)) close();
      piece ??= {
        from: at,
        to: at,
        events: 0,
        keyframe: type === eventType.meta || type === eventType.snapshot || pieces.length === 0,
        offset,
        bytes: 0,
        hasSnapshot: false,
      };
      piece.to = at;
      piece.events += 1;
      piece.bytes = offset + bytes - piece.offset;
      if (type === eventType.snapshot) piece.hasSnapshot = true;
      if (type === eventType.incremental && userSources.includes(sourceOf(event))) act(at);
      if (type === eventType.custom && tagOf(event) === 'recording-full') isCut = true;
      if (type === eventType.custom && tagOf(event) === 'recording-stopped' && stops.length < maxStops)
        stops.push(at);
      events += 1;
    },
    finish: () => {
      if (from === undefined) return undefined;
      close();
      act(at);
      return { from, to: at, events, pieces, idle, isCut, stops };
    },
  };
}
