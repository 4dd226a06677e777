import { existsSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { anAccount, aStudent, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { type ChildServer, childServer } from '#server/testing/child-server.ts';
import { drafts } from '#server/testing/drafts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { type RawConnection, rawConnection } from '#server/testing/raw-connection.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

/** Creates people and exams in the database of the starved process. */
const office = useTestServer();
let starved: ChildServer;
let connections: RawConnection[] = [];
afterEach(async () => {
  for (const connection of connections) connection.destroy();
  connections = [];
  await starved.stop();
});

const api = (path: string) => `http://127.0.0.1:${starved.port}/api/umfst/${path}`;
const json = { 'content-type': 'application/json' };
const send = (method: string, path: string, body: string, token?: string) =>
  fetch(api(path), {
    method,
    body,
    headers: { ...json, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
const signIn = (email: string) => send('POST', 'login', JSON.stringify({ email, password: testPassword }));

/** A generous timeout for busy machines. */
const long = { timeout: 60_000 };

async function connected(written = '', from?: string): Promise<RawConnection> {
  const connection = await rawConnection(starved.port, from);
  connections.push(connection);
  if (written !== '') connection.send(written);
  return connection;
}

/** Opens the given number of connections, a few at a time. */
async function flood(
  count: number,
  written: (index: number) => string,
  from: (index: number) => string = () => '127.0.0.1',
): Promise<RawConnection[]> {
  const opened: RawConnection[] = [];
  for (let index = 0; index < count; index += 50)
    opened.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(50, count - index) }, (_, n) =>
          connected(written(index + n), from(index + n)),
        ),
      )),
    );
  return opened;
}
const stillOpen = (some: readonly RawConnection[]) => some.filter(({ isClosed }) => !isClosed).length;

const alive = 'GET /health HTTP/1.1\r\nhost: exam\r\n\r\n';
/** A room of students behind one address; each has made a request and keeps its connection open. */
async function aRoom(
  count: number,
  address: string,
  [request, response] = [alive, 'alive'],
): Promise<RawConnection[]> {
  const room = await flood(
    count,
    () => request,
    () => address,
  );
  for (const connection of room) await connection.receives(response);
  return room;
}

it('[SAFE-17] survives hostile bodies with a small heap and answers every request', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl, heapMegabytes: 128 });
  const student = await aStudent(office);
  const { token } = await signedInAs(office, 'admin');
  const depth = 90_000;
  const attacks = [
    `${'["\\ud800",'.repeat(depth)}0${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`,
    `[${'0,'.repeat(400_000)}0]`,
    `{"email":"a@${'.'.repeat(900_000)}@","password":"x"}`,
  ];
  const responses = await Promise.all(
    Array.from({ length: 40 }, (_, turn) =>
      turn % 2 === 0
        ? send('POST', 'login', attacks[(turn / 2) % attacks.length] ?? '')
        : send('POST', 'questions', attacks[((turn - 1) / 2) % attacks.length] ?? '', token),
    ),
  );
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(responses.map(({ status }) => status).filter((status) => status < 400 || status > 499)).toEqual([]);
  expect(Math.max(...bodies.map((body) => body.length))).toBeLessThan(16 * 1024);
  expect(starved.isRunning()).toBe(true);
  expect((await signIn(student.email)).status).toBe(200);
});

it('[SAFE-17] answers sixty concurrent large images without holding all in memory', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl });
  const student = await aStudent(office);
  const { token } = await signedInAs(office, 'admin');
  const before = starved.peakMegabytes();
  const file = new Blob([Buffer.alloc(14 * 1024 * 1024)]);
  const uploads = Array.from({ length: 60 }, async () => {
    const form = new FormData();
    form.append('file', file, 'a.png');
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(api('questionImages'), { method: 'POST', headers, body: form });
    return [response.status, ((await response.json()) as { error: string }).error].join(' ');
  });
  expect((await signIn(student.email)).status).toBe(200);
  const responses = new Set(await Promise.all(uploads));
  expect(
    [...responses].filter((one) => !['400 image.unreadable', '429 request.tooMany'].includes(one)),
  ).toEqual([]);
  expect(responses).toContain('400 image.unreadable');
  // All in memory would take 840 MiB, and as much again during assembly.
  expect(starved.peakMegabytes() - before).toBeLessThan(400);
  expect(starved.isRunning()).toBe(true);
});

