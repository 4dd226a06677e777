import type { Entity } from '#contract/entity.ts';

/** The row a nested table hangs under. */
export type ParentRow = { readonly path: string; readonly id: number; readonly name: string };

/** Where the rows of an entity are listed: on their own, or those of one parent. */
export function listPath(entity: Entity, parent: ParentRow | undefined): string {
  return parent ? `${parent.path}/${parent.id}/${entity.path}` : entity.path;
}

/** The fields that are child tables, with the paths of their entities. */
export function childPaths(entity: Entity): readonly string[] {
  return Object.values(entity.fields).flatMap((field) => (field.type === 'table' ? [field.items] : []));
}
