import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many of the entries fit in a row, when what does not fit needs a button of its own at the end. */
export function fittingCount(widths: readonly number[], available: number, moreWidth: number): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width);
  if ((ends.at(-1) ?? 0) <= available) return widths.length;
  return ends.filter((end) => end <= available - moreWidth).length;
}

/** Watches a row and its hidden twin, whose last child is the button for the rest, and says how many entries fit. */
export function useFittingCount(
  row: RefObject<HTMLElement | null>,
  twin: RefObject<HTMLElement | null>,
  total: number,
): number {
  const [count, setCount] = useState(total);
  useLayoutEffect(() => {
    const [outer, inner] = [row.current, twin.current];
    if (outer === null || inner === null) return;
    const measure = () => {
      const widths = [...inner.children].map((child) => child.getBoundingClientRect().width);
      const moreWidth = widths.pop() ?? 0;
      setCount(fittingCount(widths.slice(0, total), outer.getBoundingClientRect().width, moreWidth));
    };
    measure();
    // The twin changes its size with the language and when the page's font arrives.
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [row, twin, total]);
  return count;
}
