import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { ProcessSettings } from '#server/process-settings.ts';

/** Structured lines without personal data: no addresses, no bodies, no query strings, no tokens. */
export function loggerOptions(settings: ProcessSettings): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: settings.LOG_LEVEL,
    base: { pid: process.pid },
    serializers: {
      req: (request) => ({ method: request.method, route: request.routeOptions?.url }),
      res: (reply) => ({ status: reply.statusCode }),
      // A database error carries the values it tripped over, so only what names the defect is kept.
      err: (error) => ({
        type: error.name,
        message: 'severity' in error ? `database error ${String(error.code)}` : error.message,
        stack: error.stack ?? '',
        ...('constraint' in error && { constraint: error.constraint }),
      }),
    },
  };
}

/** One line per answered request: which route, how it ended, how long it took, for whom by number only. */
export function logRequests(app: FastifyInstance, { LOG_LEVEL }: ProcessSettings): void {
  if (!['info', 'debug', 'trace'].includes(LOG_LEVEL)) return;
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.caller?.actor.userId,
      },
      'answered',
    );
    done();
  });
}
