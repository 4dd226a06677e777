import { z } from 'zod';
import type { Computed, Entity } from './entity.ts';
import type { Field } from './field.ts';

function valueSchema(field: Field): z.ZodType {
  switch (field.type) {
    case 'number':
      return z.number();
    case 'boolean':
    case 'three-state':
      return z.boolean();
    case 'select':
      return field.multiple ? z.array(z.int()) : z.int();
    default:
      return z.string();
  }
}

const computedSchema: Record<Computed['from'], z.ZodType> = {
  lookup: z.string().nullable(),
  lookupAll: z.array(z.string()),
  count: z.int(),
  sum: z.int(),
};

/** The schema of a row as the server answers it: id, stored fields, computed columns; nothing else leaves. */
export function itemSchema(entity: Entity) {
  const stored = Object.entries(entity.fields).filter(([, field]) => field.type !== 'table');
  return z.strictObject(
    Object.fromEntries<z.ZodType>([
      ['id', z.int()],
      ...stored.map(
        ([name, field]) =>
          [name, field.required ? valueSchema(field) : valueSchema(field).nullable()] as const,
      ),
      ...Object.entries(entity.computed).map(
        ([name, computed]) => [name, computedSchema[computed.from]] as const,
      ),
    ]),
  );
}

/** A row of any entity, as the generic screens see it. */
export type Item = { readonly id: number } & Readonly<Record<string, unknown>>;

/** How a list is asked for. Unknown sort columns are refused by the entity's own list call. */
export const listQuery = z.object({
  search: z.string().trim().max(200).optional(),
  skip: z.coerce.number().int().min(0).max(10_000_000).default(0),
  take: z.coerce.number().int().min(1).max(500).default(50),
  sort: z.string().max(60).optional(),
  desc: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
});
export type ListQuery = z.output<typeof listQuery>;
