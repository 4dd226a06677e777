import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/call.ts';

export type ServedRoute = { readonly method: string; readonly url: string; readonly call: Call | undefined };

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes of this server, in the order of registration. */
    servedRoutes: ServedRoute[];
  }
}

/** Records every route on registration, so audits can list them from the running server. */
export function noteServedRoutes(app: FastifyInstance): void {
  app.decorate('servedRoutes', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) app.servedRoutes.push({ method: one, url, call: config?.call });
  });
}