it('[SAFE-17] leaves room for a sign-in and a save next to 2,000 stalled connections of the same address', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl });
  const student = await aStudent(office);
  const exam = await aRunningExam(office, await aCustomExam(office, { questions: 3 }));
  const body = '{"email":"';
  await flood(2000, (index) =>
    index % 3 === 0
      ? ''
      : index % 3 === 1
        ? 'GET /health HTTP/1.1\r\nho'
        : `POST /api/umfst/login HTTP/1.1\r\nhost: exam\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n${body}`,
  );
  expect((await signIn(student.email)).status).toBe(200);
  const saved = await send('PUT', 'examSave', JSON.stringify(exam.body(1, [0])), exam.student.token);
  expect([saved.status, await saved.json()]).toMatchObject([200, { seq: expect.any(Number) }]);
  expect((await exam.storedAt(1)).ticks).not.toBe(0);
  // A thousand from one address, plus what the process itself needs.
  expect(starved.openDescriptors()).toBeLessThan(1200);
  await expect
    .poll(() => connections.filter(({ isClosed }) => isClosed).length, long)
    .toBeGreaterThanOrEqual(1000);
});

const limitFile = '/proc/sys/net/core/somaxconn';
const systemBacklog = existsSync(limitFile) ? Number(readFileSync(limitFile, 'utf8')) : 0;
it.runIf(systemBacklog >= 1000)(
  '[SAFE-17] loses no connection of a room that reconnects within a second while the process is busy',
  async () => {
    // Two processes: the one that accepts is not the one that responds.
    starved = await childServer({
      databaseUrl: office.databaseUrl,
      environment: { WORKERS: '2' },
    });
    const room = 900;
    await starved.whilePaused(async () => {
      await flood(room, () => alive);
    });
    for (const connection of connections) await connection.receives('alive');
    expect(connections).toHaveLength(room);
  },
);

it('[SAFE-17] reports few descriptors, serves its connections and still accepts new ones', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl, descriptors: 200 });
  const first = await connected('GET /health HTTP/1.1\r\nhost: exam\r\n\r\n');
  await first.receives('alive');
  await flood(600, () => '');
  first.send('GET /ready HTTP/1.1\r\nhost: exam\r\n\r\n');
  expect(await first.receives('degraded')).toContain('{"status":"ready","degraded":["connections"]}');
  const last = await connected('GET /health HTTP/1.1\r\nhost: exam\r\n\r\n');
  await last.receives('alive');
  expect(starved.openDescriptors()).toBeLessThanOrEqual(200);
  expect(starved.isRunning()).toBe(true);
});

async function expectServed(room: readonly RawConnection[]): Promise<void> {
  for (const connection of room) connection.send(alive);
  const responses = (connection: RawConnection) => connection.received().split('alive').length - 1;
  await expect.poll(() => room.filter((connection) => responses(connection) !== 2).length, long).toBe(0);
}

