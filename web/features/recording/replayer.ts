import '@rrweb/replay/dist/style.css';
import { Replayer } from '@rrweb/replay';

/** A recorded event; its content is the recorder's. */
export type ReplayedEvent = { readonly type: number; readonly timestamp: number; readonly data?: unknown };

type Size = { readonly width: number; readonly height: number };

/** Plays one stretch of a recording into an element. */
export type SegmentPlayer = {
  readonly play: (offset: number) => void;
  readonly pause: (offset?: number) => void;
  /** Milliseconds since the stretch began. */
  readonly offset: () => number;
  readonly setSpeed: (speed: number) => void;
  readonly destroy: () => void;
};

type ReplayOptions = {
  readonly root: HTMLElement;
  readonly speed: number;
  /** The title of the frame, for assistive technology. */
  readonly title: string;
  readonly onSize: (size: Size) => void;
  readonly onEnd: () => void;
};

const custom = 5;
const silent = { log: () => undefined, warn: () => undefined };

/** Builds the page of a stretch; `until` is when the stretch ends, which may be after its last event. */
export function playSegment(
  events: readonly ReplayedEvent[],
  until: number,
  { root, speed, title, onSize, onEnd }: ReplayOptions,
): SegmentPlayer {
  const end = { type: custom, data: { tag: 'end', payload: {} }, timestamp: until };
  const replayer = new Replayer([...events, end] as unknown as ConstructorParameters<typeof Replayer>[0], {
    root,
    speed,
    skipInactive: false,
    mouseTail: false,
    showWarning: false,
    triggerFocus: false,
    logger: silent,
  });
  replayer.iframe.title = title;
  replayer.iframe.tabIndex = -1;
  replayer.on('resize', (size) => onSize(size as Size));
  replayer.on('finish', onEnd);
  return {
    play: (offset) => replayer.play(offset),
    pause: (offset) => replayer.pause(offset),
    offset: () => replayer.getCurrentTime(),
    setSpeed: (next) => replayer.setConfig({ speed: next }),
    destroy: () => replayer.destroy(),
  };
}
