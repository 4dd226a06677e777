import * as calls from '#contract/accounts.ts';
import { exportTypes } from '#contract/crud-calls.ts';
import { eachSelected } from '#server/http/each-selected.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { exportedAccounts } from './accounts-export.ts';
import { disableAccount, enableAccount } from './disabling.ts';
import { createAccount, pageOfAccounts } from './listing.ts';

/** The calls about accounts; passwords and links belong to signing in. */
export function accountRoutes(services: Services): Route[] {
  return [
    route(calls.listAccounts, ({ query }) => pageOfAccounts(services, query)),
    route(calls.exportAccounts, async ({ query }) => ({
      type: exportTypes[query.format],
      fileName: `accounts.${query.format}`,
      content: exportedAccounts(services, query),
    })),
    route(calls.addAccount, ({ body, author }) => createAccount(services, body, author)),
    route(calls.disableAccount, async ({ caller, params, body, author }) => {
      await disableAccount(services, caller.actor, { userId: params.id, ...body }, author);
      return undefined;
    }),
    route(calls.enableAccount, async ({ caller, params, author }) => {
      await enableAccount(services, caller.actor, params.id, author);
      return undefined;
    }),
    route(calls.disableSelected, ({ caller, body, author }) =>
      eachSelected(body.ids, (userId) =>
        disableAccount(services, caller.actor, { userId, whileSitting: false }, author),
      ),
    ),
    route(calls.enableSelected, ({ caller, body, author }) =>
      eachSelected(body.ids, (userId) => enableAccount(services, caller.actor, userId, author)),
    ),
  ];
}
