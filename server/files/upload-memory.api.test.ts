import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { slope } from '#server/testing/png.ts';
import { type RawConnection, rawConnection } from '#server/testing/raw-connection.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { upload } from '#server/testing/upload.ts';

let server: TestServer;
let admin: SignedInPerson;
let connections: RawConnection[] = [];
afterEach(async () => {
  for (const connection of connections) connection.destroy();
  connections = [];
  await server.close();
});

const megabyte = 1024 * 1024;
const image = () => upload(admin, 'questionImages', slope(60, 40));
const questions = () =>
  upload(admin, 'imports/questions', Buffer.from('::a:: Which? { =one ~two }'), {
    fileName: 'a.gift',
    type: 'text/plain',
  });
const statusOf = async (uploading: typeof image) => (await uploading()).statusCode;

/** Starts `count` concurrent uploads of `each` megabytes from a network and sends no body. */
async function begun({ token }: SignedInPerson, each: number, count: number, from?: string): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  for (let index = 0; index < count; index += 1) {
    const connection = await rawConnection(port, from);
    connections.push(connection);
    connection.send(
      `POST /api/umfst/questionImages HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${each * megabyte}\r\n\r\n`,
    );
  }
}
const cutOff = () => connections.filter(({ received }) => received().includes('request.stalled'));

it('[SAFE-17] gives one person the memory of one large file and refuses what waits longer', async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await signedInAs(server, 'admin');
  const one = await signedInAs(server, 'admin');
  const own = () => upload(one, 'questionImages', slope(60, 40));
  const outcome = async () => {
    const response = await own();
    return [response.statusCode, response.json()];
  };
  await begun(one, 10, 8);
  await expect.poll(outcome).toEqual([429, { error: 'request.tooMany', params: { seconds: 5 } }]);
  // The others are served, and the slow uploads go on, because nobody else waits for them.
  expect([await statusOf(image), await statusOf(questions)]).toEqual([201, 201]);
  expect((await one.get('profile')).statusCode).toBe(200);

  for (const connection of connections) connection.destroy();
  await expect.poll(async () => (await own()).statusCode).toBe(201);
});

it('[SAFE-17] never refuses an upload because of several people whose bodies stall', async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await signedInAs(server, 'admin');
  const slow = await Promise.all(Array.from({ length: 6 }, () => signedInAs(server, 'admin')));
  // More than all of the memory, half of it from the same network as the others.
  for (const [index, person] of slow.entries())
    await begun(person, 10, 4, index % 2 === 0 ? '127.0.0.1' : '127.0.0.2');
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await statusOf(image)).toBe(201);
    expect(await statusOf(questions)).toBe(201);
  }
  expect(cutOff().length).toBeGreaterThan(0);
});

it('[SAFE-17] releases the memory of a refused file', async () => {
  server = await testServer();
  admin = await signedInAs(server, 'admin');
  const broken = () => upload(admin, 'questionImages', Buffer.alloc(14 * megabyte));
  for (let turn = 0; turn < 8; turn += 1) {
    const refused = await broken();
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'image.unreadable']);
  }
  expect(await statusOf(image)).toBe(201);
});
