import { get as request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyLimitOf, type Call } from '#contract/call.ts';
import { anAdministrator, signedIn } from '#server/testing/accounts.ts';
import { hostileAddresses, hostileBodies } from '#server/testing/hostile-bodies.ts';
import { type CallResponse, complaint, costOf } from '#server/testing/request-cost.ts';
import { useTestServer } from '#server/testing/server.ts';

const kilobyte = 1024;

const server = useTestServer();
let token: string;
beforeAll(async () => {
  ({ token } = await signedIn(server, await anAdministrator(server)));
});

const calls = (): Call[] => {
  const all = server.app.servedRoutes.flatMap(({ method, call }) =>
    call && method !== 'HEAD' ? [call] : [],
  );
  return [...new Set(all)];
};
const publicCalls = () => calls().filter(({ access }) => access === 'public');
const callsWithBody = () => calls().filter(({ body, access }) => body !== undefined && access !== 'public');

function send(call: Call, path: string, payload?: string | Buffer): Promise<CallResponse> {
  return server.app.inject({
    method: call.method,
    url: `/api/${server.services.process.INSTITUTION}/${path}`,
    headers: {
      ...(call.access !== 'public' && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
}
const sendBody = (call: Call, payload: string | Buffer) =>
  send(call, call.path.replaceAll(/:\w+/g, '1'), payload);

const boundary = 'b';
const part = (disposition: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
const end = `--${boundary}--\r\n`;
const file = part('name="file"; filename="a.json"', '[]');

/** Forms that no browser sends. */
const hostileForms: Readonly<Record<string, string>> = {
  'no part': end,
  'no end': file,
  'no form': 'x'.repeat(100 * kilobyte),
  'a field without end': part('name="a"', 'x'.repeat(500 * kilobyte)) + file + end,
  'a name without end': part(`name="${'a'.repeat(10_000)}"`, 'x') + file + end,
  'a file name without end': part(`name="file"; filename="${'a'.repeat(10_000)}.json"`, '[]') + end,
  'many fields': part('name="a"', 'x').repeat(5000) + file + end,
  'many files': file.repeat(2000) + end,
  'a field of the prototype': part('name="__proto__"', 'x') + file + end,
  'nested JSON': part('name="file"; filename="1.json"', '['.repeat(500 * kilobyte)) + end,
  'many headers': `--${boundary}\r\n${'x: y\r\n'.repeat(5000)}\r\nx\r\n${end}`,
};

/** Every third input of a call, and others for the next call, because the same code reads them. */
const aThird =
  (first: number) =>
  (_: unknown, index: number): boolean =>
    (index + first) % 3 === 0;

describe('[SAFE-17] a public call', () => {
  it('[SAFE-17] accepts only a small body', () => {
    expect(publicCalls().length).toBeGreaterThan(4);
    for (const call of publicCalls())
      expect([call.path, bodyLimitOf(call)]).toEqual([call.path, 4 * kilobyte]);
  });

  it('[SAFE-17] refuses every hostile body with a small response at low cost', async () => {
    const complaints: string[] = [];
    for (const call of publicCalls()) {
      const plain = await costOf(() => sendBody(call, '{"unknown":1}'));
      for (const bytes of [bodyLimitOf(call) - 64, 990 * kilobyte]) {
        for (const [name, body] of hostileBodies(call, bytes)) {
          // Compared with a plain refused request of the same call, so the load of the machine does not matter.
          const cost = await costOf(async () => {
            const found = complaint(await sendBody(call, body));
            if (found) complaints.push(`${call.path}, ${name}, ${bytes}: ${found}`);
          }, 40 * plain);
          if (cost > 40 * plain)
            complaints.push(`${call.path}, ${name}, ${bytes}: costs ${cost} ms, a plain one ${plain} ms`);
        }
      }
    }
    expect(complaints).toEqual([]);
  }, 120_000);

  it('[SAFE-17] refuses every hostile URL with a small response', async () => {
    const complaints: string[] = [];
    for (const call of publicCalls()) {
      for (const address of hostileAddresses(call)) {
        const found = complaint(await send(call, address));
        if (found) complaints.push(`${address.slice(0, 100)}: ${found}`);
      }
    }
    expect(complaints).toEqual([]);
  }, 120_000);
});

describe('[SAFE-17] a route outside the calls of the API', () => {
  const viewer = '/api/docs/static/swagger-ui-bundle.js';
  const routes = () => {
    const outside = server.app.servedRoutes.filter(
      ({ method, url, call }) => method === 'GET' && (!call || url.startsWith('/img/')),
    );
    return [...new Set(outside.map(({ url }) => url.replace('*', 'index.css').replaceAll(/:\w+/g, '1')))];
  };
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const get = (url: string) => server.app.inject({ url, headers });
  /** Over a connection: `inject` reads every response as text, which costs more than to send a compressed one. */
  const download = (path: string) =>
    new Promise((resolve, reject) => {
      const { port } = server.app.server.address() as AddressInfo;
      request({ host: '127.0.0.1', port, path, headers }, (response) => {
        response.once('end', resolve).resume();
      }).once('error', reject);
    });
  /** Five requests in a row, because one is too short to measure. */
  const costOfFive = (url: string, enough?: number) =>
    costOf(async () => {
      for (let turn = 0; turn < 5; turn += 1) await download(url);
    }, enough);

  it('[SAFE-17] costs little, also when its response is large', async () => {
    expect(routes()).toEqual(expect.arrayContaining(['/health', '/api/docs/json', '/img/quest/1']));
    for (const url of routes()) expect([url, (await get(url)).statusCode < 500]).toEqual([url, true]);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const plain = await costOfFive('/health');
    const complaints: string[] = [];
    for (const url of routes()) {
      const cost = await costOfFive(url, 6 * plain);
      if (cost > 6 * plain) complaints.push(`${url}: costs ${cost} ms, a plain one ${plain} ms`);
    }
    expect(complaints).toEqual([]);
    // Compressing it for each request would cost more than all others.
    expect((await get(viewer)).headers['content-encoding']).toBeUndefined();
  });

  it('[SAFE-17] refuses every hostile URL with a small response', async () => {
    const complaints: string[] = [];
    for (const url of routes())
      for (const query of [
        'a=1&'.repeat(2000),
        `e=${'9'.repeat(5000)}&s=${'x'.repeat(5000)}`,
        'e[a]=1&s=%ff',
      ]) {
        const response = await get(`${url}?${query}`);
        const found = complaint(response);
        if (found) complaints.push(`${url}?${query.slice(0, 20)}: ${found}`);
      }
    expect(complaints).toEqual([]);
  });
});

describe('[SAFE-17] an authenticated call', () => {
  it('[SAFE-17] refuses every hostile body with a small response', async () => {
    const complaints: string[] = [];
    for (const [first, call] of callsWithBody().entries()) {
      const bodies = hostileBodies(call, Math.min(bodyLimitOf(call), 64 * kilobyte) - 64);
      for (const [name, body] of bodies.filter(aThird(first))) {
        const found = complaint(await sendBody(call, body));
        if (found) complaints.push(`${call.method} ${call.path}, ${name}: ${found}`);
      }
    }
    expect(callsWithBody().length).toBeGreaterThan(20);
    expect(complaints).toEqual([]);
  }, 240_000);

  it('[SAFE-17] refuses every hostile URL with a small response', async () => {
    const complaints: string[] = [];
    const reading = calls().filter(({ method, access }) => method === 'GET' && access !== 'public');
    for (const [first, call] of reading.entries()) {
      // Each call gets a different fifth of them.
      const some = hostileAddresses(call).filter((_, index) => (index + first) % 5 === 0);
      for (const address of some) {
        const found = complaint(await send(call, address));
        if (found) complaints.push(`${address.slice(0, 100)}: ${found}`);
      }
    }
    expect(complaints).toEqual([]);
  }, 240_000);

  it('[SAFE-17] scales linearly: four times the body costs about four times the time', async () => {
    const complaints: string[] = [];
    const sample = callsWithBody().filter(
      ({ method, path }) => method === 'POST' && /^(questions|sessions|students|disciplines)$/i.test(path),
    );
    expect(sample.length).toBeGreaterThan(2);
    for (const call of sample) {
      const whole = hostileBodies(call, bodyLimitOf(call) - 64);
      const quarters = hostileBodies(call, bodyLimitOf(call) / 4 - 64);
      for (const [index, [name, body]] of whole.entries()) {
        const quarter = quarters[index]?.[1] ?? '';
        // Quadratic cost would be sixteen times the time. Noise disturbs one measurement, not three. Costs close to
        // zero cannot be compared.
        const measures: string[] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          const low = 20;
          const cost = await costOf(() => sendBody(call, body), low);
          if (cost < low) break;
          const less = await costOf(() => sendBody(call, quarter));
          if (cost < 9 * less) break;
          measures.push(`${less} ms, then ${cost} ms`);
        }
        if (measures.length === 3) complaints.push(`${call.path}, ${name}: ${measures.join('; ')}`);
      }
    }
    expect(complaints).toEqual([]);
  }, 240_000);

  it('[SAFE-17] refuses every hostile form with a small response', async () => {
    const complaints: string[] = [];
    const uploads = calls().filter(({ upload }) => upload);
    expect(uploads.length).toBeGreaterThan(3);
    for (const call of uploads) {
      for (const [name, payload] of Object.entries(hostileForms)) {
        const response = await server.app.inject({
          method: call.method,
          url: `/api/${server.services.process.INSTITUTION}/${call.path}`,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': `multipart/form-data; boundary=${boundary}`,
          },
          payload,
        });
        const found = response.statusCode < 400 ? 'was taken' : complaint(response);
        if (found) complaints.push(`${call.path}, ${name}: ${found}`);
      }
    }
    expect(complaints).toEqual([]);
  }, 120_000);
});

describe('[SAFE-17] the content of a body', () => {
  const login = (payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/${server.services.process.INSTITUTION}/login`,
      headers: { 'content-type': 'application/json' },
      payload,
    });

  it('[SAFE-17] is never echoed, and at most fifty wrong fields are listed', async () => {
    const secret = 'correct-horse-battery';
    const wrong = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, secret]));
    const response = await login(
      JSON.stringify({ email: secret, password: secret, ...wrong })
        .slice(0, 4000)
        .replace(/,[^,]*$/, '}'),
    );
    expect(response.statusCode).toBe(400);
    expect(response.json<{ errors: unknown[] }>().errors).toHaveLength(50);
    expect(response.body).not.toContain(secret);
  });

  it('[SAFE-17] may be as large as its call allows, and not larger', async () => {
    const sized = (bytes: number) => `{"email":"a@b.ro","password":""${' '.repeat(bytes - 32)}}`;
    expect((await login(sized(4096))).json().error).toBe('validation.failed');
    expect((await login(sized(4097))).json().error).toBe('request.tooLarge');
  });

  it('[SAFE-17] fits the largest question, in three-byte letters', async () => {
    const { statusCode, body } = await server.caller(token).post('questions', {
      chapterId: 1,
      text: '→'.repeat(10_000),
      answers: Array.from({ length: 30 }, (_, n) => ({
        text: `${n}${'→'.repeat(9990)}`,
        isCorrect: n < 15,
        referenceTitle: '→'.repeat(500),
        referencePage: '→'.repeat(50),
      })),
    });
    // Only its chapter does not exist.
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      expect.any(Number),
      { error: expect.not.stringMatching(/tooLarge|malformed/) },
    ]);
    expect(body).not.toContain('tooLong');
  });
});
