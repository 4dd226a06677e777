import { describe, expect, it } from 'vitest';
import type { SealState } from '#contract/administration.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import { signerOf } from '#server/audit/head.ts';
import { runRequestedCheck } from '#server/audit/requested-check.ts';
import { aStudent, signedIn } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
/** The administrator's part of the dashboard. */
const board = async () => (await admin.get('dashboard')).json<Dashboard>().admin;

describe('[ADMIN-2] the seal', () => {
  const state = async () => (await admin.get('administration/seal')).json<SealState>();
  const sign = () => signerOf(server.services.tokens);

  it('[ADMIN-2] shows up to where the log is intact, and a requested check confirms it', async () => {
    await aStudent(server);
    await sealAll(server);
    const sealed = await state();
    const [log] = await server.database.sql<
      { entries: number }[]
    >`select count(*)::int as entries from audit_log`;
    expect(sealed.sealed).toBe(log?.entries);
    expect(sealed).toMatchObject({ waiting: 0, problems: [], check: null });
    expect(Date.parse(sealed.sealedUpTo ?? '')).toBeGreaterThan(Date.now() - 600_000);
    const first = (await admin.post('administration/seal/check')).json<{ id: number }>();
    expect((await admin.post('administration/seal/check')).json()).toEqual(first);
    expect((await state()).check).toMatchObject({ finishedAt: null });
    expect(await runRequestedCheck(server.database, sign())).toBe(true);
    expect(await runRequestedCheck(server.database, sign())).toBe(false);
    const { check } = await state();
    expect(check).toMatchObject({ findings: [], askedBy: 'Ana Pop' });
    expect((await board())?.recordFindings).toBe(0);
    expect(check?.entries).toBeGreaterThanOrEqual(sealed.sealed);
  });

  it('[ADMIN-2] [HOME-1] a check names what was changed behind the product’s back', async () => {
    const student = await signedIn(server, await aStudent(server));
    await server.database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update users set is_admin = true where id = ${student.userId}`;
    });
    await admin.post('administration/seal/check');
    await runRequestedCheck(server.database, sign());
    const { check } = await state();
    expect((await board())?.recordFindings).toBe(check?.findings.length);
    expect(check?.findings).toContainEqual({
      kind: 'rowChanged',
      table: 'users',
      where: expect.stringContaining(String(student.userId)),
    });
  });
});
