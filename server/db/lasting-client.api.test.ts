import { setTimeout as pause } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { isConnectionLoss } from './connection-loss.ts';
import { lastingClient } from './lasting-client.ts';

let database: { url: string; drop(): Promise<void> };
let client: postgres.Sql;
let other: postgres.Sql;
beforeAll(async () => {
  database = await testDatabase();
  const connect = (application_name: string, max: number) =>
    lastingClient(database.url, {
      max,
      fetch_types: false,
      onnotice: () => {},
      connection: { application_name },
    });
  client = connect('lasting', 3);
  other = connect('other', 1);
});
afterAll(async () => {
  await client.end({ timeout: 1 });
  await other.end({ timeout: 1 });
  await database.drop();
});

const terminate = () =>
  other`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lasting'`;

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
    // Were a query forgotten, this would wait for ever.
    await Promise.all(asking);
    expect(refused).toBeGreaterThan(0);
    expect(await client`select 1 as n`).toEqual([{ n: 1 }]);
    expect(answered).toBeGreaterThan(0);
  });

  it('never goes on outside a transaction that was lost with its connection', async () => {
    await client`create table written (n int)`;
    const lost = client.begin(async (tx) => {
      await tx`insert into written values (1)`;
      await terminate();
      await pause(100);
      await tx`insert into written values (2)`;
    });
    await expect(lost).rejects.toSatisfy(isConnectionLoss);
    await pause(100);
    expect(await client`select n from written`).toEqual([]);
  });
});
