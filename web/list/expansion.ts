import { useState } from 'react';

/** Which rows of a list are expanded. */
export function useExpanded() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { isExpanded: (id: number) => ids.has(id), toggle };
}
