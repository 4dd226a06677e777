import { callsOf, childCallsOf, exportTypes } from '#contract/crud-calls.ts';
import type { Draft } from '#contract/draft.ts';
import { entities, entityAt } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { ListQuery } from '#contract/item.ts';
import { transactionWithAttempts } from '#server/db/audit-entry.ts';
import type { Author } from '#server/db/database.ts';
import { type Route, route, type SignedIn } from '#server/http/route.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import type { CrudHooks } from './entity-hooks.ts';
import { exportedFile } from './export.ts';
import { filtersOf, page } from './list.ts';
import { paceOf } from './paced.ts';
import { type ReadContext, rowWithId } from './reading.ts';
import { create, refuseMissing, remove, replace, type WriteContext } from './writing.ts';

/** The routes of every entity of the registry. */
export function crudRoutes(services: Services, hooks: CrudHooks): Route[] {
  return (entities as readonly Entity[]).flatMap((entity) => routesOf(services, hooks, entity));
}

type Writer = { readonly caller: SignedIn; readonly author: Author };

/** Writes of an entity, each in a transaction audited under the caller. */
export const writerOf =
  (services: Services, hooks: CrudHooks, entity: Entity) =>
  <T>({ caller, author }: Writer, work: (writing: WriteContext) => Promise<T>): Promise<T> =>
    transactionWithAttempts(services.database, author, async (sql) =>
      work({ sql, entity, hooks, services, viewer: await viewerOf(sql, caller.actor) }),
    );

function routesOf(services: Services, hooks: CrudHooks, entity: Entity): Route[] {
  const { database } = services;
  const calls = callsOf(entity);
  const pace = paceOf(services.rush);

  const reading = async (caller: SignedIn, read = entity): Promise<ReadContext> => ({
    sql: database.sql,
    entity: read,
    hooks,
    viewer: await viewerOf(database.sql, caller.actor),
  });
  const writing = writerOf(services, hooks, entity);
  const listed = async (caller: SignedIn, query: ListQuery, parentId?: number) =>
    page(await reading(caller), { ...query, filters: filtersOf(entity, query), parentId }, query);

  return [
    route(calls.list, ({ caller, query }) => listed(caller, query)),
    route(calls.exported, async ({ caller, query }) => ({
      type: exportTypes[query.format],
      fileName: `${entity.path}.${query.format}`,
      content: await exportedFile(await reading(caller), query, pace),
    })),
    route(calls.read, async ({ caller, params }) => {
      const found = await reading(caller);
      return (await rowWithId(found, params.id)) ?? refuseMissing(found);
    }),
    route(calls.create, (input) => writing(input, (write) => create(write, input.body as Draft))),
    route(calls.replace, (input) =>
      writing(input, (write) => replace(write, input.params.id, input.body as Draft)),
    ),
    route(
      calls.remove,
      (input) => writing(input, (write) => remove(write, input.params.id)) as Promise<undefined>,
    ),
    ...childRoutes(),
  ];

  function childRoutes(): Route[] {
    const children = childCallsOf(entity);
    if (!entity.parent || !children) return [];
    const parent = entityAt(entity.parent.path);
    const under = async (caller: SignedIn, query: ListQuery, id: number) => {
      const above = await reading(caller, parent);
      if (!(await rowWithId(above, id))) refuseMissing(above);
      return listed(caller, query, id);
    };
    return [
      route(children.below, ({ caller, params, query }) => under(caller, query, params.id)),
      route(children.filtered, ({ caller, query }) =>
        under(caller, query as ListQuery, children.parentOf(query)),
      ),
    ];
  }
}
