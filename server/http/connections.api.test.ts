import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { aStudent, signedIn, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { type RawConnection, rawConnection, responseIn } from '#server/testing/raw-connection.ts';
import { type TestServer, testServer, useTestServer } from '#server/testing/server.ts';

const usual = useTestServer();
/** The server under test, which each test starts on the database of the usual one. */
let server: TestServer;
let port: number;
let connections: RawConnection[] = [];

async function listening(environment: Readonly<Record<string, string>>): Promise<void> {
  server = await testServer({ environment, database: usual });
  port = await portOf(server);
}
async function portOf({ app }: TestServer): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
/** For tests that leave nothing behind. */
async function listeningAsUsual(): Promise<void> {
  server = usual;
  port = await portOf(usual);
}
afterEach(async () => {
  for (const connection of connections) connection.destroy();
  connections = [];
  if (server !== usual) await server.close();
});

async function connected(): Promise<RawConnection> {
  const connection = await rawConnection(port);
  connections.push(connection);
  return connection;
}
const connectedTimes = (count: number) => Promise.all(Array.from({ length: count }, connected));

const api = (path: string) => `/api/${server.services.process.INSTITUTION}/${path}`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: exam\r\n${headers}\r\n`;
const post = (path: string, body: string, length = Buffer.byteLength(body)) =>
  `POST ${path} HTTP/1.1\r\nhost: exam\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`;
const stalled = { status: 408, body: { error: 'request.stalled', params: {} } };
const held = () =>
  new Promise<number>((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Blocks all reads of sign-ins until released; authenticated requests wait. */
async function signInsHeld(): Promise<() => Promise<void>> {
  let letGo: () => void = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld: () => void = () => {};
  const holding = new Promise<void>((resolve) => {
    isHeld = resolve;
  });
  const done = server.database.sql.begin(async (tx) => {
    await tx`lock table sign_ins in access exclusive mode`;
    isHeld();
    await free;
  });
  await holding;
  return async () => {
    letGo();
    await done;
  };
}

describe('[SAFE-17] closes a stalled connection', () => {
  const environment = { STALL_SECONDS: '0.6' };

  it('[SAFE-17] while its headers are missing', async () => {
    await listening(environment);
    const connection = await connected();
    connection.send('GET / HTTP/1.1\r\nho');
    expect(responseIn(await connection.closed())).toEqual(stalled);
  });

  it('[SAFE-17] while its headers arrive one letter at a time', async () => {
    await listening(environment);
    const connection = await connected();
    const trickle = setInterval(() => connection.send('a'), 50);
    connection.send('GET / HTTP/1.1\r\nx: ');
    expect(responseIn(await connection.closed())).toEqual(stalled);
    clearInterval(trickle);
  });

  it('[SAFE-17] while its body is missing, including an upload', async () => {
    await listening(environment);
    const login = await connected();
    login.send(post(api('login'), '{"email":"', 100));
    expect(responseIn(await login.closed())).toEqual(stalled);

    const { token } = await signedInAs(server, 'admin');
    const upload = await connected();
    upload.send(
      `POST ${api('questionImages')} HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    );
    expect(responseIn(await upload.closed())).toEqual(stalled);
  });

  it('[SAFE-17] when it never sends anything', async () => {
    await listening(environment);
    const silent = await connected();
    await silent.closed();
    await expect.poll(held).toBe(0);
  });

  it('[SAFE-17] when the client does not read its responses', async () => {
    await listening(environment);
    const { socket, send } = await connected();
    socket.pause();
    for (let n = 0; n < 200 && (await held()) > 0; n += 1) {
      send(get('/api/docs/json'));
      await server.app.inject('/api/docs/json');
    }
    await expect.poll(held).toBe(0);
  });

  it('[SAFE-17] but not while its request is being processed', async () => {
    await listening(environment);
    const { token } = await signedInAs(server, 'student');
    const letGo = await signInsHeld();
    const waiting = await connected();
    waiting.send(get(api('profile'), `authorization: Bearer ${token}\r\n`));
    // Two silent connections time out before this one, one after the other.
    await (await connected()).closed();
    await (await connected()).closed();
    await letGo();
    expect(await waiting.receives('\r\n\r\n')).toContain('HTTP/1.1 200 ');
  });
});

describe('[SAFE-17] requests of one connection', () => {
  it('[SAFE-17] are answered in turn', async () => {
    await listeningAsUsual();
    const connection = await connected();
    const responses = () => connection.received().split('HTTP/1.1 400 ').length - 1;
    for (const count of [1, 2, 3]) {
      connection.send(post(api('login'), '{"email":"nobody"}'));
      await expect.poll(responses).toBe(count);
    }
    expect(connection.isClosed).toBe(false);
  });

  it('[SAFE-17] [SAFE-18] close it when one comes before the last is answered, and hold nothing afterwards', async () => {
    await listeningAsUsual();
    const { token } = await signedInAs(server, 'student');
    const letGo = await signInsHeld();
    const eager = await connected();
    eager.send(get(api('checkExam'), `authorization: Bearer ${token}\r\n`).repeat(30));
    await eager.closed();
    await letGo();
    await expect.poll(server.services.rush.isRush).toBe(false);
  });

  it('[SAFE-18] make no rush when their clients left before they were authenticated', async () => {
    await listening({});
    const { token } = await signedInAs(server, 'student');
    const request = get(api('checkExam'), `authorization: Bearer ${token}\r\n`);
    let arrived = 0;
    server.app.server.on('request', () => {
      arrived += 1;
    });
    const letGo = await signInsHeld();
    const left = await connectedTimes(15);
    for (const connection of left) connection.send(request);
    await expect.poll(() => arrived).toBe(15);
    for (const connection of left) connection.destroy();
    await expect.poll(held).toBe(0);
    await letGo();
    // Answered after the requests before it are authenticated.
    const last = await connected();
    last.send(request);
    expect(await last.receives('\r\n\r\n')).toContain('HTTP/1.1 204 ');
    await expect.poll(server.services.rush.isRush).toBe(false);
  });
});

