import type { Timeline } from '#domain/exam-taking/recording-timeline.ts';
import { chunk } from '#web/base/chunk.ts';
import { createPlayerEngine, type PlayerEngine } from './player-engine.ts';
import { fetchPieces } from './recording-calls.ts';

const replayerChunk = chunk(() => import('./replayer.ts'));

type ShownPart = { readonly startAt: number; readonly title: string };

/** Scales the recorded page to the width of the box. */
function scaleTo(
  box: HTMLElement,
  layer: HTMLElement,
  size: { readonly width: number; readonly height: number },
) {
  const scale = Math.min(1, box.clientWidth / size.width) || 1;
  layer.style.transform = `scale(${scale})`;
  layer.style.width = `${size.width}px`;
  box.style.height = `${Math.ceil(size.height * scale)}px`;
}

/** Loads the replayer and plays a recording into an element, from a position on. */
export function openStage(
  box: HTMLElement,
  timeline: Timeline,
  { startAt, title }: ShownPart,
  onReady: (engine: PlayerEngine) => void,
): { readonly close: () => void } {
  let engine: PlayerEngine | undefined;
  let isClosed = false;
  let refit = () => {};
  const observer = new ResizeObserver(() => refit());
  observer.observe(box);

  void replayerChunk.load().then(({ playSegment }) => {
    if (isClosed) return;
    engine = createPlayerEngine(
      timeline,
      {
        mount: (events, segment, speed, onEnd) => {
          const layer = document.createElement('div');
          layer.dataset.layer = 'next';
          box.append(layer);
          // Events have the clock of the recording computer.
          const until = (events[0]?.timestamp ?? segment.from) + segment.to - segment.from;
          const player = playSegment(events, until, {
            root: layer,
            speed,
            title,
            onSize: (size) => {
              refit = () => scaleTo(box, layer, size);
              refit();
            },
            onEnd,
          });
          const show = () => {
            for (const other of [...box.children]) if (other !== layer) other.remove();
            delete layer.dataset.layer;
          };
          return { player, show };
        },
      },
      ({ fileName, pieces }) => fetchPieces(fileName, pieces),
      startAt,
    );
    onReady(engine);
  });
  return {
    close: () => {
      isClosed = true;
      observer.disconnect();
      engine?.destroy();
      box.replaceChildren();
    },
  };
}
