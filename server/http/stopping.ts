import type { FastifyInstance } from 'fastify';

/**
 * Aborted as soon as the process stops accepting requests, while it still completes running ones. Their connections end
 * with them: kept open, they would delay the end of the process until they have been idle for long enough.
 */
export function stoppingOf(app: FastifyInstance): AbortSignal {
  const stopping = new AbortController();
  app.addHook('preClose', async () => stopping.abort());
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (stopping.signal.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
  // The headers of a long response may have been sent before.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (stopping.signal.aborted) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
  return stopping.signal;
}
