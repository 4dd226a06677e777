import { expect, it } from 'vitest';
import { refuseOldPostgres } from './oldest-postgres.ts';

it('[OPS-2] PostgreSQL below 15 is refused with advice, 15 and newer are accepted', () => {
  expect(() => refuseOldPostgres(140_019)).toThrow(/PostgreSQL 14 is too old.*15 or newer.*DATABASE_URL/);
  expect(() => refuseOldPostgres(96_024)).toThrow(/PostgreSQL 9 is too old/);
  expect(() => refuseOldPostgres(150_000)).not.toThrow();
  expect(() => refuseOldPostgres(180_001)).not.toThrow();
});
