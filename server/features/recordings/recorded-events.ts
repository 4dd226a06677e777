import { refuse } from '#domain/errors.ts';
import type { RecordedEvent } from '#domain/exam-taking/recording-outline.ts';

/** The largest single event: a snapshot of a whole page with its styles takes a few hundred kilobytes. */
const maxEventBytes = 4 * 1024 * 1024;
/** A page of the exam nests its elements about fifty levels deep. */
const deepest = 500;

const byte = {
  quote: 0x22,
  comma: 0x2c,
  openList: 0x5b,
  backslash: 0x5c,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const;
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/** Where the checker is in the list. */
type CheckerState = 'before' | 'first' | 'next' | 'inside' | 'between' | 'after';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Events of the recorder have a type and a timestamp, both numbers. */
function checkedEvent(text: Uint8Array): RecordedEvent {
  let event: { readonly type?: unknown; readonly timestamp?: unknown };
  try {
    event = JSON.parse(utf8.decode(text));
  } catch {
    refuse('recording.unreadable');
  }
  if (typeof event.type !== 'number' || typeof event.timestamp !== 'number') refuse('recording.unreadable');
  return event as RecordedEvent;
}

/** Gets each event with its position in the unpacked list. */
export type EventReader = (event: RecordedEvent, offset: number, bytes: number) => void;

export type EventChecker = {
  readonly take: (chunk: Uint8Array) => void;
  /** Ends the input; refuses a list that is not closed. */
  readonly end: () => void;
};

/**
 * Checks a JSON list of recorded events as it streams and refuses it at the first invalid byte. Holds one event at a
 * time.
 */
export function createEventChecker(read: EventReader): EventChecker {
  let state: CheckerState = 'before';
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** The bytes of earlier chunks, and where the current event begins. */
  let passed = 0;
  let eventOffset = 0;

  function append(piece: Uint8Array): void {
    heldBytes += piece.length;
    if (heldBytes > maxEventBytes) refuse('recording.unreadable');
    held.push(piece);
  }

  function finishEvent(): void {
    read(checkedEvent(Buffer.concat(held)), eventOffset, heldBytes);
    held = [];
    heldBytes = 0;
    state = 'between';
  }

  /** Handles a byte inside an event; returns whether the event ends with it. */
  function isEnd(code: number): boolean {
    if (isText) {
      if (isEscaped) isEscaped = false;
      else if (code === byte.backslash) isEscaped = true;
      else if (code === byte.quote) isText = false;
      return false;
    }
    if (code === byte.quote) isText = true;
    else if (code === byte.openObject || code === byte.openList) {
      depth += 1;
      if (depth > deepest) refuse('recording.unreadable');
    } else if (code === byte.closeObject || code === byte.closeList) {
      depth -= 1;
      return depth === 0;
    }
    return false;
  }

  /** Handles a byte between events. */
  function step(code: number): void {
    if (isBlank(code)) return;
    if (state === 'before' && code === byte.openList) state = 'first';
    else if ((state === 'first' || state === 'next') && code === byte.openObject) {
      state = 'inside';
      depth = 1;
    } else if (state === 'between' && code === byte.comma) state = 'next';
    else if ((state === 'first' || state === 'between') && code === byte.closeList) state = 'after';
    else refuse('recording.unreadable');
  }

  return {
    take: (chunk) => {
      let begin = 0;
      for (let at = 0; at < chunk.length; at += 1) {
        const code = chunk[at] ?? 0;
        if (state === 'inside') {
          if (!isEnd(code)) continue;
          append(chunk.subarray(begin, at + 1));
          finishEvent();
        } else {
          step(code);
          begin = at;
          eventOffset = passed + at;
        }
      }
      if (state === 'inside') append(chunk.subarray(begin));
      passed += chunk.length;
    },
    end: () => {
      if (state !== 'after') refuse('recording.unreadable');
    },
  };
}
