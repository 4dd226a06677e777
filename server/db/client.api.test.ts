import { connect as connectTo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutDatabase } from '#server/testing/cut-database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { openClient, type Sql } from './client.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { freePort } from './free-port.ts';
import type { Queryable } from './sql.ts';

let database: { url: string; drop(): Promise<void> };
let client: Sql;
let other: Sql;
const connect = (name: string, max: number) => openClient(database.url, { max, name });
beforeAll(async () => {
  database = await testDatabase();
  client = connect('client', 3);
  other = connect('other', 1);
  await other`create table written (n int constraint written_once unique)`;
});
afterAll(async () => {
  await client.end({ timeout: 1 });
  await other.end({ timeout: 1 });
  await database.drop();
});

const terminate = (name = 'client') =>
  other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`;
/** Terminates every connection of a client, also those that were still opening, and waits until the client has read so. */
const terminateAll = async (name = 'client') => {
  await expect.poll(async () => (await terminate(name)).count).toBe(0);
  await new Promise(setImmediate);
};
const openTransactions = async () =>
  (
    await other`select from pg_stat_activity where application_name = 'client' and state like 'idle in transaction%'`
  ).count;
const written = async () =>
  (await other<{ n: number }[]>`select n from written order by n`).map(({ n }) => n);

describe('a client whose connections are lost under load', () => {
  it('answers or refuses every query, and works again', async () => {
    let answered = 0;
    let refused = 0;
    let over = false;
    const asking = Array.from({ length: 6 }, async () => {
      while (!over) {
        try {
          await client`select ${answered}::int as n`;
          answered += 1;
        } catch (error) {
          if (!isConnectionLoss(error)) throw error;
          refused += 1;
        }
      }
    });
    for (let round = 0; round < 40; round += 1) {
      await pause(3 + ((round * 7) % 20));
      await terminate();
    }
    over = true;
    // A lost query would never settle.
    await Promise.all(asking);
    expect(refused).toBeGreaterThan(0);
    expect(await client`select 1 as n`).toEqual([{ n: 1 }]);
    expect(answered).toBeGreaterThan(0);
  });

  it('replaces idle connections that were lost, without refusing anyone', async () => {
    await Promise.all([1, 2, 3].map((n) => client`select ${n}::int, pg_sleep(0.05)`));
    await terminateAll();
    const rows = await Promise.all([1, 2, 3].map((n) => client<{ n: number }[]>`select ${n}::int as n`));
    expect(rows.map(([row]) => row?.n)).toEqual([1, 2, 3]);
  });

  it('[SAFE-21] runs no statement outside a transaction whose connection was lost', async () => {
    const losing = connect('losing', 1);
    const lost = losing.begin(async (tx) => {
      await tx`insert into written values (1)`;
      await terminateAll('losing');
      await tx`insert into written values (2)`;
    });
    await expect(lost).rejects.toSatisfy(isConnectionLoss);
    expect(await written()).toEqual([]);
    await losing.end();
  });

  it('refuses waiting queries when the database is unavailable or the client closes', async () => {
    const nobody = openClient(`postgres://a:b@127.0.0.1:${await freePort()}/c`, { max: 2, name: 'nobody' });
    const refused = await Promise.allSettled(Array.from({ length: 20 }, () => nobody`select 1`));
    expect(refused.every((one) => one.status === 'rejected' && isConnectionLoss(one.reason))).toBe(true);
    await nobody.end();

    await other`select pg_advisory_lock(1)`;
    const closing = connect('closing', 1);
    const results = [closing`select pg_advisory_lock(1)`, closing`select 1`, closing`select 2`].map((query) =>
      query.then(
        () => 'answered',
        (error: unknown) => (isConnectionLoss(error) ? 'refused' : error),
      ),
    );
    await untilWaiting(other, 1, 'closing');
    const closed = closing.end({ timeout: 60 });
    await other`select pg_advisory_unlock(1)`;
    await closed;
    expect(await Promise.all(results)).toEqual(['answered', 'refused', 'refused']);
    await expect(closing`select 3`).rejects.toSatisfy(isConnectionLoss);
  });

  it('gives up on a server that accepts the connection and never replies', async () => {
    const silent = createServer(() => {});
    const port = await new Promise<number>((resolve) =>
      silent.listen(0, '127.0.0.1', () => resolve((silent.address() as { port: number }).port)),
    );
    const waiting = openClient(`postgres://a:b@127.0.0.1:${port}/c`, { max: 1, name: 'waiting' });
    await expect(waiting`select 1`).rejects.toSatisfy(isConnectionLoss);
    await waiting.end();
    silent.close();
  });

  it('[OPS-2] listens again when the listening connection has fallen silent', async () => {
    const way = await cutDatabase(database.url);
    const silence = { askAfterMilliseconds: 200, giveUpAfterMilliseconds: 800 };
    const listening = openClient(way.url, { max: 1, name: 'listening', silence });
    const news: string[] = [];
    let begun = 0;
    await listening.listen(
      'news',
      (payload) => news.push(payload),
      () => {
        begun += 1;
      },
    );
    expect(begun).toBe(1);
    way.silence();
    way.accept();
    await expect.poll(() => begun, { timeout: 60_000 }).toBeGreaterThan(1);
    await other`select pg_notify('news', 'of today')`;
    await expect.poll(() => news, { timeout: 10_000 }).toEqual(['of today']);
    await listening.end();
    await way.close();
  });
});

