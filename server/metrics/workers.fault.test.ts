import { expect, it, vi } from 'vitest';
import { freePort } from '#server/db/free-port.ts';
import { childServer } from '#server/testing/child-server.ts';
import { testDatabase } from '#server/testing/database.ts';

it('[OPS-3] the figures include all processes', async () => {
  const database = await testDatabase();
  const port = await freePort();
  const server = await childServer({
    databaseUrl: database.url,
    environment: { WORKERS: '2', METRICS_PORT: String(port) },
  });
  try {
    for (let n = 0; n < 40; n += 1)
      await fetch(`http://127.0.0.1:${server.port}/health`, { headers: { connection: 'close' } });
    // A process counts a request after sending its response.
    await vi.waitFor(
      async () => {
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        expect(text).toContain('\nexam_processes 2\n');
        expect(text).toContain('\nexam_requests_total{method="GET",route="/health",status="200"} 40\n');
      },
      { timeout: 60_000 },
    );
    // A process that dies takes nothing away; its successor adds to what it counted.
    const before = server.workers();
    expect(before).toHaveLength(2);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const pids = server.workers();
        expect(pids).toHaveLength(2);
        expect(pids).not.toContain(before[0]);
        const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
        expect(text).toContain('\nexam_processes 2\n');
        expect(text).toContain('\nexam_requests_total{method="GET",route="/health",status="200"} 40\n');
      },
      { timeout: 60_000 },
    );
  } finally {
    await server.stop();
    await database.drop();
  }
});
