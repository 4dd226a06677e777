import { type Mutant, one } from './mutant.ts';

const client = 'server/db/client.api.test.ts';
const statements = 'server/db/sql.api.test.ts';

/** Mutants of the database driver. */
export const driverMutants: readonly Mutant[] = [
  {
    name: 'driver: a transaction shares its connection',
    project: 'faults',
    tests: ['server/db/driver-probe.fault.test.ts'],
    edits: [
      {
        file: 'server/db/client.ts',
        find: `    try {
      for (let run = 1; ; run += 1) {`,
        put: `    pool.release(connection);
    try {
      for (let run = 1; ; run += 1) {`,
      },
    ],
  },
  one('driver: lost connections and open transactions go back to the pool', [client], {
    file: 'server/db/pool.ts',
    find: 'if (connection.isReusable && !connection.isDemoted && !this.#isEnded)',
    put: 'if (!this.#isEnded)',
  }),
  one('driver: a rolled back commit counts as done', [client], {
    file: 'server/db/transaction.ts',
    find: "!== 'COMMIT'",
    put: '=== undefined',
  }),
  one('driver: a transaction runs statements after its end', [client], {
    file: 'server/db/transaction.ts',
    find: 'if (isOver) throw',
    put: 'if (isOver && begin === undefined) throw',
  }),
  one('driver: those who wait are forgotten when the database is away', [client], {
    file: 'server/db/pool.ts',
    find: 'if (this.#idle.length + this.#lent.size === 0) this.#refuse(error);',
    put: 'if (this.#lent.size > 0) this.#refuse(error);',
  }),
  one('driver: an outdated statement stays prepared', [statements], {
    file: 'server/db/connection.ts',
    find: 'if (!isOutdatedStatement(error)) throw error;',
    put: 'if (error !== undefined) throw error;',
  }),
  one('driver: prepared statements without a bound', [statements], {
    file: 'server/db/connection.ts',
    find: 'const maxPrepared = 200;',
    put: 'const maxPrepared = 20_000;',
  }),
];
