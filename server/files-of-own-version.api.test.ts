import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { triggerFindings } from './audit/trigger-check.ts';
import { readMigrations } from './db/migrate.ts';
import { useTestServer } from './testing/server.ts';

const server = useTestServer();

it('[OPS-5] [SAFE-20] an upgrade that replaces the files changes neither the check of the records nor the documented calls of a running process', async () => {
  const read = vi.spyOn(fs, 'readFile');
  syncBuiltinESMExports();
  onTestFinished(() => {
    read.mockRestore();
    syncBuiltinESMExports();
  });
  const filesRead = () =>
    read.mock.calls.map(([path]) => String(path)).filter((path) => /\.sql$|snapshot|openapi/.test(path));

  expect(await triggerFindings(server.database.sql)).toEqual([]);
  expect((await server.app.inject('/api/docs/json')).statusCode).toBe(200);
  expect(filesRead()).toEqual([]);
  // As a new process does.
  const { length } = await readMigrations();
  expect(filesRead()).toHaveLength(length);
});
