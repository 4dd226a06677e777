import { beforeAll, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { keepLogLines } from '#server/testing/log-lines.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer({ environment: { LOG_LEVEL: 'info' } });
let lines: readonly string[];
beforeAll(() => {
  lines = keepLogLines(server);
});

type Line = {
  readonly reqId?: string;
  readonly route?: string;
  readonly status?: number;
  readonly user?: number;
};
const answered = (route: string) =>
  lines.map((line) => JSON.parse(line) as Line).filter((line) => line.route?.endsWith(route));

it('[OPS-3] every request has its own id in its log line, the same as in its audit entries', async () => {
  const admin = await signedInAs(server, 'admin');
  const made = await admin.post('examrooms', {
    name: 'Aula 1',
    building: 'Corp A',
    seatNumbers: 1,
    priority: 1,
  });
  const again = await admin.post('examrooms', {
    name: 'Aula 2',
    building: 'Corp A',
    seatNumbers: 1,
    priority: 1,
  });
  expect([made.statusCode, again.statusCode]).toEqual([201, 201]);
  const logged = answered('/examrooms');
  expect(logged).toMatchObject([
    { status: 201, user: admin.userId },
    { status: 201, user: admin.userId },
  ]);
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect(logged.filter(({ reqId }) => !uuid.test(reqId ?? ''))).toEqual([]);
  const entries = await server.database.sql<{ id: string }[]>`
    select request_id::text as id from audit_log where entity = 'rooms' order by audit_log.id`;
  expect(entries.map(({ id }) => id)).toEqual(logged.map(({ reqId }) => reqId));
  expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
});

it('[OPS-3] an id sent by a client is ignored, and no line has the address, the body or the query', async () => {
  const planted = 'viorica.plantata@exam.test';
  await server.app.inject({
    method: 'POST',
    url: `/api/umfst/login?email=${planted}`,
    headers: { 'x-request-id': planted, 'user-agent': planted },
    payload: { email: planted, password: planted },
  });
  await server.app.inject(`/api/umfst/${planted}`);
  expect(answered('/login')).toMatchObject([{ status: 401, reqId: expect.any(String) }]);
  expect(lines.filter((line) => line.includes('plantata'))).toEqual([]);
});
