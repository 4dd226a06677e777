import type { RecordingOutline, RecordingPiece } from './recording-outline.ts';

/** A part of a recording, for the player; its times are by the database's clock. */
export type TimelinePart = Pick<RecordingOutline, 'from' | 'to' | 'idle'> & {
  readonly fileName: string;
  readonly pieces: readonly Pick<RecordingPiece, 'from' | 'to' | 'keyframe'>[];
};

/**
 * A stretch that plays by itself: a piece with a keyframe and the ones after it up to the next keyframe. `start` and
 * `end` are positions on the time line, `from` and `to` moments of the database's clock.
 */
export type Segment = {
  readonly fileName: string;
  readonly pieces: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
};

/** All parts one after the other; the time between two parts takes no space. */
export type Timeline = {
  readonly length: number;
  readonly segments: readonly Segment[];
  readonly idle: readonly (readonly [from: number, to: number])[];
  /** Where each part begins, and when. */
  readonly parts: readonly {
    readonly fileName: string;
    readonly start: number;
    readonly from: number;
    readonly to: number;
  }[];
  /** Names of parts without a snapshot of the page: they cannot be played. */
  readonly unplayable: readonly string[];
};

type Draft = { readonly pieces: number[]; readonly from: number; to: number };

function segmentsOf({ pieces, to }: TimelinePart): Draft[] {
  const drafts: Draft[] = [];
  for (const [index, piece] of pieces.entries()) {
    const current = drafts.at(-1);
    if (piece.keyframe) {
      // A stretch lasts until the next one begins, so that a pause between them is not lost.
      if (current) current.to = piece.from;
      drafts.push({ pieces: [index], from: piece.from, to });
    } else current?.pieces.push(index);
  }
  return drafts;
}

/** Puts the parts of a recording on one time line, in the order they were recorded. */
export function timelineOf(parts: readonly TimelinePart[]): Timeline {
  const segments: Segment[] = [];
  const idle: (readonly [number, number])[] = [];
  const laid: Timeline['parts'][number][] = [];
  const unplayable: string[] = [];
  let length = 0;
  for (const part of parts.toSorted((one, other) => one.from - other.from)) {
    const drafts = segmentsOf(part);
    const from = drafts[0]?.from;
    if (from === undefined) {
      unplayable.push(part.fileName);
      continue;
    }
    const start = length;
    const positionOf = (time: number) => start + Math.max(0, Math.min(time, part.to) - from);
    laid.push({ fileName: part.fileName, start, from, to: part.to });
    for (const draft of drafts)
      segments.push({
        fileName: part.fileName,
        ...draft,
        start: positionOf(draft.from),
        end: positionOf(draft.to),
      });
    idle.push(...part.idle.map(([begin, end]) => [positionOf(begin), positionOf(end)] as const));
    length = positionOf(part.to);
  }
  return { length, segments, idle, parts: laid, unplayable };
}

/** The segment that plays a position; the last one plays the very end. */
export function segmentAt({ segments }: Timeline, position: number): number {
  const after = segments.findIndex(({ start }) => start > position);
  return after < 0 ? segments.length - 1 : Math.max(0, after - 1);
}

/** A little of a pause is shown before and after the jump. */
const shownMilliseconds = 1500;

/** Where playing continues when pauses are skipped; undefined outside of a pause. */
export function afterIdle({ idle }: Timeline, position: number): number | undefined {
  const pause = idle.find(
    ([from, to]) => position >= from + shownMilliseconds && position < to - shownMilliseconds,
  );
  return pause && pause[1] - shownMilliseconds;
}

/** The position of a moment; undefined when no part covers it. */
export function positionOf({ parts }: Timeline, time: number): number | undefined {
  const part = parts.find(({ from, to }) => time >= from && time <= to);
  return part && part.start + time - part.from;
}

/** The position nearest to a moment, for opening at it. */
export function nearestPosition(timeline: Timeline, time: number): number {
  const exact = positionOf(timeline, time);
  if (exact !== undefined) return exact;
  const before = timeline.parts.findLast(({ to }) => to < time);
  return before ? before.start + before.to - before.from : 0;
}
