import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { png } from '#server/testing/png.ts';
import { type RawConnection, rawConnection, responseIn } from '#server/testing/raw-connection.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { useStarted } from '#server/testing/use-started.ts';

const listening = (environment: Readonly<Record<string, string>> = {}): TestServer =>
  useStarted(
    async () => {
      const server = await testServer({ environment });
      await server.app.listen({ port: 0, host: '127.0.0.1' });
      return server;
    },
    (server) => server.close(),
  );
const hasty = listening({ BODY_SECONDS: '0.6' });
const usual = listening();

let connections: RawConnection[] = [];
let timers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const timer of timers) clearInterval(timer);
  for (const connection of connections) connection.destroy();
  [timers, connections] = [[], []];
});

type Sent = { readonly path: string; readonly headers: readonly string[]; readonly token?: string };

/** Sends the headers of a request without its body. */
async function begun(server: TestServer, { path, headers, token }: Sent): Promise<RawConnection> {
  const { port } = server.app.server.address() as AddressInfo;
  const connection = await rawConnection(port);
  connections.push(connection);
  const all = ['host: exam', ...headers, ...(token === undefined ? [] : [`authorization: Bearer ${token}`])];
  connection.send(`POST /api/umfst/${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`);
  return connection;
}
const json = (length: number) => ['content-type: application/json', `content-length: ${length}`];
const chunked = (type = 'application/json') => [`content-type: ${type}`, 'transfer-encoding: chunked'];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Sends a chunk repeatedly, so the connection is never silent. */
function sendSlowly(connection: RawConnection, piece = ' '): void {
  timers.push(setInterval(() => connection.send(piece), 50));
}

const stalled = { status: 408, body: { error: 'request.stalled', params: {} } };

