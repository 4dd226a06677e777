import { expect, it } from 'vitest';
import { sendMail } from '#server/mail/mailer.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useStarted } from '#server/testing/use-started.ts';
import { startMetrics } from './metrics-server.ts';

const server = useTestServer({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
const metrics = useStarted(
  () =>
    startMetrics({
      host: '127.0.0.1',
      port: 0,
      databaseUrl: server.databaseUrl,
      figures: async () => ({ serving: [server.services.metrics?.figures() ?? {}], before: {} }),
    }),
  (started) => started.stop(),
);

const read = async (path = '/metrics') => fetch(`http://127.0.0.1:${metrics.port}${path}`);
async function figures(): Promise<Record<string, number>> {
  const lines = (await (await read()).text()).split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

it('[OPS-3] requests, saves, running exams, seals, connections and mail failures are counted', async () => {
  const before = await figures();
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await exam.save(1, [0]);
  await exam.save(2, [1]);
  await expect(
    sendMail(server.services, { to: 'ana.pop@exam.test', subject: 'x', text: 'x' }),
  ).rejects.toThrow();
  const after = await figures();
  expect(before.exam_exams_running).toBe(0);
  expect(after.exam_exams_running).toBe(1);
  expect((after.exam_saves_total ?? 0) - (before.exam_saves_total ?? 0)).toBe(2);
  expect(after['exam_save_batch_size_bucket{le="+Inf"}']).toBe(2);
  expect(after.exam_mail_failures_total).toBe(1);
  const saves = Object.entries(after).filter(([series]) =>
    /route="[^"]*\/examSave\/?",status="200"/.test(series),
  );
  expect(saves.map(([, count]) => count)).toEqual([2]);
  expect(after.exam_processes).toBe(1);
  expect(after['exam_jobs{state="failed"}']).toBe(0);
  // This server does not seal, so that entries stay pending.
  expect(after.exam_audit_seal_lag_seconds).toBeGreaterThan(0);
  expect(Object.keys(after).some((series) => series.startsWith('exam_connections{workload="exam"'))).toBe(
    true,
  );
  await exam.finish();
});

it('[OPS-3] the use of connections is counted by workload', async () => {
  const admin = await signedInAs(server, 'admin');
  const busyLists = async () => (await figures())['exam_connections{workload="list",state="busy"}'];
  expect(await busyLists()).toBeUndefined();
  const listed = await server.database.sql.begin(async (tx) => {
    await tx`lock table university_years in access exclusive mode`;
    const waiting = admin.get('universityYears');
    // Its rows and their number.
    await expect.poll(busyLists).toBe(2);
    return { waiting };
  });
  expect((await listed.waiting).statusCode).toBe(200);
  expect(await busyLists()).toBeUndefined();
});

it('[OPS-3] no figure names a person', async () => {
  // Requests are counted by route, and unknown paths together.
  for (const path of [
    'students/6040501129879',
    '6040501129879?email=ana.pop@exam.test',
    'examrooms?search=Ana',
  ])
    await server.app.inject(`/api/umfst/${path}`);
  const text = await (await read()).text();
  expect(text).toMatch(/exam_requests_total\{method="GET",route="\(none\)",status="404"\} [1-9]/);
  expect(text).not.toContain('604050');
  expect(text).toContain('# TYPE exam_requests_total counter');
  expect(text).not.toMatch(/@|Ana|Pop/);
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label));
  expect([...labels].sort()).toEqual(['le', 'method', 'route', 'state', 'status', 'workload']);
});

it('[OPS-3] metrics are served separately from the product', async () => {
  expect((await read('/health')).status).toBe(404);
  expect((await read('/api/umfst/applicationUiSettings')).status).toBe(404);
  const response = await server.app.inject('/metrics');
  expect(response.body).not.toContain('exam_requests_total');
});

it('[OPS-3] the delay of the event loop is served', async () => {
  await expect.poll(async () => (await figures()).exam_event_loop_delay_seconds).toBeGreaterThan(0);
});
