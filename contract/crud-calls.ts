import { z } from 'zod';
import { type Call, defineCall } from './call.ts';
import { byId, rowId } from './common.ts';
import { draftSchema } from './draft.ts';
import { entityAt } from './entities/registry.ts';
import type { Entity } from './entity.ts';
import { exportQuery, type Item, type ItemOf, itemSchema, listQuery } from './item.ts';

/** The media types of an export, by its format. */
export const exportTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export const exportFile = Object.values(exportTypes);

const hasManyChoices = (entity: Entity) =>
  Object.values(entity.fields).some((field) => field.type === 'select' && field.multiple);

/** Computed once per entity: building schemas takes most of the server's start-up time. */
function oncePerEntity<T>(make: (entity: Entity) => T): (entity: Entity) => T {
  const cache = new WeakMap<Entity, { readonly value: T }>();
  return (entity) => {
    const known = cache.get(entity) ?? { value: make(entity) };
    cache.set(entity, known);
    return known.value;
  };
}

const nounsOf = ({ name, path, nouns }: Entity) => nouns ?? ([`a ${name}`, path] as const);

export const callsOf = oncePerEntity(makeCalls);

function makeCalls(entity: Entity) {
  const { path, access } = entity;
  const [one, many] = nounsOf(entity);
  const item = itemSchema(entity);
  const body = draftSchema(entity);
  // A row may be sent back as it was read, including the names of its selected rows.
  const written = hasManyChoices(entity) ? { body, bodyKilobytes: 256 } : { body };
  return {
    list: defineCall({
      method: 'GET',
      path,
      summary: `List ${many}`,
      access: access.read,
      query: listQuery(entity),
      response: z.array(item),
      list: true,
      workload: 'list',
      refusals: [],
    }),
    exported: defineCall({
      method: 'GET',
      path: `${path}/export`,
      summary: `Export ${many}`,
      access: access.read,
      query: exportQuery(entity),
      file: exportFile,
      workload: 'export',
      refusals: [],
    }),
    read: defineCall({
      method: 'GET',
      path: `${path}/:id`,
      summary: `Get ${one}`,
      access: access.read,
      params: byId,
      response: item,
      refusals: ['resource.notFound'],
    }),
    create: defineCall({
      method: 'POST',
      path,
      summary: `Add ${one}`,
      access: access.write,
      ...written,
      response: item,
      status: 201,
      refusals: ['resource.duplicate'],
    }),
    replace: defineCall({
      method: 'PUT',
      path: `${path}/:id`,
      summary: `Change ${one}`,
      access: access.write,
      params: byId,
      ...written,
      response: item,
      refusals: ['resource.notFound', 'resource.duplicate', 'resource.inUse'],
    }),
    remove: defineCall({
      method: 'DELETE',
      path: `${path}/:id`,
      summary: `Delete ${one}`,
      access: access.write,
      params: byId,
      refusals: ['resource.notFound', 'resource.inUse'],
    }),
  };
}

/** The type of a call with these parts. */
type CallWith<Parts> = Omit<Call, keyof Parts> & Parts;
type ListParts<Path extends string, Row> = {
  readonly method: 'GET';
  readonly path: Path;
  /** Without the filters of the entity. */
  readonly query: z.ZodObject<
    Pick<ReturnType<typeof listQuery>['shape'], 'search' | 'sort' | 'desc' | 'skip' | 'take'>
  >;
  readonly response: z.ZodType<Row[]>;
  readonly list: true;
};

/** The types of the calls of one entity, for the web: `callList<ListOf<typeof room>>('GET examrooms', …)`. */
export type ListOf<E extends Entity> = CallWith<ListParts<E['path'], ItemOf<E>>>;
export type ChildListOf<P extends Entity, E extends Entity> = CallWith<
  ListParts<`${P['path']}/:id/${E['path']}`, ItemOf<E>> & { readonly params: typeof byId }
>;
export type ReadOf<E extends Entity> = CallWith<{
  readonly method: 'GET';
  readonly path: `${E['path']}/:id`;
  readonly params: typeof byId;
  readonly response: z.ZodType<ItemOf<E>>;
}>;
export type CreateOf<E extends Entity> = CallWith<{
  readonly method: 'POST';
  readonly path: E['path'];
  readonly body: z.ZodType<unknown, Readonly<Partial<Record<keyof E['fields'], unknown>>>>;
  readonly response: z.ZodType<ItemOf<E>>;
}>;
/** The list of any entity, for the generic screens. */
export type AnyList = CallWith<ListParts<string, Item>>;

/** How a query may name the parent: by its path, its name or the field that holds it. */
const parentKeys = (parent: NonNullable<Entity['parent']>): readonly string[] => [
  ...new Set([parent.via, `${parent.path}Id`, `${entityAt(parent.path).name}Id`]),
];

/** The calls that list the rows of an entity under one row of its parent, if it has one. */
export const childCallsOf = oncePerEntity((entity) => entity.parent && makeChildCalls(entity, entity.parent));

function makeChildCalls(entity: Entity, parent: NonNullable<Entity['parent']>) {
  const response = z.array(itemSchema(entity));
  const shared = {
    method: 'GET',
    access: entity.access.read,
    list: true,
    workload: 'list',
    refusals: ['resource.notFound'],
  } as const;
  const keys = parentKeys(parent);
  const [, many] = nounsOf(entity);
  const [parentOne] = nounsOf(entityAt(parent.path));
  const query = z
    .object({
      ...listQuery(entity).shape,
      ...Object.fromEntries(keys.map((key) => [key, rowId.optional()])),
    })
    .refine((given) => keys.some((key) => key in given), {
      path: [parent.via],
      error: 'validation.required',
    });
  return {
    below: defineCall({
      ...shared,
      path: `${parent.path}/:id/${entity.path}`,
      summary: `List the ${many} of ${parentOne}`,
      params: byId,
      query: listQuery(entity),
      response,
    }),
    filtered: defineCall({
      ...shared,
      path: `${parent.path}/${entity.path}`,
      summary: `List the ${many} of ${parentOne} given in the query (${keys.join(', ')})`,
      query,
      response,
    }),
    /** The id of the parent in a query of `filtered`. */
    parentOf: (given: Readonly<Record<string, unknown>>) =>
      Number(given[keys.find((key) => given[key] !== undefined) ?? parent.via]),
  };
}
