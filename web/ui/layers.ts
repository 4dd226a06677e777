import { useId, useLayoutEffect, useRef } from 'react';
import { pendingConfirm } from './confirm.ts';

type Layer = { readonly id: string; readonly onEscape: () => void };

/** What lies over the page, the topmost last: dialogs, dialogs over dialogs, calendars. */
let layers: readonly Layer[] = [];

/** When a question was last asked or answered, on the clock that stamps events. */
let questionChangedAt = Number.NEGATIVE_INFINITY;
pendingConfirm.subscribe(() => {
  questionChangedAt = performance.now();
});

/**
 * Escape means the topmost layer only. It does not mean a dialog while a question lies over it, nor when this very
 * press has just answered one, nor while a list of choices is open, which closes by itself.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (pendingConfirm.get() !== undefined || questionChangedAt >= event.timeStamp) return;
  const inOpenList =
    event.target instanceof Element && event.target.hasAttribute('data-mantine-stop-propagation');
  if (!inOpenList) layers.at(-1)?.onEscape();
}

/** Puts a layer over the page while it is open; without `onEscape` it closes by itself and only shields what lies below. */
export function useLayer(opened: boolean, onEscape?: () => void): void {
  const id = useId();
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useLayoutEffect(() => {
    if (!opened) return;
    if (layers.length === 0) window.addEventListener('keydown', onKeyDown, { capture: true });
    layers = [...layers, { id, onEscape: () => latest.current?.() }];
    return () => {
      layers = layers.filter((layer) => layer.id !== id);
      if (layers.length === 0) window.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [opened, id]);
}

/** Whether nothing lies over the page. */
export function nothingIsOpen(): boolean {
  return layers.length === 0 && pendingConfirm.get() === undefined;
}