describe('[SAFE-17] a slow, steady body', () => {
  it('[SAFE-17] times out with or without a content length', async () => {
    const slow = await begun(hasty, { path: 'login', headers: json(4000) });
    sendSlowly(slow);
    expect(responseIn(await slow.closed())).toEqual(stalled);
    const withoutLength = await begun(hasty, { path: 'login', headers: chunked() });
    sendSlowly(withoutLength, chunk(' '));
    expect(responseIn(await withoutLength.closed())).toEqual(stalled);
  });

  it('[SAFE-17] times out even when the call was refused before its body arrived', async () => {
    const refused = await begun(hasty, { path: 'colleges', headers: json(4000) });
    sendSlowly(refused);
    expect(responseIn(await refused.closed())).toMatchObject({ status: 401 });
  });

  const form = (content: Buffer) => {
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
    const tail = '\r\n--b--\r\n';
    const length = Buffer.byteLength(head) + content.length + Buffer.byteLength(tail);
    return { head, tail, headers: multipart(length) };
  };
  const multipart = (length: number) => [
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${length}`,
  ];

  it('[SAFE-17] is refused while it still arrives, and its connection is ended instead of reset', async () => {
    const { token } = await signedInAs(hasty, 'admin');
    const { port } = hasty.app.server.address() as AddressInfo;
    const image = { path: 'questionImages', token, headers: multipart(10 * 1024 * 1024) };
    // Two steady uploads have the memory of one person.
    for (let index = 0; index < 2; index += 1) sendSlowly(await begun(hasty, image), 'x'.repeat(16 * 1024));
    for (let turn = 0; turn < 3; turn += 1)
      await fetch(`http://127.0.0.1:${port}/api/umfst/profile`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const waiting = await begun(hasty, image);
    const ends: string[] = [];
    for (const event of ['end', 'error']) waiting.socket.once(event, () => ends.push(event));
    waiting.send('x'.repeat(1024 * 1024));
    await waiting.receives('request.stalled');
    expect(waiting.received()).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nconnection: close\r\n/);
    await expect.poll(() => ends[0]).toBe('end');
  });

  it('[SAFE-17] gets more time the more of it has arrived, so a large file over a slow line passes', async () => {
    const { token } = await signedInAs(hasty, 'admin');
    const pixels = Buffer.alloc(61 * 40);
    const image = png({ width: 60, height: 40, pixels, text: 'x'.repeat(512 * 1024) });
    const { head, tail, headers } = form(image);
    const upload = await begun(hasty, { path: 'questionImages', headers, token });
    upload.send(head);
    const most = image.length - 1024;
    upload.socket.write(image.subarray(0, most));
    // Two later connections time out before this one, one after the other.
    for (let other = 0; other < 2; other += 1) {
      const login = await begun(hasty, { path: 'login', headers: json(4000) });
      sendSlowly(login);
      await login.closed();
    }
    upload.socket.write(image.subarray(most));
    upload.send(tail);
    expect(await upload.receives('"name"')).toContain('HTTP/1.1 201 ');
  });

  it('[SAFE-17] times out when it is a file, whatever length it declares', async () => {
    const { token } = await signedInAs(hasty, 'admin');
    const { head, headers } = form(Buffer.alloc(14 * 1024 * 1024));
    const upload = await begun(hasty, { path: 'questionImages', headers, token });
    upload.send(head);
    sendSlowly(upload);
    expect(responseIn(await upload.closed())).toEqual(stalled);
  });

  it('[SAFE-17] closes the connection once the upload is refused', async () => {
    const { token } = await signedInAs(usual, 'admin');
    const large = 100 * 1024 * 1024;
    const [unknown, tooLarge] = [
      await begun(usual, { path: 'questionImages', headers: multipart(8 * 1024 * 1024) }),
      await begun(usual, { path: 'questionImages', headers: multipart(large), token }),
    ];
    for (const upload of [unknown, tooLarge]) sendSlowly(upload, 'x'.repeat(1000));
    const responses = await Promise.all([unknown.closed(), tooLarge.closed()]);
    expect(responses.map((response) => responseIn(response).status)).toEqual([401, 413]);
  });

  it('[SAFE-17] is accepted when it arrives in time', async () => {
    const body = '{"email":"nobody@exam.test","password":"a guess"}';
    const slow = await begun(usual, { path: 'login', headers: json(body.length) });
    slow.send(body.slice(0, 20));
    slow.send(body.slice(20));
    expect(await slow.receives('auth.wrongCredentials')).toContain('HTTP/1.1 401 ');
  });
});

describe('[SAFE-17] a body without a length that exceeds its limit', () => {
  const tooLarge = { error: 'request.tooLarge', params: {} };

  it.each([
    ['of a public call', 'login', 4 * 1024],
    ['of a draft', 'colleges', 64 * 1024],
  ])('[SAFE-17] is refused before it ends: %s', async (_whose, path, limit) => {
    const { token } = await signedInAs(usual, 'admin');
    const connection = await begun(usual, { path, headers: chunked(), token });
    const piece = chunk(' '.repeat(1024));
    for (let sent = 0; sent < limit; sent += 1024) connection.send(piece);
    // The allowed size, with neither an end nor a response yet.
    expect(connection.received()).toBe('');
    connection.send(piece);
    const response = await connection.receives('request.tooLarge');
    expect(responseIn(response)).toEqual({ status: 413, body: tooLarge });
  });

  it('[SAFE-17] is refused before it ends when it is a file', async () => {
    const { token } = await signedInAs(usual, 'admin');
    const upload = await begun(usual, {
      path: 'questionImages',
      headers: chunked('multipart/form-data; boundary=b'),
      token,
    });
    upload.send(chunk('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'));
    const piece = chunk('x'.repeat(1024 * 1024));
    for (let sent = 0; sent < 16; sent += 1) upload.send(piece);
    const response = await upload.receives('request.tooLarge');
    expect(responseIn(response)).toEqual({ status: 413, body: tooLarge });
  });
});
