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

/** A mark on the time line of a recording: `at` by the recording computer's clock, `serverAt` by the database's. */
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
export const lossMilliseconds = 15_000;

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

/** How far each computer's clock is behind the database's, estimated from its fastest save. */
function clockDifferences(events: readonly MarkedEvent[]): ReadonlyMap<string | null, number> {
  const found = new Map<string | null, number>();
  for (const { at, clientAt, signIn } of events) {
    if (clientAt === null) continue;
    found.set(signIn, Math.min(found.get(signIn) ?? Number.POSITIVE_INFINITY, at - clientAt));
  }
  return found;
}

/**
 * The marks of a sitting in order. A loss of connection is marked where the delayed answer was made. Events without a
 * browser's time are placed by the clock of their sign-in.
 */
export function marksOf(events: readonly MarkedEvent[]): RecordingMark[] {
  const differences = clockDifferences(events);
  const usual = [...differences.values()].at(0) ?? 0;
  return events
    .flatMap(({ kind, at, position, ticks, signIn, clientAt }): RecordingMark[] => {
      const difference = differences.get(signIn) ?? usual;
      const moment = clientAt ?? at - difference;
      const mark = { kind: kinds[kind], at: moment, serverAt: at, position, ticks };
      const isDelayed = clientAt !== null && at - clientAt - difference >= lossMilliseconds;
      return isDelayed ? [{ ...mark, kind: 'loss' }, mark] : [mark];
    })
    .toSorted((one, other) => one.at - other.at);
}

type Clocks = Pick<RecordingMark, 'at' | 'serverAt'>;

/** Converts a moment from one clock to the other by the nearest mark. */
function converted(marks: readonly Clocks[], from: keyof Clocks, to: keyof Clocks, moment: Moment): Moment {
  let nearest: Clocks | undefined;
  for (const mark of marks)
    if (!nearest || Math.abs(mark[from] - moment) < Math.abs(nearest[from] - moment)) nearest = mark;
  if (!nearest) return moment;
  return nearest[from] === moment ? nearest[to] : moment + nearest[to] - nearest[from];
}

/** A moment of the database's clock on the recording computer's clock. */
export const recordedMoment = (marks: readonly Clocks[], serverAt: Moment): Moment =>
  converted(marks, 'serverAt', 'at', serverAt);

/** A moment of the recording computer's clock on the database's clock. */
export const serverMoment = (marks: readonly Clocks[], at: Moment): Moment =>
  converted(marks, 'at', 'serverAt', at);
