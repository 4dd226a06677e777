import type { EventKind } from './events.ts';
import type { Moment } from './time.ts';

/** The parts of an event that marks need. */
export type MarkedEvent = {
  readonly kind: EventKind;
  readonly at: Moment;
  readonly position: number | null;
  readonly ticks: number | null;
  readonly signIn: string | null;
  /** When the browser created it, by its own clock. */
  readonly clientAt: Moment | null;
};

export const markKinds = [
  'begun',
  'answer',
  'skip',
  'loss',
  'takeover',
  'late',
  'refused',
  'timeCredited',
  'finished',
  'reopened',
  'regraded',
  'stopped',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** A mark on the time line of a recording: `at` when it happened, `serverAt` when it arrived, both by the database's clock. */
export type RecordingMark = {
  readonly kind: MarkKind;
  readonly at: Moment;
  readonly serverAt: Moment;
  readonly position: number | null;
  readonly ticks: number | null;
};

/**
 * A save delayed by this much more than the fastest save of its computer was held up by a lost connection.
 */
const lossMilliseconds = 15_000;

const kinds: Readonly<Record<EventKind, MarkKind>> = {
  begun: 'begun',
  loaded: 'takeover',
  saved: 'answer',
  skipped: 'skip',
  timeCredited: 'timeCredited',
  finished: 'finished',
  reopened: 'reopened',
  regraded: 'regraded',
  late: 'late',
  otherWriter: 'refused',
};

/** The clock of a computer: how far it is behind the database's, and the moments of its saves by itself. */
type ComputerClock = { readonly behind: number; readonly moments: readonly Moment[] };
export type ComputerClocks = ReadonlyMap<string | null, ComputerClock>;

/** The clock of each sign-in, estimated from its fastest save. */
export function clocksOf(events: readonly MarkedEvent[]): ComputerClocks {
  const found = new Map<string | null, ComputerClock>();
  for (const { at, clientAt, signIn } of events) {
    if (clientAt === null) continue;
    const { behind, moments } = found.get(signIn) ?? { behind: Number.POSITIVE_INFINITY, moments: [] };
    found.set(signIn, { behind: Math.min(behind, at - clientAt), moments: [...moments, clientAt] });
  }
  return found;
}

/** Two estimates of one clock differ by less than this. */
const sameClockMilliseconds = 60_000;

/**
 * How far the computer that recorded a part is behind the database's clock: as its upload reported, or more exactly a save of about that
 * clock. If the upload did not report it, use the sign-in that made the largest share of its saves during the part.
 */
export function behindOf(
  { from, to }: { readonly from: Moment; readonly to: Moment },
  reportedBehind: number | null,
  clocks: ComputerClocks,
): number {
  const known = [...clocks.values()];
  if (reportedBehind !== null) {
    const distance = ({ behind }: ComputerClock) => Math.abs(behind - reportedBehind);
    const [nearest] = known.toSorted((one, other) => distance(one) - distance(other));
    return nearest && distance(nearest) < sameClockMilliseconds ? nearest.behind : reportedBehind;
  }
  const share = ({ moments }: ComputerClock) =>
    moments.filter((moment) => moment >= from && moment <= to).length / moments.length;
  return known.toSorted((one, other) => share(other) - share(one))[0]?.behind ?? 0;
}

/**
 * The marks of a sitting in order. A save is marked where it was made, by the clock of its sign-in, and so is the loss of connection
 * that delayed it.
 */
export function marksOf(events: readonly MarkedEvent[], clocks = clocksOf(events)): RecordingMark[] {
  return events
    .flatMap(({ kind, at, position, ticks, signIn, clientAt }): RecordingMark[] => {
      const made = clientAt === null ? at : clientAt + (clocks.get(signIn)?.behind ?? 0);
      const mark = { kind: kinds[kind], at: made, serverAt: at, position, ticks };
      return at - made >= lossMilliseconds ? [{ ...mark, kind: 'loss' }, mark] : [mark];
    })
    .toSorted((one, other) => one.at - other.at);
}

type Clocks = Pick<RecordingMark, 'at' | 'serverAt'>;

/** When what arrived at a moment had happened, by the nearest mark. */
export function recordedMoment(marks: readonly Clocks[], serverAt: Moment): Moment {
  let nearest: Clocks | undefined;
  for (const mark of marks)
    if (!nearest || Math.abs(mark.serverAt - serverAt) < Math.abs(nearest.serverAt - serverAt))
      nearest = mark;
  return nearest ? serverAt + nearest.at - nearest.serverAt : serverAt;
}
