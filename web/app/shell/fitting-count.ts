import { type RefObject, useLayoutEffect, useState } from 'react';

/** How many entries fit in a row; if not all fit, the row reserves space for an overflow button. */
export function fittingCount(widths: readonly number[], available: number, moreWidth: number): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? 0) + width);
  if ((ends.at(-1) ?? 0) <= available) return widths.length;
  return ends.filter((end) => end <= available - moreWidth).length;
}

/** Measures a row through a hidden copy whose last child is the overflow button. Returns how many entries fit. */
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
    // The copy's size changes with the language and when the web font loads.
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [row, twin, total]);
  return count;
}
