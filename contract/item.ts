import { z } from 'zod';
import { descending, highestId, page, rowId } from './common.ts';
import { type Computed, columnsOf, type Entity } from './entity.ts';
import type { Field } from './field.ts';
import { fileChoice, searched } from './listing.ts';

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

function computedSchema(computed: Computed): z.ZodType {
  switch (computed.from) {
    case 'lookup':
    case 'joined':
      return z.string().nullable();
    case 'lookupAll':
      return z.array(z.string());
    case 'hook':
      return computed.as === 'flag' ? z.boolean() : z.int();
    case 'count':
    case 'sum':
    case 'id':
      return z.int();
  }
}

const mayBeNull = (field: Field) => !field.required || field.personal === true;

/** The schema of a row in a response: id, stored fields and computed columns; nothing else is sent. */
export function itemSchema(entity: Entity) {
  const stored = Object.entries(entity.fields).filter(([, field]) => field.type !== 'table');
  return z.strictObject(
    Object.fromEntries<z.ZodType>([
      ['id', z.int()],
      ...stored.map(
        ([name, field]) =>
          [name, mayBeNull(field) ? valueSchema(field).nullable() : valueSchema(field)] as const,
      ),
      ...Object.entries(entity.computed).map(([name, computed]) => [name, computedSchema(computed)] as const),
    ]),
  );
}

type ValueOf<F> = F extends { type: 'number' }
  ? number
  : F extends { type: 'boolean' | 'three-state' }
    ? boolean
    : F extends { type: 'select' }
      ? F extends { multiple: true }
        ? readonly number[]
        : number
      : string;
type FieldValue<F> = F extends { personal: true }
  ? ValueOf<F> | null
  : F extends { required: true }
    ? ValueOf<F>
    : ValueOf<F> | null;
type ComputedValue<C> = C extends { from: 'lookup' | 'joined' }
  ? string | null
  : C extends { from: 'lookupAll' }
    ? readonly string[]
    : C extends { from: 'hook'; as: 'flag' }
      ? boolean
      : number;

/** A row of one entity, the type of what `itemSchema` describes. */
export type ItemOf<E extends Entity> = { readonly id: number } & {
  readonly [N in keyof E['fields'] as E['fields'][N] extends { type: 'table' } ? never : N]: FieldValue<
    E['fields'][N]
  >;
} & { readonly [N in keyof E['computed']]: ComputedValue<E['computed'][N]> };

/** A row of any entity, as the generic screens see it. */
export type Item = { readonly id: number } & Readonly<Record<string, unknown>>;

const filterSchema = (field: Field | undefined) => {
  if (field?.type === 'select') return rowId.optional();
  return z.coerce.number().int().min(0).max(highestId).optional();
};

/** The query parameters shared by a list and its export. */
const question = (entity: Entity) => ({
  ...Object.fromEntries(
    (entity.filters ?? []).map((name) => [name, filterSchema(entity.fields[name])] as const),
  ),
  search: searched,
  sort: z.enum(columnsOf(entity) as [string, ...string[]]).optional(),
  desc: descending,
});

/** The query of a list page; an unknown sort column is refused. */
export const listQuery = (entity: Entity) =>
  z.object({
    ...question(entity),
    ...page(),
  });
export type ListQuery = z.output<ReturnType<typeof listQuery>>;

/** The columns of a comma-separated list; by default those of the table. */
const columnList = (entity: Entity) =>
  z
    .string()
    .max(2000)
    .optional()
    .transform((list) => list?.split(',').filter(Boolean) ?? entity.columns)
    .pipe(z.array(z.enum(columnsOf(entity) as [string, ...string[]])).min(1));

/** The query of a list export. */
export const exportQuery = (entity: Entity) =>
  z.object({ ...question(entity), ...fileChoice, columns: columnList(entity) });
export type ExportQuery = z.output<ReturnType<typeof exportQuery>>;