describe('[SAFE-17] when a process reaches its connection limit', () => {
  /** 700 descriptors, a quarter of them reserved for the process itself. */
  const [descriptors, maxOpen] = [700, 525];

  it('[SAFE-17] closes connections of many silent addresses, not of a room of 200 behind one address', async () => {
    starved = await childServer({ databaseUrl: office.databaseUrl, descriptors });
    const room = await aRoom(200, '127.0.0.2');
    const silent = await flood(
      1200,
      () => '',
      (index) => `127.0.1.${1 + (index % 40)}`,
    );
    await expect.poll(() => stillOpen(connections), long).toBe(maxOpen);
    expect(stillOpen(room)).toBe(200);
    // The oldest connections of each address were closed first.
    expect(stillOpen(silent.slice(0, 800))).toBe(0);
    await expectServed(room);
    expect(starved.openDescriptors()).toBeLessThan(descriptors);
  });

  it('[SAFE-17] closes connections of hundreds of one-request addresses, not of a signed-in room of 200', async () => {
    starved = await childServer({ databaseUrl: office.databaseUrl, descriptors });
    const { email } = await anAccount(office);
    const { accessToken } = (await (await signIn(email)).json()) as { accessToken: string };
    const profile = `GET /api/umfst/profile HTTP/1.1\r\nhost: exam\r\nauthorization: Bearer ${accessToken}\r\n\r\n`;
    // One account represents a room, and only a few of its calls may wait at a time.
    const room: Awaited<ReturnType<typeof aRoom>> = [];
    while (room.length < 200) room.push(...(await aRoom(20, '127.0.0.2', [profile, 'storageOwner'])));
    const strangers = await flood(
      800,
      () => alive,
      (index) => `127.0.${1 + Math.floor(index / 200)}.${1 + (index % 200)}`,
    );
    await expect.poll(() => stillOpen(strangers), long).toBeLessThanOrEqual(maxOpen - 200);
    expect(stillOpen(room)).toBe(200);
  });

  it('[SAFE-17] closes the longest-idle connections of the largest address when all have made requests', async () => {
    starved = await childServer({ databaseUrl: office.databaseUrl, descriptors });
    const room = await aRoom(200, '127.0.0.2');
    const large = await aRoom(300, '127.0.0.3');
    for (let more = 0; more < 75; more += 1) large.push(...(await aRoom(1, '127.0.0.3')));
    await expect.poll(() => stillOpen(connections), long).toBe(maxOpen);
    expect(stillOpen(room)).toBe(200);
    expect(stillOpen(large.slice(0, 50))).toBe(0);
    await expectServed(room);
  });
});

it('[SAFE-17] keeps serving its connections without a free descriptor', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl });
  const first = await connected('GET /health HTTP/1.1\r\nhost: exam\r\n\r\n');
  await first.receives('alive');
  const before = starved.openDescriptors();
  starved.leaveDescriptors(20);
  await flood(300, () => '');
  await expect.poll(starved.openDescriptors, long).toBeGreaterThanOrEqual(before + 20);
  first.send('GET /health HTTP/1.1\r\nhost: exam\r\nx: again\r\n\r\n');
  await expect.poll(() => first.received().split('alive').length, long).toBe(3);
  expect(starved.isRunning()).toBe(true);
  // Descriptors are free again once other connections close.
  for (const connection of connections.slice(1)) connection.destroy();
  const settings = async () => (await fetch(api('applicationUiSettings')).catch(() => undefined))?.status;
  await expect.poll(settings, long).toBe(200);
});

it('keeps database error details with personal ids out of the log', async () => {
  starved = await childServer({ databaseUrl: office.databaseUrl });
  const { token } = await signedInAs(office, 'admin');
  const cnp = '6020304123450';
  await office.database.sql.unsafe(`
    alter table rooms add constraint planted check (building <> '${cnp}');
    create function planted() returns trigger language plpgsql as
      $$ begin raise exception E'${cnp}\\n    at ${cnp} (file:1:1)' using detail = 'row ${cnp}', hint = '${cnp}'; end $$;
    create trigger planted before insert on study_modules for each row execute function planted()`);
  const room = { ...(await drafts.examrooms?.(office)), building: cnp };
  const module = await drafts.modules?.(office);
  const [violated, raised] = [
    await send('POST', 'examrooms', JSON.stringify(room), token),
    await send('POST', 'modules', JSON.stringify(module), token),
  ];
  expect([violated.status, raised.status]).toEqual([500, 500]);
  await expect.poll(() => starved.lines.filter((line) => line.includes('"err"')).length, long).toBe(2);
  const log = starved.lines.join('\n');
  expect(log).not.toContain(cnp);
  expect(log).toContain('"code":"23514"');
  expect(log).toContain('"constraint":"planted"');
  expect(log).toContain('"table":"rooms"');
  expect(log).toContain('"code":"P0001"');
  expect(log).toContain('"routine":"exec_stmt_raise"');
});
