/** An event of the recorder; only the fields used here. */
export type RecordedEvent = {
  readonly type: number;
  readonly data?: unknown;
  readonly timestamp: number;
};

/** The recorder's codes for the events used here. */
const incremental = 3;
const custom = 5;
const moves: readonly unknown[] = [1, 6, 12];

/** Movements of mouse, finger or a dragged element: frequent, and the first to drop. */
const isMove = ({ type, data }: RecordedEvent): boolean =>
  type === incremental && moves.includes((data as { readonly source?: unknown } | undefined)?.source);

/** Marks in the recording that the student stopped it. */
export const stoppedOnRequest = (timestamp: number): RecordedEvent => ({
  type: custom,
  data: { tag: 'recording-stopped', payload: {} },
  timestamp,
});

type NodeRef = { readonly id?: unknown };
/** The recorder's id for an element that is not recorded. */
const nowhere = -1;

/**
 * Removes what happened over elements that are not recorded: mouse positions on the on-screen keyboard would reveal
 * what is typed. Undefined when nothing is left.
 */
function withoutHidden(event: RecordedEvent): RecordedEvent | undefined {
  const data = event.data as ({ readonly positions?: readonly NodeRef[] } & NodeRef) | undefined;
  if (event.type !== incremental || data === undefined) return event;
  if (data.positions === undefined) return data.id === nowhere ? undefined : event;
  const positions = data.positions.filter(({ id }) => id !== nowhere);
  if (positions.length === data.positions.length) return event;
  return positions.length > 0 ? { ...event, data: { ...data, positions } } : undefined;
}

export type BufferLimits = {
  /** Above this size movements are dropped. */
  readonly softBytes: number;
  /** Above this size recording stops, and the recording is marked as full. */
  readonly hardBytes: number;
  /** The most events held in memory between two cuts; above it the oldest movements are dropped first. */
  readonly maxHeld: number;
};

export const bufferLimits: BufferLimits = {
  softBytes: 24 * 1024 * 1024,
  hardBytes: 32 * 1024 * 1024,
  maxHeld: 4000,
};

export type RecordingBuffer = {
  readonly add: (event: RecordedEvent) => void;
  /** The events since the last cut, as the items of a JSON array without brackets; undefined when there are none. */
  readonly flush: () => string | undefined;
  readonly isFull: () => boolean;
};

/** Buffers the events of a recording within size limits. Drops the least important events first. */
export function createRecordingBuffer(limits: BufferLimits = bufferLimits, bytesBefore = 0): RecordingBuffer {
  let held: RecordedEvent[] = [];
  let bytes = bytesBefore;
  let isFull = false;

  function dropOldest(): void {
    if (held.length <= limits.maxHeld) return;
    const oldest = held.findIndex(isMove);
    held.splice(oldest < 0 ? 0 : oldest, 1);
  }

  return {
    add: (whole) => {
      const event = withoutHidden(whole);
      if (!event || isFull || (bytes > limits.softBytes && isMove(event))) return;
      held.push(event);
      dropOldest();
    },
    flush: () => {
      if (held.length === 0) return undefined;
      let text = held.map((event) => JSON.stringify(event)).join(',');
      bytes += text.length;
      if (bytes > limits.hardBytes && !isFull) {
        isFull = true;
        const timestamp = held.at(-1)?.timestamp ?? 0;
        text += `,${JSON.stringify({ type: custom, data: { tag: 'recording-full', payload: {} }, timestamp })}`;
      }
      held = [];
      return text;
    },
    isFull: () => isFull,
  };
}