describe('a server that falls silent', () => {
  /** A proxy that stops passing anything on, without closing: like a machine that lost its power. */
  async function proxied() {
    const { hostname, port } = new URL(database.url);
    const pairs: Socket[] = [];
    let isSilent = false;
    const proxy = createServer((near) => {
      if (isSilent) {
        pairs.push(near);
        return;
      }
      const far = connectTo(Number(port), hostname);
      for (const socket of [near, far]) socket.on('error', () => {});
      pairs.push(near, far);
      near.pipe(far);
      far.pipe(near);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = new URL(database.url);
    address.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
    return {
      url: address.href,
      fallSilent: () => {
        isSilent = true;
        for (const socket of pairs) socket.unpipe().pause();
      },
      comeBack: () => {
        isSilent = false;
      },
      close: () => {
        for (const socket of pairs) socket.destroy();
        proxy.close();
      },
    };
  }

  it('loses its statement, and every idle connection with it; new connections work', async () => {
    const proxy = await proxied();
    const patient = openClient(proxy.url, {
      max: 3,
      name: 'patient',
      silence: { askAfterMilliseconds: 1000, giveUpAfterMilliseconds: 1000 },
    });
    const three = () =>
      Promise.all([1, 2, 3].map((n) => patient`select ${n}::int as n, pg_sleep(0.1)::text`));
    await three();
    proxy.fallSilent();
    await expect(patient`insert into written values (55)`).rejects.toSatisfy(isConnectionLoss);
    proxy.comeBack();
    expect((await three()).map(([row]) => row?.n)).toEqual([1, 2, 3]);
    expect(await written()).not.toContain(55);
    await patient.end();
    proxy.close();
  });

  it('is not given up while it responds to others, however long a statement takes', async () => {
    const patient = openClient(database.url, {
      max: 1,
      name: 'patient',
      silence: { askAfterMilliseconds: 100, giveUpAfterMilliseconds: 60_000 },
    });
    await patient`select 1`;
    const [before] = await patient<{ pid: number }[]>`select pg_backend_pid() as pid, pg_sleep(0.5)::text`;
    const [after] = await patient<{ pid: number }[]>`select pg_backend_pid() as pid`;
    expect(after?.pid).toBe(before?.pid);
    await patient.end();
  });
});

describe('a transaction', () => {
  it('[SAFE-21] is rolled back when one of its statements is refused or its work throws, and its connection is free again', async () => {
    await other`delete from written`;
    const twice = client.begin(async (tx) => {
      await tx`insert into written values (1)`;
      await tx`insert into written values (1)`;
    });
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'written_once' });
    const thrown = client.begin(async (tx) => {
      await tx`insert into written values (1)`;
      throw new Error('changed my mind');
    });
    await expect(thrown).rejects.toThrow('changed my mind');
    expect(await written()).toEqual([]);
    expect(await openTransactions()).toBe(0);
    expect(await client.begin((tx) => tx`insert into written values (1)`.then(({ count }) => count))).toBe(1);
    expect(await written()).toEqual([1]);
  });

  it('[SAFE-21] fails when the error of a statement was ignored', async () => {
    await other`delete from written`;
    const overlooked = client.begin(async (tx) => {
      await tx`insert into written values (1)`;
      await tx`insert into written values (1)`.catch(() => undefined);
    });
    await expect(overlooked).rejects.toThrow('rolled back');
    expect(await written()).toEqual([]);
  });

  it('[SAFE-21] begins with settings of its own, whatever they contain, and leaves none behind', async () => {
    const strange = `it's "\\'; drop table written; --`;
    const read = async (sql: Queryable) => sql`
      select current_setting('app.actor', true) as actor, current_setting('app.request', true) as request`;
    // This client has one connection.
    expect(await other.beginWith({ 'app.actor': '', 'app.request': strange }, read)).toEqual([
      { actor: '', request: strange },
    ]);
    expect(await other.begin(read)).toEqual([{ actor: '', request: '' }]);
  });

  it('[SAFE-21] refuses queries after its end', async () => {
    const later = await client.begin(async (tx) => () => tx`insert into written values (7)`);
    await expect(later()).rejects.toThrow('is over');
    expect(await written()).not.toContain(7);
  });

  it('[SAFE-21] runs concurrent statements one after another on its own connection', async () => {
    await other`delete from written`;
    const pids = await client.begin(async (tx) => {
      const rows = await Promise.all(
        [1, 2, 3].map(
          (n) => tx<{ pid: number }[]>`
          with w as (insert into written values (${n})) select pg_backend_pid() as pid`,
        ),
      );
      return rows.map(([row]) => row?.pid);
    });
    expect(new Set(pids).size).toBe(1);
    expect(await written()).toEqual([1, 2, 3]);
  });

  it('[SAFE-21] opened by hand does not stay open in the pool', async () => {
    await other`delete from written`;
    await client.unsafe('begin; insert into written values (1)');
    for (let n = 0; n < 5; n += 1) await client`insert into written values (${10 + n})`;
    expect(await written()).toEqual([10, 11, 12, 13, 14]);
    await expect.poll(openTransactions).toBe(0);
  });

  it('enforces its mode', async () => {
    const writing = client.begin('read only', (tx) =>
      tx`insert into written values (99)`.then(() => 'written'),
    );
    await expect(writing).rejects.toMatchObject({ code: '25006' });
  });
});

describe('[SAFE-8] two transactions that wait for each other', () => {
  it('[SAFE-8] both commit: the one that the database rolled back runs again', async () => {
    await other`create table counters (id int primary key, n int not null default 0)`;
    await other`insert into counters (id) values (1), (2)`;
    let [runs, ready] = [0, 0];
    let both = () => {};
    const firstStep = new Promise<void>((resolve) => {
      both = resolve;
    });
    const crossing = (from: number, to: number) =>
      client.begin(async (tx) => {
        runs += 1;
        await tx`update counters set n = n + 1 where id = ${from}`;
        ready += 1;
        if (ready === 2) both();
        await firstStep;
        await tx`update counters set n = n + 1 where id = ${to}`;
      });
    await Promise.all([crossing(1, 2), crossing(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect(await other<{ n: number }[]>`select n from counters order by id`).toEqual([{ n: 2 }, { n: 2 }]);
  });
});
