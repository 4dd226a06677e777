import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { slope } from '#server/testing/png.ts';
import { type RawConnection, rawConnection, responseIn } from '#server/testing/raw-connection.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';

let server: TestServer;
let port: number;
let connections: RawConnection[] = [];
let drips: NodeJS.Timeout[] = [];

async function listening(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await testServer({ environment });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
}
afterEach(async () => {
  for (const drip of drips) clearInterval(drip);
  for (const connection of connections) connection.destroy();
  [drips, connections] = [[], []];
  await server.close();
});

type Sent = { readonly path: string; readonly headers: readonly string[]; readonly token?: string };

/** Begins a request: its headers are sent, its body is not. */
async function begun({ path, headers, token }: Sent): Promise<RawConnection> {
  const connection = await rawConnection(port);
  connections.push(connection);
  const all = ['host: exam', ...headers, ...(token === undefined ? [] : [`authorization: Bearer ${token}`])];
  connection.send(`POST /api/umfst/${path} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`);
  return connection;
}
const json = (length: number) => ['content-type: application/json', `content-length: ${length}`];
const chunked = (type = 'application/json') => [`content-type: ${type}`, 'transfer-encoding: chunked'];
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** Sends a piece again and again: there is never silence. */
function drip(connection: RawConnection, piece = ' '): void {
  drips.push(setInterval(() => connection.send(piece), 50));
}

const stalled = { status: 408, body: { error: 'request.stalled', params: {} } };

describe('[SAFE-17] a body that drips steadily', () => {
  const environment = { BODY_SECONDS: '0.6' };

  it('[SAFE-17] is given up after its time, whether it says its length or not', async () => {
    await listening(environment);
    const told = await begun({ path: 'login', headers: json(4000) });
    drip(told);
    expect(responseIn(await told.closed())).toEqual(stalled);
    const untold = await begun({ path: 'login', headers: chunked() });
    drip(untold, chunk(' '));
    expect(responseIn(await untold.closed())).toEqual(stalled);
  });

  it('[SAFE-17] is given up also where the call was refused before its body came', async () => {
    await listening(environment);
    const refused = await begun({ path: 'colleges', headers: json(4000) });
    drip(refused);
    expect(responseIn(await refused.closed())).toMatchObject({ status: 401 });
  });

  it('[SAFE-17] has longer when it is a file', async () => {
    await listening(environment);
    const { token } = await signedInAs(server, 'admin');
    const image = slope(60, 40);
    const head =
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n';
    const tail = '\r\n--b--\r\n';
    const length = Buffer.byteLength(head) + image.length + Buffer.byteLength(tail);
    const upload = await begun({
      path: 'questionImages',
      headers: ['content-type: multipart/form-data; boundary=b', `content-length: ${length}`],
      token,
    });
    upload.send(head);
    // Two others that came later are given up meanwhile, one after the other.
    for (let other = 0; other < 2; other += 1) {
      const login = await begun({ path: 'login', headers: json(4000) });
      drip(login);
      await login.closed();
    }
    upload.socket.write(image);
    upload.send(tail);
    expect(await upload.receives('"name"')).toContain('HTTP/1.1 201 ');
  });

  it('[SAFE-17] is read when it is there in time', async () => {
    await listening(environment);
    const body = '{"email":"nobody@exam.test","password":"a guess"}';
    const slow = await begun({ path: 'login', headers: json(body.length) });
    slow.send(body.slice(0, 20));
    slow.send(body.slice(20));
    expect(await slow.receives('auth.wrongCredentials')).toContain('HTTP/1.1 401 ');
  });
});

describe('[SAFE-17] a body without a length that goes past its limit', () => {
  const tooLarge = { error: 'request.tooLarge', params: {} };

  it.each([
    ['of a public call', 'login', 4 * 1024],
    ['of a draft', 'colleges', 64 * 1024],
  ])('[SAFE-17] is refused while it comes, not at its end: %s', async (_whose, path, limit) => {
    await listening();
    const { token } = await signedInAs(server, 'admin');
    const connection = await begun({ path, headers: chunked(), token });
    const piece = chunk(' '.repeat(1024));
    for (let sent = 0; sent < limit; sent += 1024) connection.send(piece);
    // As much as it may have, and neither an end nor a response yet.
    expect(connection.received()).toBe('');
    connection.send(piece);
    const response = await connection.receives('request.tooLarge');
    expect(responseIn(response)).toEqual({ status: 413, body: tooLarge });
  });

  it('[SAFE-17] is refused while it comes when it is a file', async () => {
    await listening();
    const { token } = await signedInAs(server, 'admin');
    const upload = await begun({
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
