import { type RefObject, useEffect, useRef } from 'react';

/** The ref of a row of links that scrolls sideways; keeps the current one in view: when the page opens with it, when the window is turned and when fonts arrive. */
export function useCurrentInView<E extends HTMLElement>(current: string): RefObject<E | null> {
  const row = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the marked link moves when another one is current.
  useEffect(() => {
    const shown = row.current;
    if (!shown) return;
    const showCurrent = () => {
      const link = shown.querySelector('[aria-current]');
      if (!link) return;
      const [outer, inner] = [shown.getBoundingClientRect(), link.getBoundingClientRect()];
      // Only sideways: the page itself stays where it is.
      shown.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
    };
    showCurrent();
    const observer = new ResizeObserver(showCurrent);
    // The links too: a font that arrives late makes them wider.
    for (const element of [shown, ...shown.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [current]);
  return row;
}
