import { expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { openEnvironment } from '#soak/environment.ts';
import { type Plan, run } from '#soak/run.ts';

/** A run of an hour unless it ends early. */
const long: Omit<Plan, 'seed'> = { seconds: 3600, candidates: 4, students: 100, say: () => {} };
/** Every run meets other faults; the printed seed repeats them. */
const seed = process.env.SOAK_SEED ?? `${Date.now()}`;
console.log(`SOAK_SEED=${seed}`);
const plan = (changed: Partial<Plan>): Plan => ({ ...long, seed, ...changed });

it('[SAFE-1] a soak whose database stays down restarts it once and compares the ledger', async () => {
  const report = await run(
    plan({
      disruptions: ['database'],
      openEnvironment: async (options) => {
        const environment = await openEnvironment(options);
        return {
          ...environment,
          killDatabase: async () => {
            const { sql } = environment.database;
            // At most twelve are sent at a time, so the others are acknowledged.
            const saves = async () =>
              (await sql`select from exam_events where kind = ${eventLetters.saved} limit 30`).count;
            await expect.poll(saves, { timeout: 120_000 }).toBe(30);
            await sql.begin(async (tx) => {
              await tx`set local session_replication_role = replica`;
              await tx`delete from exam_events where kind = ${eventLetters.saved}`;
            });
            await environment.breakDatabase();
            throw new Error('the database does not come back');
          },
        };
      },
    }),
  );
  expect(report.endedBy).toBe('the database does not come back');
  expect(report.counts.acknowledged).toBeGreaterThan(0);
  expect(report.problems.join('\n')).toContain('LOST after it was acknowledged');
});

it('[SAFE-1] a soak reports a failed candidate and compares the ledger', async () => {
  const report = await run(
    plan({
      disruptions: [],
      openEnvironment: async (options) => {
        const environment = await openEnvironment(options);
        return {
          ...environment,
          tokenOf: (student) => {
            if (student > 5) throw new Error('a candidate without a token');
            return environment.tokenOf(student);
          },
        };
      },
    }),
  );
  expect(report.endedBy).toBe('a candidate without a token');
  expect(report.counts.acknowledged).toBeGreaterThan(0);
  expect(report.problems).toEqual([]);
});

it('[SAFE-1] an interrupted soak compares the ledger so far', async () => {
  const interruption = new AbortController();
  const report = await run(
    plan({
      disruptions: Array(50).fill('worker'),
      stop: interruption.signal,
      say: (line) => {
        if (/"acknowledged":[1-9]/.test(line)) interruption.abort();
      },
    }),
  );
  expect(report.endedBy).toBe('an interruption');
  expect(report.counts.acknowledged).toBeGreaterThan(0);
  expect(report.problems).toEqual([]);
});
