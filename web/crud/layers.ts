import { useEffect, useId } from 'react';
import { askedQuestion } from '#web/ui/confirm.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** What lies over the page, the topmost last: dialogs, dialogs over dialogs, calendars. */
const layers = createStore<readonly string[]>([]);

/** Whether this layer is the one the Escape key means; a question that is being asked lies over all of them. */
export function useTopLayer(opened: boolean): boolean {
  const id = useId();
  const asked = useStore(askedQuestion);
  const current = useStore(layers);
  useEffect(() => {
    if (!opened) return;
    layers.set([...layers.get(), id]);
    return () => layers.set(layers.get().filter((layer) => layer !== id));
  }, [opened, id]);
  return opened && asked === undefined && current.at(-1) === id;
}

/** Whether nothing lies over the page. */
export function nothingIsOpen(): boolean {
  return layers.get().length === 0 && askedQuestion.get() === undefined;
}
