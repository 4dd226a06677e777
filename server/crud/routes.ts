import { callsOf, childCallsOf, exportTypes } from '#contract/crud-calls.ts';
import type { Draft } from '#contract/draft.ts';
import { entities, entityAt } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import type { ListQuery } from '#contract/item.ts';
import { transactionWithAttempts } from '#server/db/audit-entry.ts';
import { type Input, type Route, route, type SignedIn } from '#server/http/route.ts';
import { viewerOf } from '#server/scopes/viewer.ts';
import type { Services } from '#server/services.ts';
import { exportedFile } from './export.ts';
import { page, type Question } from './list.ts';
import type { Openings } from './opening.ts';
import { paceOf } from './paced.ts';
import { type Reading, rowWithId } from './reading.ts';
import { create, refuseMissing, remove, replace, type Writing } from './writing.ts';

type Asked = { readonly caller: SignedIn };

/** The routes of every entity of the registry, opened where an entity needs more than its data. */
export function crudRoutes(services: Services, openings: Openings): Route[] {
  return (entities as readonly Entity[]).flatMap((entity) => routesOf(services, openings, entity));
}

function routesOf(services: Services, openings: Openings, entity: Entity): Route[] {
  const { database } = services;
  const calls = callsOf(entity);
  const pace = paceOf(services.hashing.isRush);

  const reading = async (caller: SignedIn, read = entity): Promise<Reading> => ({
    sql: database.sql,
    entity: read,
    openings,
    viewer: await viewerOf(database.sql, caller.actor),
  });
  const writing = <T>(
    { caller, author }: Pick<Input<typeof calls.create>, 'caller' | 'author'>,
    work: (writing: Writing) => Promise<T>,
  ) =>
    transactionWithAttempts(database, author, async (sql) =>
      work({ sql, entity, openings, services, viewer: await viewerOf(sql, caller.actor) }),
    );
  const listed = async (
    asked: Asked & Pick<Input<typeof calls.list>, 'reply'>,
    query: ListQuery,
    parentId?: number,
  ) => {
    const { items, total } = await page(await reading(asked.caller), questionOf(query, parentId), query);
    void asked.reply.header('x-total-count', total);
    return [...items];
  };

  return [
    route(calls.list, (input) => listed(input, input.query)),
    route(calls.exported, async ({ caller, query, reply }) => {
      void reply
        .type(exportTypes[query.format])
        .header('content-disposition', `attachment; filename="${entity.path}.${query.format}"`);
      return (await exportedFile(await reading(caller), query, pace)) as never;
    }),
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
    if (!entity.parent) return [];
    const parent = entityAt(entity.parent.path);
    const children = childCallsOf(entity, entity.parent);
    const under = async (input: Parameters<typeof listed>[0], query: ListQuery, id: number) => {
      const above = await reading(input.caller, parent);
      if (!(await rowWithId(above, id))) refuseMissing(above);
      return listed(input, query, id);
    };
    return [
      route(children.below, (input) => under(input, input.query, input.params.id)),
      route(children.filtered, (input) =>
        under(input, input.query as ListQuery, children.parentOf(input.query)),
      ),
    ];
  }
}

const questionOf = ({ search, sort, desc }: ListQuery, parentId: number | undefined): Question => ({
  search,
  sort,
  desc,
  parentId,
});
