import type { Entity } from '#contract/entity.ts';
import type { Field } from '#contract/field.ts';

/** The path of a select's items: the whole list, or below the row selected in the last field it depends on. */
export function itemsPath(entity: Entity, field: Field, depValues: readonly unknown[]): string | undefined {
  if (field.type !== 'select') return undefined;
  if (depValues.some((value) => typeof value !== 'number')) return undefined;
  const parent = entity.fields[field.deps.at(-1) ?? ''];
  return parent?.type === 'select' ? `${parent.items}/${depValues.at(-1)}/${field.items}` : field.items;
}
