import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sql, systemAuthor } from '#server/db/database.ts';
import { signedInAs, testPassword } from '#server/testing/accounts.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { cutLog, findingsOf, kindsOf, sealAll } from '#server/testing/tampering.ts';
import { acknowledge } from './acknowledging.ts';
import { checkRecords } from './check.ts';
import { parseHead, type Signer, signerOf } from './head.ts';
import { openSealer } from './sealing.ts';

describe('[SAFE-20] a log restored to an earlier state', () => {
  const second = useTestServer();
  beforeAll(async () => {
    await signedInAs(second, 'admin');
  });

  it('[SAFE-20] is found by a process that saw a later head, which signs the finding, and by a head from the log file', async () => {
    const { sql } = second.database;
    const sealer = openSealer(second.database, signerOf(second.services.tokens));
    const person = await signedInAs(second, 'teacher');
    const enter = () => second.caller().post('login/', { email: person.email, password: testPassword });
    await sealer.seal();
    // A superuser copies the signed head and later restores everything. Sign-ins concern no audited row, so only the log
    // records them.
    await sql`create table kept_head as select * from audit_head`;
    for (let n = 0; n < 3; n += 1) await enter();
    const { head, entries } = await sealer.seal();
    expect(entries).toBe(3);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await cutLog(tx as unknown as Sql, 3);
      await tx`delete from audit_head`;
      await tx`insert into audit_head select * from kept_head`;
      await tx`drop table kept_head`;
    });
    // The database alone is consistent; log files and running processes detect it.
    expect(await findingsOf(second)).toEqual([]);
    const noted = parseHead(`${head?.count}:${head?.hash}`);
    expect(await findingsOf(second, sql, noted ? [noted] : [])).toEqual([
      { kind: 'headCut', position: head?.count, detail: `expected ${head?.count}:${head?.hash}` },
    ]);
    expect((await sealer.seal()).wrong).toEqual([{ kind: 'headCut', count: head?.count }]);
    const cutFound = { kind: 'headCut', position: head?.count };
    expect(await findingsOf(second)).toEqual([cutFound]);
    for (let n = 0; n < 6; n += 1) await enter();
    expect((await sealer.seal()).wrong).toEqual([]);
    expect(await findingsOf(second)).toContainEqual(cutFound);
    await sql`update audit_head set notes = '[]'`;
    expect(kindsOf(await findingsOf(second))).toContain('headForged');
  });
});

describe('acknowledged findings', () => {
  it('[SAFE-20] are not reported again; acknowledging needs the secret', async () => {
    const third = await testServer();
    const { sql } = third.database;
    await third.set({ displayFullExam: true });
    await sealAll(third);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update settings set value = 'false' where key = 'displayFullExam'`;
    });
    const findings = await findingsOf(third);
    expect(kindsOf(findings)).toEqual(['rowChanged']);
    const forger: Signer = (use, text) =>
      createHmac('sha256', 'a guess')
        .update(use + text)
        .digest('hex');
    await acknowledge(third.database, forger, systemAuthor, findings, 'nothing to see');
    expect(await findingsOf(third)).toEqual(findings);
    await acknowledge(
      third.database,
      signerOf(third.services.tokens),
      systemAuthor,
      findings,
      'a test did it',
    );
    expect(await findingsOf(third)).toEqual([]);
    await third.close();
  });

  it('[SAFE-20] after a change of the secret the head is reported until acknowledged', async () => {
    const fourth = await testServer();
    await sealAll(fourth);
    await signedInAs(fourth, 'admin');
    await sealAll(fourth);
    const renewed: Signer = (use, text) =>
      createHmac('sha256', 'another secret').update(`${use}\n${text}`).digest('hex');
    const check = () => checkRecords(fourth.database, renewed, { rest: async () => {} });
    expect(kindsOf((await check()).findings)).toContain('headForged');
    const sealer = openSealer(fourth.database, renewed);
    await sealer.seal();
    const { findings } = await check();
    await acknowledge(fourth.database, renewed, systemAuthor, findings, 'the secret was changed');
    await sealer.seal();
    expect((await check()).findings).toEqual([]);
    await fourth.close();
  });
});
