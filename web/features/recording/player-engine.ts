import { afterIdle, type Segment, segmentAt, type Timeline } from '#domain/exam-taking/recording-timeline.ts';
import { createStore, type Store } from '#web/base/store.ts';
import type { LoadedPieces } from './recording-calls.ts';
import type { SegmentPlayer } from './replayer.ts';

export type PlayerState = {
  /** Milliseconds on the time line. */
  readonly position: number;
  readonly isPlaying: boolean;
  readonly speed: number;
  readonly skipsIdle: boolean;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly missingImages: boolean;
};

export type PlayerEngine = {
  readonly state: Store<PlayerState>;
  readonly play: () => void;
  readonly pause: () => void;
  readonly seek: (position: number) => void;
  readonly setSpeed: (speed: number) => void;
  readonly setSkipsIdle: (skips: boolean) => void;
  readonly destroy: () => void;
};

export type Stage = {
  /** Builds the page of a stretch in a new layer; `show` replaces the layer shown before. */
  readonly mount: (
    events: LoadedPieces['events'],
    segment: Segment,
    speed: number,
    onEnd: () => void,
  ) => { readonly player: SegmentPlayer; readonly show: () => void };
};

/** Stretches kept in memory: the current one, the next, and a few for going back. */
const maxCached = 6;
/** How often the position is shown while playing. */
const tickMilliseconds = 200;

/**
 * Plays a recording stretch by stretch. Only the stretch of the position is loaded and built, from its keyframe, so
 * that opening and seeking cost the same at any length (REC-5).
 */
export function createPlayerEngine(
  timeline: Timeline,
  stage: Stage,
  load: (segment: Segment) => Promise<LoadedPieces>,
  startAt: number,
): PlayerEngine {
  const state = createStore<PlayerState>({
    position: startAt,
    isPlaying: false,
    speed: 1,
    skipsIdle: true,
    status: 'loading',
    missingImages: false,
  });
  const set = (change: Partial<PlayerState>) => state.set({ ...state.get(), ...change });
  const cache = new Map<number, Promise<LoadedPieces>>();
  let shown: { readonly index: number; readonly player: SegmentPlayer } | undefined;
  let seeks = 0;

  function loaded(index: number): Promise<LoadedPieces> {
    const segment = timeline.segments[index];
    if (!segment) return Promise.reject(new Error('no such stretch'));
    const found = cache.get(index) ?? load(segment);
    cache.delete(index);
    cache.set(index, found);
    found.catch(() => cache.delete(index));
    for (const [oldest] of cache) if (cache.size > maxCached) cache.delete(oldest);
    return found;
  }

  /** Continues with the next stretch, or stops at the end. */
  function continueAt(index: number): void {
    if (shown?.index !== index || !state.get().isPlaying) return;
    const next = timeline.segments[index + 1];
    if (next) void goTo(next.start);
    else set({ isPlaying: false, position: timeline.length });
  }

  async function goTo(requestedPosition: number): Promise<void> {
    seeks += 1;
    const seek = seeks;
    const position = Math.max(0, Math.min(requestedPosition, timeline.length));
    const index = segmentAt(timeline, position);
    const segment = timeline.segments[index];
    if (!segment) return set({ status: 'failed', isPlaying: false });
    set({ position });
    const offset = position - segment.start;
    try {
      if (shown?.index !== index) {
        shown?.player.pause();
        set({ status: 'loading' });
        const { events, missingImages } = await loaded(index);
        if (seek !== seeks) return;
        const { player, show } = stage.mount(events, segment, state.get().speed, () => continueAt(index));
        player.pause(offset);
        show();
        shown?.player.destroy();
        shown = { index, player };
        if (missingImages) set({ missingImages });
      }
      if (state.get().isPlaying) shown.player.play(offset);
      else shown.player.pause(offset);
      set({ status: 'ready' });
      if (index + 1 < timeline.segments.length) void loaded(index + 1).catch(() => undefined);
    } catch {
      if (seek === seeks) set({ status: 'failed', isPlaying: false });
    }
  }

  function tick(): void {
    const { isPlaying, status, skipsIdle } = state.get();
    if (!isPlaying || status !== 'ready' || !shown) return;
    const segment = timeline.segments[shown.index];
    if (!segment) return;
    const position = Math.min(segment.end, segment.start + Math.max(0, shown.player.offset()));
    const further = skipsIdle ? afterIdle(timeline, position) : undefined;
    if (further === undefined) set({ position });
    else void goTo(further);
  }
  const timer = setInterval(tick, tickMilliseconds);
  void goTo(startAt);

  return {
    state,
    play: () => {
      const { position } = state.get();
      set({ isPlaying: true });
      void goTo(position >= timeline.length ? 0 : position);
    },
    pause: () => {
      tick();
      set({ isPlaying: false });
      shown?.player.pause();
    },
    seek: (position) => void goTo(position),
    setSpeed: (speed) => {
      set({ speed });
      shown?.player.setSpeed(speed);
    },
    setSkipsIdle: (skipsIdle) => set({ skipsIdle }),
    destroy: () => {
      seeks += 1;
      clearInterval(timer);
      shown?.player.destroy();
      cache.clear();
    },
  };
}