describe('[SAFE-17] when an address holds too many connections', () => {
  const environment = { CONNECTIONS_PER_ADDRESS: '20' };

  it('[SAFE-17] closes connections without any request first, oldest first', async () => {
    await listening(environment);
    const served = await connectedTimes(5);
    for (const connection of served) {
      connection.send(get('/health'));
      await connection.receives('alive');
    }
    const silent: RawConnection[] = [];
    for (let count = 0; count < 60; count += 1) silent.push(await connected());
    await expect.poll(() => silent.filter(({ isClosed }) => isClosed).length).toBe(45);
    expect(silent.slice(45).every(({ isClosed }) => !isClosed)).toBe(true);
    expect(await held()).toBe(20);
    for (const connection of served) {
      connection.send(get('/ready'));
      await connection.receives('"ready"');
    }
  });

  it('[SAFE-17] closes idle connections next, never one with a request in progress', async () => {
    await listening(environment);
    const { token } = await signedInAs(server, 'student');
    const letGo = await signInsHeld();
    const busy = await connectedTimes(19);
    for (const connection of busy) connection.send(get(api('profile'), `authorization: Bearer ${token}\r\n`));
    const idle = await connected();
    idle.send(get('/health'));
    await idle.receives('alive');
    const next = await connected();
    await idle.closed();
    // Nineteen are busy and one is new; the next connection replaces it.
    await connected();
    await next.closed();
    await letGo();
    for (const connection of busy) expect(await connection.receives('\r\n\r\n')).toContain('HTTP/1.1 200 ');
  });

  it('[SAFE-17] still lets the room behind that address sign in and work', async () => {
    await listening(environment);
    const student = await aStudent(server);
    const silent = await connectedTimes(100);
    for (const connection of silent.slice(50)) connection.send('POST /api HTTP/1.1\r\ncontent-le');
    const connection = await connected();
    connection.send(post(api('login'), JSON.stringify({ email: student.email, password: testPassword })));
    expect(await connection.receives('accessToken')).toContain('HTTP/1.1 200 ');
  });

  it('[SAFE-17] does not count connections of a trusted proxy, which share its address', async () => {
    await listening({ ...environment, TRUSTED_PROXIES: '1' });
    const proxied = await connectedTimes(60);
    for (const connection of proxied) connection.send(get('/health'));
    for (const connection of proxied) await connection.receives('alive');
    expect(await held()).toBe(60);
  });
});

describe('[SAFE-17] refuses unreadable requests with the error format of the API', () => {
  const malformed = { status: 400, body: { error: 'request.malformed', params: {} } };
  const tooLarge = { status: 431, body: { error: 'request.tooLarge', params: {} } };

  it.each([
    ['headers without end', () => get('/health', `x: ${'a'.repeat(20_000)}\r\n`), tooLarge],
    ['an address without end', () => get(`/health?${'a'.repeat(20_000)}`), tooLarge],
    ['no HTTP at all', () => 'good morning\r\n\r\n', malformed],
    [
      'two lengths',
      () => 'POST / HTTP/1.1\r\nhost: exam\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      malformed,
    ],
    ['no host', () => 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n', malformed],
    [
      'something expected that is not known',
      () => get('/health', 'expect: miracles\r\nconnection: close\r\n'),
      malformed,
    ],
    ['a broken percent sign', () => get('/api/%', 'connection: close\r\n'), malformed],
  ])('[SAFE-17] %s', async (_name, request, refusal) => {
    await listeningAsUsual();
    const connection = await connected();
    connection.send(request());
    expect(responseIn(await connection.closed())).toEqual(refusal);
  });

  it('[SAFE-17] serves a request without a host header, as proxy probes send it', async () => {
    await listeningAsUsual();
    const connection = await connected();
    connection.send('GET /health HTTP/1.0\r\n\r\n');
    expect(responseIn(await connection.closed())).toMatchObject({ status: 200 });
  });
});

it('[SAFE-17] refuses a compressed body without decompressing it', async () => {
  await listeningAsUsual();
  const person = await signedIn(server, await aStudent(server));
  const { gzipSync } = await import('node:zlib');
  const response = await server.app.inject({
    method: 'POST',
    url: api('renewToken'),
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync('{}'),
  });
  expect([response.statusCode, response.json().error]).toEqual([400, 'request.malformed']);
});
