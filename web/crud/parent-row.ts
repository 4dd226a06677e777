import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';

/** The parent row of a nested table. */
export type ParentRow = {
  readonly path: string;
  readonly id: number;
  readonly name: string;
  readonly item?: Item;
};

/** Whether rows may be written below a parent, as far as its row tells. */
export function isOpen(entity: Entity, parent: ParentRow | undefined): boolean {
  const flag = entity.parent?.open;
  return flag === undefined || parent?.item === undefined || parent.item[flag] === true;
}

/** Whether a row may be written, as far as it tells. */
export function isWritable(entity: Entity, item: Item): boolean {
  return entity.writable === undefined || item[entity.writable] === true;
}

/** The path of an entity's list: the whole list, or that of one parent. */
export function listPath(entity: Entity, parent: ParentRow | undefined): string {
  return parent ? `${parent.path}/${parent.id}/${entity.path}` : entity.path;
}

/** The paths of an entity's child tables. */
export function childPaths(entity: Entity): readonly string[] {
  return Object.values(entity.fields).flatMap((field) => (field.type === 'table' ? [field.items] : []));
}
