import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { rawConnection } from '#server/testing/raw-connection.ts';
import { stoppingOf } from './stopping.ts';

/** Much longer than the tests: a connection that closes was closed by us. */
const keepAliveTimeout = 600_000;

/** A server whose response waits: with its headers already sent, or before them. */
async function serving(areHeadersSent: boolean) {
  const app = fastify({ keepAliveTimeout });
  const stopping = stoppingOf(app);
  const body = new PassThrough();
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  app.get('/', async (_request, reply) => {
    isAsked();
    if (areHeadersSent) return reply.send(body);
    await once(body, 'end');
    return 'late';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const connection = await rawConnection((app.server.address() as AddressInfo).port);
  connection.send('GET / HTTP/1.1\r\nhost: exam\r\n\r\n');
  await asked;
  if (areHeadersSent) {
    body.write('begun');
    await connection.receives('begun');
  } else body.resume();
  return { app, stopping, body, connection };
}

it.each([
  ['a short response, which says so', false, 'connection: close'],
  ['a long response that has begun', true, 'connection: keep-alive'],
])('[OPS-5] a process that stops closes the connection after %s', async (_, areHeadersSent, header) => {
  const { app, stopping, body, connection } = await serving(areHeadersSent);
  const closed = app.close();
  await expect.poll(() => stopping.aborted).toBe(true);
  body.end(' and ended');
  expect((await connection.closed()).toLowerCase()).toContain(header);
  await closed;
});
