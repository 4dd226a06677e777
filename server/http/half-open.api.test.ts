import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { type RawConnection, rawConnection, responseIn } from '#server/testing/raw-connection.ts';
import { useTestServer } from '#server/testing/server.ts';

// A connection without traffic would be answered as stalled, after half a minute.
const server = useTestServer();
let port: number;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
let connections: RawConnection[] = [];
afterEach(() => {
  for (const connection of connections) connection.destroy();
  connections = [];
});

async function connected(): Promise<RawConnection> {
  const connection = await rawConnection(port);
  connections.push(connection);
  return connection;
}
const alive = 'GET /health HTTP/1.1\r\nhost: exam\r\n\r\n';
const malformed = { status: 400, body: { error: 'request.malformed', params: {} } };

/** Sooner than a stalled request or an idle connection is ended. */
const atOnce = { timeout: 20_000 };
async function endedAtOnce(connection: RawConnection): Promise<string> {
  connection.socket.end();
  await expect.poll(() => connection.isClosed, atOnce).toBe(true);
  return connection.received();
}

describe('[SAFE-17] a connection that its client has ended on one side', () => {
  it('[SAFE-17] is closed at once before its first request', async () => {
    const connection = await connected();
    expect(await endedAtOnce(connection)).toBe('');
  });

  it('[SAFE-17] is closed at once between two requests', async () => {
    const connection = await connected();
    connection.send(alive);
    const received = await connection.receives('alive');
    expect(await endedAtOnce(connection)).toBe(received);
  });

  it.each([
    ['headers', 'GET /health HTTP/1.1\r\nho'],
    [
      'body',
      'POST /api/umfst/login HTTP/1.1\r\nhost: exam\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":"',
    ],
  ])('[SAFE-17] is refused and closed at once in the middle of %s', async (_, written) => {
    const connection = await connected();
    connection.send(written);
    expect(responseIn(await endedAtOnce(connection))).toEqual(malformed);
  });

  it('[SAFE-17] is closed at once in the middle of an upload', async () => {
    const { token } = await signedInAs(server, 'admin');
    const connection = await connected();
    connection.send(
      `POST /api/umfst/questionImages HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    );
    expect(responseIn(await endedAtOnce(connection))).toEqual(malformed);
  });
});

it('[SAFE-17] a connection that is idle after a request is closed without another response', async () => {
  const { keepAliveTimeout } = server.app.server;
  expect(keepAliveTimeout).toBeLessThanOrEqual(75_000);
  server.app.server.keepAliveTimeout = 200;
  try {
    const connection = await connected();
    connection.send(alive);
    const received = await connection.receives('alive');
    expect(await connection.closed()).toBe(received);
  } finally {
    server.app.server.keepAliveTimeout = keepAliveTimeout;
  }
});
