import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { systemAuthor } from '#server/db/database.ts';
import { aStudent, signedIn, testPassword } from '#server/testing/accounts.ts';
import { type TestServer, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
const sibling = useTestServer({ database: server });

const uiSettings = async (at: TestServer) => (await at.caller().get('applicationUiSettings')).json();

describe('the settings', () => {
  it('[CONF-1] applicationUiSettings gives everyone what the screens need, and no more', async () => {
    const response = await server.caller().get('applicationUiSettings');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      allowExams: true,
      allowExamPreview: true,
      questionRadioSimple: true,
      displayFullExam: false,
      examApplicationMode: false,
      zoomScale: 2,
      markSingle: false,
      ip: 'test',
    });
  });

  it('[CONF-1] a change reaches every process', async () => {
    expect((await uiSettings(sibling)).displayFullExam).toBe(false);
    await server.set({ displayFullExam: true });
    await expect.poll(async () => (await uiSettings(sibling)).displayFullExam).toBe(true);
  });

  it('[CONF-1] a change that is rolled back reaches no process', async () => {
    await expect(
      server.database.transaction(systemAuthor, async (tx) => {
        await tx`insert into settings (key, value) values ('allowExams', 'false')`;
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect((await uiSettings(server)).allowExams).toBe(true);
  });

  it('[OPS-2] changes arrive again after the listening connection was cut', async () => {
    await uiSettings(sibling);
    const listening = () => server.database.sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    const before = (await listening()).map(({ pid }) => pid);
    expect(before).toHaveLength(2);
    await server.database.sql`select pg_terminate_backend(pid) from unnest(${before}::integer[]) pid`;
    await vi.waitFor(
      async () => {
        const after = (await listening()).map(({ pid }) => pid);
        expect(after).toHaveLength(2);
        expect(after.some((pid) => before.includes(pid))).toBe(false);
      },
      { timeout: 30_000 },
    );
    await server.set({ questionRadioSimple: false });
    await expect.poll(async () => (await uiSettings(sibling)).questionRadioSimple).toBe(false);
  });

  it('[CONF-1] the password of the mail server is available to the product and in no log', async () => {
    await server.database.transaction(systemAuthor, async (tx) => {
      await tx`insert into secrets (name, value) values ('smtpPassword', 'hush hush')`;
    });
    await expect.poll(async () => (await sibling.services.settings.current()).smtpPassword).toBe('hush hush');
    const leaks = await server.database.sql`select from audit_log a where a::text like '%hush hush%'`;
    expect(leaks.count).toBe(0);
  });

  it.each([0, -5, 1.5, 1e9, '60', true])(
    '[CONF-2] a stored lifetime of %j minutes is reported and leaves the default in force',
    async (minutes) => {
      const logged: unknown[] = [];
      server.services.settings.reportTo({
        ...server.app.log,
        error: (fields: unknown) => logged.push(fields),
      } as typeof server.app.log);
      await server.database.transaction(
        systemAuthor,
        (tx) => tx`insert into settings (key, value) values ('tokenExpirationMinutes', ${tx.json(minutes)})
          on conflict (key) do update set value = excluded.value`,
      );
      server.services.settings.refresh();
      const student = await signedIn(server, await aStudent(server));
      const login = await server.caller().post('login', { email: student.email, password: testPassword });
      const { exp = 0, iat } = decodeJwt(login.json<{ accessToken: string }>().accessToken);
      const [clock] = await server.database.sql<
        { now: number }[]
      >`select extract(epoch from now())::float8 as now`;
      const left = exp - (iat ?? clock?.now ?? 0);
      expect(left).toBeGreaterThan(59 * 60);
      expect(left).toBeLessThanOrEqual(60 * 60 + 1);
      expect(logged).toContainEqual({ settings: ['tokenExpirationMinutes'] });
    },
  );
});
