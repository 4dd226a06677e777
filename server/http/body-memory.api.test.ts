import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { bodyLimitOf, ordinaryBodyBytes } from '#contract/call.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { type RawConnection, rawConnection } from '#server/testing/raw-connection.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let connections: RawConnection[] = [];
const closeAll = () => {
  for (const connection of connections) connection.destroy();
  connections = [];
};
afterEach(closeAll);

/** Calls that take more than an ordinary body, with path parameters filled in. */
const largeCalls = () => {
  const calls = server.app.servedRoutes.flatMap(({ call }) => (call ? [call] : []));
  return [...new Set(calls)].filter((call) => bodyLimitOf(call) > ordinaryBodyBytes);
};
const megabyte = 1024 * 1024;

/** Begins contestations of three megabytes whose bodies never arrive. */
async function begun({ token }: SignedInPerson, count: number): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  for (let index = 0; index < count; index += 1) {
    const connection = await rawConnection(port);
    connections.push(connection);
    connection.send(
      `POST /api/umfst/examContests HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${3 * megabyte}\r\n\r\n`,
    );
  }
}

it('[SAFE-17] large bodies share a memory budget: half per person, others are served, and it is free again later', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const [one, other] = [await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
  const large = `{"examId":1,"type":"x","comment":"${'x'.repeat(2 * megabyte)}"}`;
  const contest = async ({ token }: SignedInPerson, payload: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = '/api/umfst/examContests';
    return (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
  };
  expect(await contest(one, large)).toBe(400);

  await begun(one, 5);
  await expect.poll(() => contest(one, large), { timeout: 60_000 }).toBe(429);
  expect(await contest(other, large)).toBe(400);
  expect(await contest(one, '{"examId":1}')).toBe(400);
  expect(largeCalls().length).toBeGreaterThan(4);
  const refused = await Promise.all(
    largeCalls().map(async (call) => {
      const answer = await server.app.inject({
        method: call.method,
        url: `/api/umfst/${call.path.replaceAll(/:\w+/g, '1')}`,
        headers: {
          authorization: `Bearer ${one.token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
        payload: JSON.stringify({ x: 'x'.repeat(bodyLimitOf(call) - 100) }),
      });
      return [call.path, answer.statusCode];
    }),
  );
  expect(refused.filter(([, status]) => status !== 429)).toEqual([]);

  closeAll();
  await expect.poll(() => contest(one, large), { timeout: 60_000 }).toBe(400);
});
