import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { freePort } from './db/free-port.ts';
import { type ChildServer, childServer } from './testing/child-server.ts';
import { aCustomExam } from './testing/exams.ts';
import { untilWaiting } from './testing/locks.ts';
import { startSaving } from './testing/saving-load.ts';
import { type TestServer, testServer } from './testing/server.ts';
import { aRunningExam, type RunningExam } from './testing/sittings.ts';

const waiting = { timeout: 120_000, interval: 20 };
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A reverse proxy for connections: each goes to the first of the ports that accepts it. */
async function startProxy(ports: readonly number[]): Promise<number> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const proxy = createServer((client) => {
    turn += 1;
    const order = ports.map((_, index) => ports[(index + turn) % ports.length] as number);
    sockets.add(client);
    client.on('close', () => sockets.delete(client)).on('error', () => {});
    const next = (): void => {
      const port = order.shift();
      if (port === undefined) return void client.destroy();
      const target = connect(port, '127.0.0.1');
      target.once('connect', () => {
        target.off('error', next);
        target.on('error', () => client.destroy()).on('close', () => client.end());
        client.on('close', () => target.destroy());
        client.pipe(target).pipe(client);
      });
      target.once('error', next);
    };
    next();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  stops.push(async () => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  return (proxy.address() as AddressInfo).port;
}

async function someExams(server: TestServer, count: number): Promise<RunningExam[]> {
  const custom = await aCustomExam(server, { questions: 3 });
  const exams: RunningExam[] = [];
  for (let n = 0; n < count; n += 1) exams.push(await aRunningExam(server, custom));
  return exams;
}

it('[OPS-5] two processes restarted in turn behind a proxy lose no save and show no student an error', async () => {
  const server = await testServer();
  stops.push(() => server.close());
  const exams = await someExams(server, 6);
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    childServer({ databaseUrl: server.databaseUrl, environment: { PORT: String(port) } });
  const servers: ChildServer[] = await Promise.all(ports.map(start));
  stops.push(() => Promise.all(servers.map((one) => one.stop())));
  const load = startSaving(`http://127.0.0.1:${await startProxy(ports)}`, exams);
  const untilMoreSaves = async () => {
    const before = load.count();
    await vi.waitFor(() => expect(load.count()).toBeGreaterThan(before + 100), waiting);
  };
  await untilMoreSaves();
  for (const [index, port] of ports.entries()) {
    await servers[index]?.stop();
    await untilMoreSaves();
    servers[index] = await start(port);
    await untilMoreSaves();
  }
  await load.stop();
  console.log(`${load.count()} saves, ${load.retries()} sent again, the longest took ${load.longest()} ms`);
  expect(await load.lost(server.database.sql)).toEqual([]);
  expect(load.refusals).toEqual([]);
});

it('[OPS-5] a save in flight is stored and acknowledged before the process ends', async () => {
  const server = await testServer();
  stops.push(() => server.close());
  const [exam] = await someExams(server, 1);
  if (!exam) throw new Error('no exam');
  const child = await childServer({ databaseUrl: server.databaseUrl });
  stops.push(() => child.kill());
  const { sql } = server.database;
  let stopping = Promise.resolve();
  let saved: Promise<Response> | undefined;
  await sql.begin(async (tx) => {
    await tx`select from exams where id = ${exam.exam.id} for update`;
    saved = fetch(`http://127.0.0.1:${child.port}/api/umfst/examSave/`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${exam.student.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(exam.body(1, [1], { seq: 1 })),
    });
    await untilWaiting(sql, 1);
    stopping = child.stop();
    // It accepts nothing new any more, but still has the save.
    await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${child.port}/ready`)).rejects.toThrow(), waiting);
  });
  const response = await saved;
  // The connection ends too; the process would wait for it for more than a minute.
  expect([response?.status, response?.headers.get('connection')]).toEqual([200, 'close']);
  await stopping;
  expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: 1 });
});
