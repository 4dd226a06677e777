import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { slope } from '#server/testing/png.ts';
import { type RawConnection, rawConnection } from '#server/testing/raw-connection.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { upload } from '#server/testing/upload.ts';

let server: TestServer;
let admin: SignedInPerson;
let others: SignedInPerson[];
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

/** Starts `count` concurrent uploads of `each` megabytes and sends no body. */
async function begun({ token }: SignedInPerson, path: string, each: number, count: number): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo;
  for (let index = 0; index < count; index += 1) {
    const connection = await rawConnection(port);
    connections.push(connection);
    connection.send(
      `POST /api/umfst/${path} HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${each * megabyte}\r\n\r\n`,
    );
  }
}

it('[SAFE-17] refuses images and question files beyond their shared memory budget and accepts them again later', {
  timeout: 90_000,
}, async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await signedInAs(server, 'admin');
  expect(await statusOf(image)).toBe(201);
  others = [await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
  const [one, other] = others as [SignedInPerson, SignedInPerson];
  // One user gets at most half, even with many uploads.
  await begun(one, 'questionImages', 8, 8);
  await expect.poll(() => statusOf(image)).toBe(201);
  await expect.poll(async () => (await upload(one, 'questionImages', slope(60, 40))).statusCode).toBe(429);
  await begun(other, 'questionImages', 8, 4);
  await expect.poll(() => statusOf(image)).toBe(429);
  const [refused, second] = await Promise.all([image(), questions()]);
  expect(refused.json()).toEqual({ error: 'request.tooMany', params: { seconds: 5 } });
  expect([second.statusCode, second.json().error]).toEqual([429, 'request.tooMany']);
  // Other calls still work.
  expect((await admin.get('profile')).statusCode).toBe(200);

  for (const connection of connections) connection.destroy();
  await expect.poll(() => statusOf(image)).toBe(201);
  await expect.poll(() => statusOf(questions)).toBe(201);
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
