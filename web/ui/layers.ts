import { useId, useLayoutEffect, useRef } from 'react';
import { pendingConfirm } from './confirm.ts';

type Layer = { readonly id: string; readonly onEscape: () => void };

/** The open layers over the page, topmost last: dialogs, nested dialogs, calendars. */
let layers: readonly Layer[] = [];

/** When a confirmation last opened or closed, on the clock of event timestamps. */
let questionChangedAt = Number.NEGATIVE_INFINITY;
pendingConfirm.subscribe(() => {
  questionChangedAt = performance.now();
});

/**
 * Escape closes only the topmost layer. It does not close a dialog under a confirmation, when the same key press has
 * just answered one, or while a select is open, which closes by itself.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  if (pendingConfirm.get() !== undefined || questionChangedAt >= event.timeStamp) return;
  const inOpenList =
    event.target instanceof Element && event.target.hasAttribute('data-mantine-stop-propagation');
  if (!inOpenList) layers.at(-1)?.onEscape();
}

/** Registers a layer while it is open; without `onEscape` it closes by itself and only shields the layers below. */
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

/** Whether no layer is open. */
export function isNothingOpen(): boolean {
  return layers.length === 0 && pendingConfirm.get() === undefined;
}
