import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/services.ts';

/** `/health`: the process lives. `/ready`: it can also reach its database, and should be sent requests. */
export function serveHealth(app: FastifyInstance, { database }: Services): void {
  app.get('/health', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/ready', { schema: { hide: true } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    try {
      await database.sql`select 1`;
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ status: 'waiting for the database' });
    }
  });
}
