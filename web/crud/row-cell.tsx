import { Badge } from '@mantine/core';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { NameList } from '#web/list/name-list.tsx';
import { type HooksByEntity, hooksOf } from './entity-hooks.ts';
import { isFlag, useShownValue } from './shown-value.ts';

type RowCellProps = {
  readonly entity: Entity;
  readonly entityHooks: HooksByEntity;
  readonly column: string;
  readonly item: Item;
};

/** A longer text may not fit its column. */
const longText = 24;

/** The content of one cell: custom, or by its type. */
export function RowCell({ entity, entityHooks, column, item }: RowCellProps) {
  const shown = useShownValue();
  const own = hooksOf(entityHooks, entity.name).cells?.[column];
  if (own) return own(item);
  const value = item[column];
  if (entity.computed[column]?.from === 'lookupAll' && Array.isArray(value))
    return <NameList names={value} />;
  const text = shown(entity, column, item);
  if (!isFlag(entity, column)) return text.length > longText ? <span title={text}>{text}</span> : text;
  return <Badge variant="default">{text}</Badge>;
}
