import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { bodyLimitOf, type Call, ordinaryBodyBytes } from '#contract/call.ts';
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
const kilobyte = 1024;

/** Begins contestations of the given sizes whose bodies never arrive. */
async function begun({ token }: SignedInPerson, kilobytes: readonly number[]): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  for (const each of kilobytes) {
    const connection = await rawConnection(port);
    connections.push(connection);
    connection.send(
      `POST /api/umfst/examContests HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${each * kilobyte}\r\n\r\n`,
    );
  }
}

it('[SAFE-17] large bodies share a memory budget: a quarter per person, others are served, and it is free again later', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const [one, other] = [await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
  const send = async ({ token }: SignedInPerson, call: Call, payload: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `/api/umfst/${call.path.replaceAll(/:\w+/g, '1')}`;
    return (await server.app.inject({ method: call.method, url, headers, payload })).statusCode;
  };
  const sent = async (person: SignedInPerson) => {
    const statuses = await Promise.all(
      largeCalls().map((call) => send(person, call, `{"x":"${'x'.repeat(bodyLimitOf(call) - kilobyte)}"}`)),
    );
    return [...new Set(statuses)];
  };
  expect(largeCalls().length).toBeGreaterThan(4);
  expect(await sent(one)).toEqual([400]);

  // All of one quarter but what an ordinary body needs.
  await begun(one, [3200, 3200, 1700]);
  await expect.poll(() => sent(one), { timeout: 60_000 }).toEqual([429]);
  expect(await sent(other)).toEqual([400]);
  for (const call of largeCalls()) expect(await send(one, call, '{"x":1}')).toBe(400);

  closeAll();
  await expect.poll(() => sent(one), { timeout: 60_000 }).toEqual([400]);
});
