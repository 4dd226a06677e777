import type { FastifyInstance } from 'fastify';
import type { Call } from '#contract/call.ts';

export type ServedRoute = { readonly method: string; readonly url: string; readonly call: Call | undefined };

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route this server answers, in the order they were registered. */
    servedRoutes: ServedRoute[];
  }
}

/** Notes every route as it is registered, so that whoever audits the server can ask the server itself. */
export function noteServedRoutes(app: FastifyInstance): void {
  app.decorate('servedRoutes', []);
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) app.servedRoutes.push({ method: one, url, call: config?.call });
  });
}
