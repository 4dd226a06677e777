import { useState } from 'react';

function remembered(storageKey: string): readonly unknown[] | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return Array.isArray(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Which available columns are shown, in their own order, stored in this browser. At least one is always shown. Hidden
 * ones are shown only when chosen.
 */
export function useColumnChoice(
  storageKey: string,
  available: readonly string[],
  hidden: readonly string[] = [],
) {
  const [chosen, setChosen] = useState(() => remembered(storageKey));
  const defaults = available.filter((name) => !hidden.includes(name));
  const visible = available.filter((name) => chosen?.includes(name) ?? defaults.includes(name));
  const shown = visible.length > 0 ? visible : defaults;
  const toggle = (name: string) => {
    const next = available.filter((known) =>
      known === name ? !shown.includes(known) : shown.includes(known),
    );
    if (next.length === 0) return;
    localStorage.setItem(storageKey, JSON.stringify(next));
    setChosen(next);
  };
  return { shown, toggle };
}
