import { createStore, useStore } from '#web/base/store.ts';

/** Text sizes of a question, in rem; the second is the default. */
const sizes = [1, 1.125, 1.25, 1.5, 1.75] as const;
const first = 1;
const key = 'examTextSize';

function remembered(): number {
  const step = Number(localStorage.getItem(key) ?? first);
  return Number.isInteger(step) && step >= 0 && step < sizes.length ? step : first;
}

const chosen = createStore<number | undefined>(undefined);

/** The student's text size, stored in this browser. */
export function useTextSize() {
  const step = useStore(chosen) ?? remembered();
  const change = (by: 1 | -1) => {
    localStorage.setItem(key, String(step + by));
    chosen.set(step + by);
  };
  return {
    rem: sizes[step] ?? sizes[first],
    smaller: step > 0 ? () => change(-1) : undefined,
    larger: step < sizes.length - 1 ? () => change(1) : undefined,
  };
}
