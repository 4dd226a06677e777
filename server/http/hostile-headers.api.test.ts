import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { rawConnection } from '#server/testing/raw-connection.ts';
import { complaint, costOf } from '#server/testing/request-cost.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer({ environment: { TRUSTED_PROXIES: '1' } });
let port: number;
let token: string;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
  ({ token } = await signedInAs(server, 'student'));
});

/** Almost as large as Node accepts. */
const bytes = 14_000;
const filled = (piece: string) => piece.repeat(Math.floor(bytes / piece.length));

const hostileHeaders: Readonly<Record<string, string>> = {
  'a token without end': `authorization: Bearer ${filled('a')}`,
  'a token of dots': `authorization: Bearer ${filled('.')}`,
  'a token of headers': `authorization: Bearer ${filled('eyJhbGciOiJIUzI1NiJ9.')}`,
  'a token after blanks': `authorization: Bearer${filled(' ')}x`,
  'many encodings': `accept-encoding: ${filled('gzip;q=0.5,')}br`,
  'encodings of blanks': `accept-encoding: gzip${filled(' ;')}`,
  'many media types': `accept: ${filled('a/b;q=0.1,')}*/*`,
  'many languages': `accept-language: ${filled('ro;q=0.1,')}ro`,
  'many proxies': `x-forwarded-for: ${filled('10.0.0.1,')}10.0.0.2`,
  'a proxy of colons': `x-forwarded-for: ${filled(':')}`,
  'a host without end': `x-forwarded-host: ${filled('a.')}`,
  'a media type with many parameters': `content-type: application/json${filled(';a=b')}`,
  'a media type of blanks': `content-type: application/json${filled(' ')};`,
  'a boundary without end': `content-type: multipart/form-data; boundary=${filled('b')}`,
  'many cookies': `cookie: ${filled('a=b; ')}`,
  'many versions': `if-none-match: ${filled('"a", ')}"b"`,
  'a date of digits': `if-modified-since: ${filled('9')}`,
  'many ranges': `range: bytes=${filled('0-1,')}0-1`,
  'a browser of brackets': `user-agent: ${filled('(')}`,
  'another protocol': 'connection: upgrade\r\nupgrade: websocket',
  'many headers': Array.from({ length: 1500 }, (_, n) => `x${n}: y`).join('\r\n'),
  'one header again and again': filled('accept: a/b\r\n').trimEnd(),
};

/** The start and body of requests to each kind of route. */
const requests: readonly (readonly [line: string, body: string])[] = [
  ['GET /health', ''],
  ['GET /api/docs/json', ''],
  ['GET /api/umfst/applicationUiSettings', ''],
  ['GET /api/umfst/profile', ''],
  ['GET /img/quest/1', ''],
  ['POST /api/umfst/login', '{}'],
];

async function send([line, body]: (typeof requests)[number], header: string) {
  const connection = await rawConnection(port);
  const own = [
    'host: exam',
    'connection: close',
    ...(header.startsWith('authorization') ? [] : [`authorization: Bearer ${token}`]),
    ...(body === '' || header.startsWith('content-type') ? [] : ['content-type: application/json']),
    ...(body === '' ? [] : [`content-length: ${body.length}`]),
  ];
  connection.send(`${line} HTTP/1.1\r\n${[...own, header].join('\r\n')}\r\n\r\n${body}`);
  const [head = '', content = ''] = (await connection.closed()).split(/\r\n\r\n(.*)/s);
  return { statusCode: Number(head.split(' ')[1]), body: content, rawPayload: Buffer.from(content) };
}

describe('[SAFE-17] hostile headers', () => {
  it.each(requests)(
    '[SAFE-17] of %s get a small response at low cost',
    async (line, body) => {
      const plain = await costOf(() => send([line, body], 'x: y'));
      const complaints: string[] = [];
      for (const [name, header] of Object.entries(hostileHeaders)) {
        const cost = await costOf(async () => {
          const response = await send([line, body], header);
          const found = complaint(response);
          if (found) complaints.push(`${name}: ${found}`);
          if (Number.isNaN(response.statusCode)) complaints.push(`${name}: not answered`);
        }, 40 * plain);
        if (cost > 40 * plain) complaints.push(`${name}: costs ${cost} ms, a plain one ${plain} ms`);
      }
      expect(complaints).toEqual([]);
    },
    60_000,
  );
});
