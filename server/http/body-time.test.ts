import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, it, vi } from 'vitest';
import { rawConnection } from '#server/testing/raw-connection.ts';
import { boundBodyTime } from './body-time.ts';

afterEach(() => vi.useRealTimers());

it('[SAFE-17] keeps no timer, and so no request in memory, once a request with a body is answered', async () => {
  const app = fastify();
  boundBodyTime(app, { BODY_SECONDS: 30 });
  const answered = new EventTarget();
  app.post('/', async (_request, reply) => {
    reply.raw.once('close', () => answered.dispatchEvent(new Event('answered')));
    return 'read';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const connection = await rawConnection((app.server.address() as AddressInfo).port);
  try {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const over = once(answered, 'answered');
    connection.send('POST / HTTP/1.1\r\nhost: exam\r\ncontent-type: application/json\r\n');
    connection.send('content-length: 2\r\n\r\n');
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    connection.send('{}');
    await over;
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    connection.destroy();
    await app.close();
  }
});
