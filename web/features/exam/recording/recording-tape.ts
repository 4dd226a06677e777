/** An event of the recorder, as far as it matters here. */
export type RecordedEvent = {
  readonly type: number;
  readonly data?: unknown;
  readonly timestamp: number;
};

/** The recorder's numbers for what is told apart here. */
const incremental = 3;
const custom = 5;
const moves: readonly unknown[] = [1, 6, 12];

/** Movements of mouse, finger or a dragged thing: many, and the first that can be done without. */
const isMove = ({ type, data }: RecordedEvent): boolean =>
  type === incremental && moves.includes((data as { readonly source?: unknown } | undefined)?.source);

type NodeRef = { readonly id?: unknown };
/** The recorder's number for something that is not recorded. */
const nowhere = -1;

/**
 * An event without what happened over something that is not recorded: where the mouse rests on the on-screen keyboard would
 * tell what is typed there. Undefined when nothing is left of it.
 */
function withoutHidden(event: RecordedEvent): RecordedEvent | undefined {
  const data = event.data as ({ readonly positions?: readonly NodeRef[] } & NodeRef) | undefined;
  if (event.type !== incremental || data === undefined) return event;
  if (data.positions === undefined) return data.id === nowhere ? undefined : event;
  const positions = data.positions.filter(({ id }) => id !== nowhere);
  if (positions.length === data.positions.length) return event;
  return positions.length > 0 ? { ...event, data: { ...data, positions } } : undefined;
}

export type TapeLimits = {
  /** Beyond so many bytes movements are left out. */
  readonly softBytes: number;
  /** Beyond so many nothing is recorded any more, and the tape says so. */
  readonly hardBytes: number;
  /** So many events are held in memory between two cuts; beyond it the oldest movements go first. */
  readonly mostHeld: number;
};

export const tapeLimits: TapeLimits = {
  softBytes: 24 * 1024 * 1024,
  hardBytes: 32 * 1024 * 1024,
  mostHeld: 4000,
};

export type Tape = {
  readonly take: (event: RecordedEvent) => void;
  /** What was recorded since the last cut, as the inside of a JSON list; undefined when there is nothing. */
  readonly cut: () => string | undefined;
  readonly isFull: () => boolean;
};

/** A recording with bounds: it never holds more than it may, and what is left out first is what matters least. */
export function createTape(limits: TapeLimits = tapeLimits, bytesBefore = 0): Tape {
  let held: RecordedEvent[] = [];
  let bytes = bytesBefore;
  let isFull = false;

  function makeRoom(): void {
    if (held.length <= limits.mostHeld) return;
    const oldest = held.findIndex(isMove);
    held.splice(oldest < 0 ? 0 : oldest, 1);
  }

  return {
    take: (whole) => {
      const event = withoutHidden(whole);
      if (!event || isFull || (bytes > limits.softBytes && isMove(event))) return;
      held.push(event);
      makeRoom();
    },
    cut: () => {
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
