import { useState } from 'react';
import type { RowId } from './column.ts';

/** Which rows of a list are expanded. */
export function useExpanded() {
  const [ids, setIds] = useState<ReadonlySet<RowId>>(new Set());
  const toggle = (id: RowId) =>
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return { isExpanded: (id: RowId) => ids.has(id), toggle };
}
