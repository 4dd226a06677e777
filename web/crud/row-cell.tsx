import { Badge } from '@mantine/core';
import { useState } from 'react';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { type Openings, openingFor } from './openings.ts';
import { useShownValue } from './shown-value.ts';

type RowCellProps = {
  readonly entity: Entity;
  readonly openings: Openings;
  readonly column: string;
  readonly item: Item;
};

const badged = new Set<string | undefined>(['boolean', 'three-state']);

/** The content of one cell: as the screen wants it, otherwise as its type is shown. */
export function RowCell({ entity, openings, column, item }: RowCellProps) {
  const shown = useShownValue();
  const own = openingFor(openings, entity.name).cells?.[column];
  if (own) return own(item);
  const text = shown(entity, column, item);
  if (!badged.has(entity.fields[column]?.type)) return text;
  return (
    <Badge variant="default" radius="sm" tt="none" fw={400} fz="xs">
      {text}
    </Badge>
  );
}

/** Which rows are open. */
export function useExpanded() {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return { isOpen: (id: number) => open.has(id), toggle };
}
